"""`LinearQuadtree` beside the quadtrees on PyPI: pyqtree, quads and fastquadtree.

Moving boxes of 10 to 20 px, as dense as 15,000 on 1280 by 720. What a library lacks is done the way
its users have to: quads holds points and cannot move them, so its tree is made anew, and queries
are wider by the largest box; none of them has a call for all pairs, so each box is a query.
"""

from collections.abc import Callable, Iterator
from functools import partial

from harness.contender import Contender
from harness.contest import Enter, contest
from harness.measuring import Effort
from harness.rows import Row
from peers import load
from peers.quadtree_tasks import (
    BoxTree,
    Insert,
    Lifetime,
    Move,
    MoveAndPairs,
    OurBuiltTree,
    OurTree,
    Query,
    Task,
)
from scenes.crowd import Crowd

PART = "quadtrees"
SIZES = (2_000, 20_000)
TASKS: dict[str, type[Task]] = {
    "insert all": Insert,
    "move all": Move,
    "1,000 queries": Query,
    "move all, then all pairs": MoveAndPairs,
}
PEERS = {
    "fastquadtree": "fastquadtree_boxes",
    "pyqtree": "pyqtree_boxes",
    "quads": "quads_points",
}
MOST_SECONDS = 20.0  # for one contest: some of them take half a second a frame


def rows(effort: Effort) -> Iterator[Row]:
    """All tasks in all sizes; then whether a tree of many is as fast as one of few."""
    effort = effort.but(most=MOST_SECONDS)
    for count in (60,) if effort.quick else SIZES:
        scene = Crowd(count)
        for name, task in TASKS.items():
            entrants: dict[str, Enter] = {
                "LinearQuadtree.build": partial(ways, task, scene, lambda: (OurBuiltTree,))
            }
            for peer, module in PEERS.items():
                entrants[peer] = partial(ways, task, scene, partial(trees, module))
            yield from contest(PART, name, count, task(OurTree, scene), entrants, effort)
    few, many = (60, 200) if effort.quick else (2_000, 200_000)
    case = "insert, move and remove one box"
    small: dict[str, Enter] = {f"among {few:,}": lambda: [Lifetime(OurTree, Crowd(few))]}
    yield from contest(PART, case, many, Lifetime(OurTree, Crowd(many)), small, effort)


Kinds = tuple[Callable[[Crowd], BoxTree], ...]


def trees(module: str) -> Kinds:
    """The kinds of tree that a library has."""
    found: Kinds = load(module).TREES
    return found


def ways(task: type[Task], scene: Crowd, kinds: Callable[[], Kinds]) -> list[Contender]:
    """The task with each kind of tree."""
    return [task(kind, scene) for kind in kinds()]
