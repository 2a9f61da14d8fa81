"""The contract as a test: ``check(game)`` plays random games of any game, ours or yours.

In a test of your own package::

    from pocketlib.testing import check
    def test_contract():
        check(GAME, games=100)
"""

from pocketlib.testing.suite import Report, check
from pocketlib.testing.tree import Perft, perft
from pocketlib.testing.verdict import ContractBroken

__all__ = ["ContractBroken", "Perft", "Report", "check", "perft"]
