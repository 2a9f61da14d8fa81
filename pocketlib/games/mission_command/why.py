def refusal(n,t): return None
