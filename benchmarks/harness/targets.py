"""What is to be reached: the most that a ratio ours / theirs may be, by part, case and peer.

A size of None stands for all sizes. Rows without a target are for comparison only.
"""

from itertools import product

Key = tuple[str, str, int | None, str]  # part, case, size, peer

UNTURNED = ("upright, hit", "upright, miss", "upright, far apart")
TURNED = ("turned and scaled, hit", "turned and scaled, near miss")
FAR = "turned and scaled, far apart"
MOVED = "{}, after a move"
CIRCLES = "circles, all moving"
IN_A = "targets in a {}"
ONE_CONTACT = "contacts of a turned pair"
ALL_CONTACTS = "contact_arrays of turned pairs"
APART = "distance of a turned pair"
CHANGES = "Overlaps.update() of moving circles"
PAIRS_ALONE = "pair_indices alone"
WALK = "move_and_slide on tiles"
WALKERS = "CharacterController.move, on tiles and slopes"
SLIDE_ALONE = "move_and_slide alone"
BULLETS_SWEPT = "sweep_arrays of bullets"
MANY_RAYS = "raycast_arrays, rays among polygons and circles"
ONE_RAY = "raycast, one ray among polygons and circles"
IN_SIGHT = "line_of_sight among walls"
NEAREST = "nearest_indices, k = 5"
AT_A_POINT = "query_point, at rest"
IN_BOXES = "box_indices among boxes"
BOX2D = "Box2D"
RAYS_IN_WINDOW = "rays among circles in a window"
RAYS_IN_LEVEL = "rays up to {:,} px in a large level"
LISTS = "a move, and check([walls, units])"
SLIDES = "move_and_slide of a circle among n others"
MOST_OF_A_SLIDE = 4  # microseconds
STARS = "a new star of n corners"
STARS_ALLOWED = {512: 2_000, 4_096: 30_000}  # microseconds
BULK_MOVES = "move_and_slide_all and separation_arrays, 500 walls"
BULK_ALLOWED = 8_000  # microseconds
MICROSECONDS = "{} µs"
MICROSECONDS_A_MOVE = 20  # of 200 walkers at 60 frames a second, a quarter of the time
SAVED = "World.save"
RESTORED = "World.restore, all has changed"
PLAYED_AGAIN = "8 frames back, and played again"
DIGESTED = "Snapshot.digest"
WORLD_ALLOWED = {  # of 1,000 sprites with two stored numbers
    SAVED: 10,
    RESTORED: 20,
    PLAYED_AGAIN: 1_000,
    DIGESTED: 200,
}
SPRITE_MADE = "made"
SPRITE_DRAWN = "drawn by its group"
SPRITE_RECT_READ = "rect read"
SPRITE_RECT_WRITTEN = "rect written"

DROP_IN = 1.1
UNNOTICED = {"pygame_drop_in": 100e-9}  # seconds a call by which any row of a part may be slower
DROP_IN_LARGE = 0.05  # of groupcollide with 1,000 sprites in each group
DROP_IN_FEW = 0.25  # of what games call: 10 or 30 attackers, which may kill


