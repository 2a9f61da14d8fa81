MEASURES={}
def value(n,s): return 0.0
