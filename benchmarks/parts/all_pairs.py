"""All pairs of N circles on 1280 by 720 pixels: the classic linear-quadtree benchmark.

All move. A frame: positions come from arrays, every index is brought up to date, pairs of positions
come out.
"""

from collections.abc import Iterator, Mapping

from harness.contest import Enter, contest
from harness.measuring import Effort
from harness.rows import Row
from harness.targets import CIRCLES
from peers import load
from peers.circles import Ours, reference
from scenes.circles import Circles

PART = "all_pairs"
SIZES = (100, 1_000, 5_000, 10_000, 15_000)
MANY = 5_000  # circles: beyond, arcade takes seconds a frame
SLOW = 1_000  # circles: beyond, some take seconds a frame


def entrants(scene: Circles) -> Mapping[str, Enter]:
    """All peers that are fast enough for that many circles."""
    found: dict[str, Enter] = {
        "C++ quadtree": lambda: load("cpp").quadtrees(scene),
        "C++ grid": lambda: [load("cpp").Grid(scene)],
        "C++ brute force": lambda: [load("cpp").BruteForce(scene)],
        "shapely": lambda: [load("shapely_tree").BoxPairs(scene)],
        "scipy": lambda: load("scipy_tree").ways(scene),
        "pymunk": lambda: load("pymunk_space").ways(scene),
        "fastquadtree": lambda: [load("fastquadtree_boxes").BoxPairs(scene)],
    }
    if scene.count <= MANY:
        found["arcade"] = lambda: load("arcade_sprites").ways(scene)
    if scene.count <= SLOW:
        found["pygame-ce"] = lambda: [load("pygame_ce").CirclePairs(scene)]
    return found


def rows(effort: Effort) -> Iterator[Row]:
    """All sizes."""
    for count in (60,) if effort.quick else SIZES:
        scene = Circles(count)
        ours = Ours(scene)
        yield from contest(PART, CIRCLES, count, ours, entrants(scene), effort, reference(scene))
