# Which way a search between two groups takes.
from typing import Any

PAIR_BY_PAIR: int
EACH: int
TOGETHER: int
MANY: int
MANY_MASKS: int
SCOUTS: int
FEW_SCOUTS: int
MANY_RECTS: int
READS_STORED: bool

def way_between(groupa: Any, groupb: Any, kills: Any, collided: Any) -> int: ...
