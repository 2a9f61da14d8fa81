"""Pictures of chance: pencil on squared paper, each with its words and its numbers as a table.

Every function takes exact chances, or a chain made of them, and returns a :class:`Chart`, which
shows itself in a notebook.
"""

from pocketwidgets.charts.bars import bars
from pocketwidgets.charts.chart import Chart
from pocketwidgets.charts.counted import dots, frequencies
from pocketwidgets.charts.network import network
from pocketwidgets.charts.rolls import explained, grid
from pocketwidgets.charts.staged import tree, two_way

__all__ = [
    "Chart",
    "bars",
    "dots",
    "explained",
    "frequencies",
    "grid",
    "network",
    "tree",
    "two_way",
]