def _table() -> dict[Key, float]:
    table: dict[Key, float] = {}
    for case in UNTURNED:
        table["one_pair", case, None, "pygame-ce"] = 0.35
    for case in (*TURNED, FAR):
        table["one_pair", case, None, "pygame-ce"] = 0.8
    table["one_pair", TURNED[0], None, "arcade"] = 0.01
    for case, peer in product((*UNTURNED, *TURNED, FAR), ("pygame-ce", "arcade")):
        table["one_pair", MOVED.format(case), None, peer] = 1.0

    for targets in (IN_A.format("list"), IN_A.format("Group")):
        for size in (10, 100, 1_000):
            table["one_against_many", targets, size, "pygame-ce"] = 0.2
        for size in (100, 1_000):
            table["one_against_many", targets, size, "arcade"] = 0.05

    table["two_groups", "bullets against enemies", 1_000, "pygame-ce"] = 0.03
    table["two_groups", "pairs within one group", 1_000, "pygame-ce"] = 0.01

    for size, tree in {100: 6.0, 1_000: 0.35, 5_000: 0.2, 10_000: 0.2, 15_000: 0.2}.items():
        table["all_pairs", CIRCLES, size, "C++ quadtree"] = tree
    for size, grid in {1_000: 2.5, 5_000: 1.2, 10_000: 1.2, 15_000: 1.2}.items():
        table["all_pairs", CIRCLES, size, "C++ grid"] = grid
    for peer in ("shapely", "pymunk", "fastquadtree"):
        table["all_pairs", CIRCLES, 10_000, peer] = 0.15
    table["all_pairs", CIRCLES, 10_000, "scipy"] = 0.25

    table["bullet_hell", "one frame", None, "pygame-ce"] = 0.05
    table["bullet_hell", "one frame", None, "arcade"] = 0.02

    table["contacts", ONE_CONTACT, None, "pymunk"] = 0.3
    table["contacts", ALL_CONTACTS, 5_000, "pymunk"] = 0.05
    table["contacts", APART, None, "shapely"] = 0.02
    table["contacts", CHANGES, 1_000, PAIRS_ALONE] = 1.4

    table["sweeps", WALK, 5_000, "arcade"] = 0.5
    table["sweeps", BULLETS_SWEPT, 5_000, PAIRS_ALONE] = 4.0

    table["walkers", WALKERS, None, SLIDE_ALONE] = 3.0
    table["walkers", WALKERS, None, MICROSECONDS.format(MICROSECONDS_A_MOVE)] = 1.0

    table["places", MANY_RAYS, None, "pymunk"] = 0.05
    table["places", ONE_RAY, None, "pymunk"] = 0.6
    table["places", IN_SIGHT, None, "arcade"] = 0.01
    table["places", NEAREST, None, "scipy"] = 2.0
    table["places", NEAREST.replace("5", "1"), None, "shapely"] = 0.2
    table["places", IN_BOXES, None, "shapely"] = 0.2
    table["places", AT_A_POINT, None, "pymunk"] = 1.0  # and it should take at most 3 us

    for size in (100, 1_000, 10_000, 100_000):
        table["box2d", RAYS_IN_WINDOW, size, BOX2D] = 0.5
    table["box2d", RAYS_IN_LEVEL.format(5_000), None, BOX2D] = 0.5

    fixed = MICROSECONDS.format
    table["crowds", SLIDES, None, fixed(MOST_OF_A_SLIDE)] = 1.0
    for size, microseconds in STARS_ALLOWED.items():
        table["crowds", STARS, size, fixed(microseconds)] = 1.0
    table["crowds", BULK_MOVES, None, fixed(BULK_ALLOWED)] = 1.0

    for case, microseconds in WORLD_ALLOWED.items():
        table["worlds", case, None, MICROSECONDS.format(microseconds)] = 1.0
    for case, peer in product((SAVED, RESTORED, PLAYED_AGAIN), ("copy.deepcopy", "pickle")):
        table["worlds", case, None, peer] = 0.01

    looks = ("spritecollide", "spritecollideany", "groupcollide")
    both = ("groupcollide", "groupcollide, kill")
    any_size = ("Rects", "FRects", "Rects and FRects", "rects in slots")
    other_groups = ("a Group subclass", "LayeredUpdates")
    cases = [*product((*any_size, "all hit", "no targets", *other_groups), {*looks, *both})]
    cases += product(("all hit, 16 attackers", "2 targets"), both)
    cases += product(("no sprites", "lists", "GroupSingle"), looks)
    for shape, search in cases:
        table["pygame_drop_in", f"{search}: {shape}", None, "pygame-ce"] = DROP_IN
    for shape in (*any_size, *other_groups, "lists"):
        table["pygame_drop_in", f"groupcollide: {shape}", 1_000, "pygame-ce"] = DROP_IN_LARGE
    for attackers, when in product((10, 30), ("", ", a frame in between", ", cold")):
        for search in both:
            case = f"{search}: {attackers} attackers{when}"
            table["pygame_drop_in", case, None, "pygame-ce"] = DROP_IN_FEW
    for case, most in {  # 2.5, 0.8, 0.15 and 0.5 us, where pygame took 0.47, 0.59, 0.06 and 0.08
        SPRITE_MADE: 5.3,
        SPRITE_DRAWN: 1.36,
        SPRITE_RECT_READ: 2.5,
        SPRITE_RECT_WRITTEN: 6.2,
    }.items():
        table["pygame_sprite", case, None, "pygame-ce"] = most
    return table


TARGETS = _table()


def allowed(part: str, case: str, size: int, peer: str) -> float | None:
    """The target of a row, or None."""
    return TARGETS.get((part, case, size, peer), TARGETS.get((part, case, None, peer)))
