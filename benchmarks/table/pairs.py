"""Who hits whom: one sprite and another, one and many, many and many."""

import random
from collections.abc import Iterable
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from measure import OURS, Way, Ways, pair_rows, row, same, there_and_back
from numpy.typing import NDArray
from scenes import sprites as scenes
from scenes.boxes import brute_force

from spritecol import Circle, Group, Rect, Sprite, check, pairs
from spritecol.spatial import candidate_pairs

WIDTH, HEIGHT = scenes.WIDTH, scenes.HEIGHT
Box = tuple[int, int, int, int]  # left, top, width, height, in whole pixels
Pairs = NDArray[np.intp]

# --- one sprite against another -----------------------------------------------------------------

SIDE = 32  # pixels along a side of both rectangles
SCALE = (1.5, 0.75)


def one_pair(moved: bool, left: int, top: int, angles: Any, size: int) -> Ways:
    """`a.hits(b)` of two rectangles, of which the first lies at (100, 100)."""
    scale = SCALE if angles else (1, 1)
    places = list(zip(((100, 100), (left, top)), angles or (0, 0), strict=True))

    def sprite(x: int, y: int, angle: float) -> Sprite:
        turned: Any = {"angle": angle, "scale_x": scale[0], "scale_y": scale[1]}
        middle: Any = {"center_x": SIDE / 2, "center_y": SIDE / 2}
        return Sprite(x, y, collision=Rect(0, 0, SIDE, SIDE), **turned, **middle)

    def pygame_ce() -> Way:
        from peers.pygame_boxes import RectSprite, pygame

        a, b = (RectSprite(x, y, SIDE, SIDE) for (x, y), _ in places)
        names = {"a": a, "b": b, "collide_rect": pygame.sprite.collide_rect}
        more: Any = {"note": "upright rects instead", "read": None} if angles else {}
        return there_and_back("collide_rect(a, b)", "a.rect.x", names, moved, **more)

    def arcade() -> Way:
        from peers.arcade_lists import arcade, box

        a, b = (box(x, y, SIDE, SIDE, angle, scale) for (x, y), angle in places)
        names = {"a": a, "b": b, "check": arcade.check_for_collision}
        return there_and_back("check(a, b)", "a.center_x", names, moved)

    a, b = (sprite(*place, angle) for place, angle in places)
    ours = there_and_back("a.hits(b)", "a.x", {"a": a, "b": b}, moved)
    return {OURS: ours, "pygame-ce": pygame_ce, "arcade": arcade}


for _moved, (_case, _place) in product(
    (False, True),
    {
        "upright, hit": (120, 110, None),
        "upright, miss": (90, 133, None),  # one above the other
        "upright, far apart": (700, 500, None),
        "turned and scaled, hit": (120, 110, (30, 100)),
        "turned and scaled, near miss": (142, 120, (30, 100)),  # the boxes round them overlap
        "turned and scaled, far apart": (700, 500, (30, 100)),
    }.items(),
):
    _most = {"pygame-ce": 0.8 if _place[2] else 0.35}
    if _case == "turned and scaled, hit":
        _most["arcade"] = 0.01
    if _moved:
        _case, _most = f"{_case}, after a move", {"pygame-ce": 1.0, "arcade": 1.0}
    row("one_pair", _case, 2, most=_most)(partial(one_pair, _moved, *_place))

# --- one sprite against many that rest -----------------------------------------------------------

DENSE = 1_000  # sprites in the window of the scenes; fewer have a smaller one
PLAYER = 40  # pixels


def one_and_many(count: int) -> list[Box]:
    """The one in the middle, then those around it."""
    rng = random.Random(count)
    scale = (count / DENSE) ** 0.5
    width, height = int(WIDTH * scale), int(HEIGHT * scale)
    middle = ((width - PLAYER) // 2, (height - PLAYER) // 2, PLAYER, PLAYER)

    def sides() -> tuple[int, int]:
        return rng.randint(10, 30), rng.randint(10, 30)

    many = [(rng.randrange(-10, width), rng.randrange(-10, height), *sides()) for _ in range(count)]
    return [middle, *many]


def one_against_many(moved: bool, kind: Any, count: int) -> Ways:
    """`sprite.check(targets)`, targets in a list or in a Group."""
    boxes = one_and_many(count)

    def way(check: str, x: str, one: Any, members: Iterable[Any], many: Any, **more: Any) -> Way:
        numbers = {id(member): number for number, member in enumerate(members)}
        names = {"one": one, "many": many, "find": more.pop("find", None)}

        def read(found: Iterable[Any]) -> list[int]:
            return sorted(numbers[id(member)] for member in found)

        return there_and_back(check, x, names, moved, read=read, **more)

    def pygame_ce() -> Way:
        from peers.pygame_boxes import RectSprite, pygame

        one, *many = (RectSprite(*box) for box in boxes)
        group, find = pygame.sprite.Group(many), pygame.sprite.spritecollide
        code, note = "find(one, many, False)", "whole-pixel rects"
        return way(code, "one.rect.x", one, many, group, find=find, note=note)

    def arcade() -> list[Way]:
        from peers.arcade_lists import HASHED, arcade, box, sprite_list

        find, lists = arcade.check_for_collision_with_list, {}
        for hashed, name in HASHED.items():
            lists[name] = sprite_list(boxes[1:], hashed)
        return [
            way("find(one, many)", "one.center_x", box(*boxes[0]), many, many, find=find, name=name)
            for name, many in lists.items()
        ]

    one, *many = (Sprite(x, y, collision=Rect(0, 0, w, h)) for x, y, w, h in boxes)
    ours = way("one.check(many)", "one.x", one, many, kind(many))
    return {OURS: ours, "pygame-ce": pygame_ce, "arcade": arcade}


for (_name, _kind), _moved in product({"list": list, "Group": Group}.items(), (False, True)):
    _of_many: dict[Any, float] = {"pygame-ce": 0.2, ("arcade", 100): 0.05, ("arcade", 1_000): 0.05}
    row(
        "one_against_many",
        f"targets in a {_name}" + ", after a move" * _moved,
        (10, 100, 1_000),
        most={} if _moved else _of_many,
    )(partial(one_against_many, _moved, _kind))

# --- many against many --------------------------------------------------------------------------

MOMENTS = 64  # places that each bullet goes to before it comes back
STEP = 5  # pixels that a bullet moves in a frame, at most


def squares(count: int, side: int, seed: int) -> list[Box]:
    """Squares of whole pixels anywhere in the window."""
    rng = random.Random(seed)
    return [(rng.randrange(WIDTH), rng.randrange(HEIGHT), side, side) for _ in range(count)]


class Bullet(Sprite):
    """Counts its shots."""

    shots = 0

    def shot(self, enemy: "Enemy") -> None:
        self.shots += 1


class Enemy(Sprite):
    """Counts the hits it takes."""

    hits_taken = 0

    def hit(self, bullet: Bullet) -> None:
        self.hits_taken += 1


def two_groups(side: int, share: int, count: int) -> Ways:
    """Bullets that are moved one by one, against enemies, with callbacks; or among themselves."""
    bullets, enemies = squares(count, side, 1), squares(count // share if share else 0, 32, 2)
    rng = random.Random(3)
    ys = [[top + rng.randint(-STEP, STEP) for _, top, *_ in bullets] for _ in range(MOMENTS)]

    def group(kind: type[Sprite], boxes: list[Box]) -> Group:
        square = Rect(0, 0, *boxes[0][2:]) if boxes else None
        return Group(kind(left, top, collision=square) for left, top, *_ in boxes)

    def spritecol() -> Way:
        movers, others = group(Bullet, bullets), group(Enemy, enemies)
        numbers = {sprite: number for number, sprite in enumerate([*movers, *others])}

        def frame(moment: int) -> Any:
            for bullet, y in zip(movers, ys[moment], strict=True):
                bullet.y = y
            return check(movers, others) if others else pairs(movers)

        def read(found: Any) -> Pairs:
            return pair_rows([(numbers[a], numbers[b]) for a, b in found])

        return Way(frame, moments=MOMENTS, read=read)

    def by_pygame(indexed: bool) -> Way:
        from peers.pygame_boxes import Bullet, Enemy, collisions, pygame

        find: Any
        kind: Any
        find, kind, bounds = pygame.sprite.groupcollide, pygame.sprite.Group, {}
        if indexed:
            from fastquadtree import pygame as with_tree

            find, kind = with_tree.groupcollide, with_tree.Group
            bounds = {"bounds": (-100, -100, WIDTH + 120, HEIGHT + 180)}
        movers: Any = pygame.sprite.Group([Bullet(*box, k) for k, box in enumerate(bullets)])
        sprites = [Enemy(*box, k) for k, box in enumerate(enemies, len(bullets))]
        others = kind(sprites or movers.sprites(), **bounds)
        if not enemies:
            movers = others

        def frame(moment: int) -> Any:
            for bullet, y in zip(movers, ys[moment], strict=True):
                bullet.rect.y = y
            found = find(movers, others, False, False)
            if enemies:
                for bullet, hit in found.items():
                    for enemy in hit:
                        bullet.shot(enemy)
                        enemy.hit(bullet)
            return found

        note = "whole-pixel rects"
        note += "" if enemies else "; reports each pair twice, and each sprite with itself"
        return Way(frame, moments=MOMENTS, read=collisions, note=note)

    def arcade() -> list[Way]:
        from peers.arcade_lists import HASHED, arcade, sprite_list

        def by(hashed: bool) -> Way:
            movers = sprite_list(bullets, hashed and not enemies)
            others = sprite_list(enemies, hashed, len(bullets)) if enemies else movers
            middles = [[y + side / 2 for y in one] for one in ys]

            def frame(moment: int) -> Any:
                for bullet, y in zip(movers, middles[moment], strict=True):
                    bullet.center_y = y
                found = []
                for bullet in movers:
                    for enemy in arcade.check_for_collision_with_list(bullet, others):
                        found.append((bullet.number, enemy.number))
                        if enemies:
                            bullet.shot(enemy)
                            enemy.hit(bullet)
                return found

            return Way(frame, moments=MOMENTS, read=once, name=HASHED[hashed])

        return [by(hashed) for hashed in HASHED]

    return {
        OURS: spritecol(),
        "pygame-ce": partial(by_pygame, False),
        "fastquadtree.pygame": partial(by_pygame, True),
        "arcade": arcade,
    }


def once(found: Iterable[tuple[int, int]]) -> Pairs:
    """The pairs of a search that gives each twice."""
    return pair_rows([(a, b) for a, b in found if a < b])


row("two_groups", "bullets against enemies", 1_000, quick=100, most={"pygame-ce": 0.03})(
    partial(two_groups, 8, 5)
)
row("two_groups", "pairs within one group", 1_000, quick=100, most={"pygame-ce": 0.01})(
    partial(two_groups, 20, 0)
)

# --- all pairs of moving circles ----------------------------------------------------------------

# Places that circles go to before they come back. A processor learns by heart how comparisons end
# in a small scene with but a few moments (measured: with 4, a grid of 1,000 circles took two thirds
# of its time), and no game is like that.
PLACES = 200_000
FEWEST, MOST = 8, 512  # moments
AWAY = 2.0  # pixels that a circle is away from where it was made, at most, on each axis
FAR = 20 + AWAY  # pixels: no circle is farther outside the window
BRUTE = 2_000  # boxes that NumPy compares each with each; more would need gigabytes
CAPACITY = 16  # boxes of fastquadtree's cell before it is split; 8 to 32 took the same time


class Circles:
    """Circles of the classic benchmark, moment by moment, in arrays that each reads in its way."""

    def __init__(self, count: int) -> None:
        sprites = scenes.circles(count)
        self.count, self.group = count, Group(sprites)
        rng = np.random.default_rng(count)
        self.moments = min(max(PLACES // count, FEWEST), MOST)
        self.xs, self.ys = (
            [column + rng.uniform(-AWAY, AWAY, count) for _ in range(self.moments)]
            for column in (self.group.x, self.group.y)
        )
        radii = [
            shape.radius for one in sprites for shape in one.shapes if isinstance(shape, Circle)
        ]
        self.radius = np.array(radii)

    def ours(self) -> Way:
        """New columns, then the pairs as positions."""

        def frame(moment: int) -> Pairs:
            self.group.x = self.xs[moment]
            self.group.y = self.ys[moment]
            return self.group.pair_indices()

        return self.way(frame)

    def way(self, frame: Any, **more: Any) -> Way:
        """One that goes through all moments, and whose answer is pairs."""
        return Way(frame, moments=self.moments, **{"read": pair_rows, **more})

    def by_boxes(self, frame: Any, **more: Any) -> Way:
        """One that finds the pairs of the boxes around the circles."""
        return self.way(
            lambda moment: (moment, frame(moment)),
            read=lambda found: (found[0], pair_rows(found[1])),
            agree=lambda ours, theirs: same(self.box_pairs(theirs[0]), theirs[1]),
            note="bounding boxes, not circles",
            **more,
        )

    def boxes(self, moment: int) -> NDArray[np.float64]:
        """The boxes around them."""
        x, y, r = self.xs[moment], self.ys[moment], self.radius
        return np.stack([x - r, y - r, x + r, y + r], axis=1)

    def box_pairs(self, moment: int) -> Pairs:
        """The pairs of these."""
        boxes = self.boxes(moment)
        return pair_rows(brute_force(boxes) if self.count <= BRUTE else candidate_pairs(boxes))

    def places(self) -> list[list[tuple[float, float]]]:
        """The middles, moment by moment."""
        both = zip(self.xs, self.ys, strict=True)
        return [list(zip(x.tolist(), y.tolist(), strict=True)) for x, y in both]

    def firm(self, moment: int, found: Pairs) -> Pairs:
        """The pairs without those that float32 may decide either way.

        These are nearer to touching than the rounding of their numbers, and of what is computed
        from them: at most 8 units in the last place (of 2**-24) of the largest coordinate.
        """
        x, y, r = self.xs[moment], self.ys[moment], self.radius
        i, j = found.T
        gap = np.hypot(x[i] - x[j], y[i] - y[j]) - (r[i] + r[j])
        firm: Pairs = found[np.abs(gap) > 8 * 2.0**-24 * WIDTH]
        return firm


def by_cpp(scene: Circles, function: str, depth: int = 0) -> Way:
    """A function of the C++ program, which takes its own time."""
    from peers import programs

    library = programs.circles()
    call, last = getattr(library, function), 0
    more = (depth, float(WIDTH), float(HEIGHT)) if depth else ()
    columns = [*zip(scene.xs, scene.ys, strict=True)]

    def frame(moment: int) -> float:
        nonlocal last
        last = moment
        arrays = (*columns[moment], scene.radius)
        return float(call(*map(programs.passed, arrays), scene.count, *map(programs.passed, more)))

    def read(seconds: float) -> Pairs:
        count = library.pair_count()
        return pair_rows(np.ctypeslib.as_array(library.pairs(), (count, 2)) if count else [])

    def firm(ours: Pairs, theirs: Pairs) -> bool:
        return same(scene.firm(last, ours), scene.firm(last, theirs))

    exact: Any = {"agree": firm, "name": "float32"} if function == "uniform_grid" else {}
    named = {"name": f"depth {depth}"} if depth else {}
    return scene.way(frame, read=read, clocked=True, **exact, **named)


def by_shapely(scene: Circles) -> Way:
    """STRtree: boxes are made from arrays, packed into a tree and asked in bulk."""
    import shapely

    def frame(moment: int) -> Any:
        boxes = shapely.box(*scene.boxes(moment).T)
        found = shapely.STRtree(boxes).query(boxes)
        return found[:, found[0] < found[1]].T

    return scene.by_boxes(frame)


def by_scipy(scene: Circles) -> list[Way]:
    """A cKDTree of the middles: pairs within the largest reach, then NumPy looks at the radii."""
    from scipy.spatial import cKDTree

    def by(name: str, **options: bool) -> Way:
        def frame(moment: int) -> Pairs:
            x, y, r = scene.xs[moment], scene.ys[moment], scene.radius
            tree = cKDTree(np.stack([x, y], axis=1), **options)
            close: Pairs = tree.query_pairs(2 * r.max(), output_type="ndarray")
            i, j = close.T
            dx, dy, reach = x[i] - x[j], y[i] - y[j], r[i] + r[j]
            hit: Pairs = close[dx * dx + dy * dy < reach * reach]
            return hit

        return scene.way(frame, name=name)

    return [
        by("as it comes"),
        by("not balanced", balanced_tree=False),
        by("not balanced, not compact", balanced_tree=False, compact_nodes=False),
    ]


def by_pymunk(scene: Circles) -> list[Way]:
    """A kinematic body each, moved in bulk; a step finds who touches, and solves nothing.

    The batch module sets positions and reads the pairs, which is the fastest that pymunk offers.
    """
    import pymunk
    from pymunk import batch

    def by(hashed: bool) -> Way:
        space, places, found = pymunk.Space(), batch.Buffer(), batch.Buffer()
        space.collision_persistence = 1  # forget a pair in the first step that lacks it
        if hashed:
            space.use_spatial_hash(2 * float(scene.radius.mean()), scene.count)
        numbers = {}
        for position, radius in enumerate(scene.radius.tolist()):
            body = pymunk.Body(body_type=pymunk.Body.KINEMATIC)
            space.add(body, pymunk.Circle(body, radius))
            numbers[body.id] = position
        # The order in which the batch module goes through the bodies.
        batch.get_space_bodies(space, batch.BodyFields.BODY_ID, places)
        ids = np.frombuffer(places.int_buf(), np.int64).tolist()
        order = np.array([numbers[number] for number in ids])
        both = batch.ArbiterFields.BODY_A_ID | batch.ArbiterFields.BODY_B_ID

        def frame(moment: int) -> Any:
            x, y = scene.xs[moment], scene.ys[moment]
            places.set_float_buf(np.stack([x[order], y[order]], axis=1))
            batch.set_space_bodies(space, batch.BodyFields.POSITION, places)
            space.step(1e-9)
            found.clear()
            batch.get_space_arbiters(space, both, found)
            return np.frombuffer(found.int_buf(), np.int64).copy()

        return scene.way(
            frame,
            read=lambda ids: pair_rows([numbers[number] for number in ids.tolist()]),
            name="spatial hash" if hashed else "tree of boxes",
            note="pairs of pymunk's body ids, not of positions",
        )

    return [by(hashed) for hashed in (False, True)]


def by_fastquadtree(scene: Circles) -> Way:
    """A tree of boxes, filled in bulk and asked box by box: it has no query in bulk."""
    import fastquadtree

    bounds = (-FAR, -FAR, WIDTH + FAR, HEIGHT + FAR)

    def frame(moment: int) -> Pairs:
        boxes = scene.boxes(moment)
        tree = fastquadtree.RectQuadTree(bounds, CAPACITY, dtype="f64")
        tree.insert_many_np(boxes)
        query = tree.query_np
        found = [query(box)[0] for box in map(tuple, boxes.tolist())]
        a = np.repeat(np.arange(len(found)), [len(ids) for ids in found])
        b = np.concatenate(found).astype(np.intp)
        return np.stack([a, b], axis=1)[a < b]

    return scene.by_boxes(frame)


def by_arcade(scene: Circles) -> list[Way]:
    """The boxes around the circles move one by one; each asks the list that they are in."""
    from peers.arcade_lists import FEW, HASHED, arcade, sprite_list

    places, sides = scene.places(), (2 * scene.radius).tolist()
    find = arcade.check_for_collision_with_list

    def by(hashed: bool) -> Way:
        sprites = sprite_list([(0.0, 0.0, side, side) for side in sides], hashed)

        def frame(moment: int) -> Any:
            for sprite, place in zip(sprites, places[moment], strict=True):
                sprite.position = place
            found = [(a.number, b.number) for a in sprites for b in find(a, sprites)]
            return [(a, b) for a, b in found if a < b]

        return scene.by_boxes(frame, name=HASHED[hashed])

    return [by(hashed) for hashed in HASHED if hashed or scene.count <= FEW]


def by_pygame(scene: Circles) -> Way:
    """All circles move one by one; groupcollide of a Group with itself by `collide_circle`."""
    from peers.pygame_boxes import RectSprite, collisions, pygame

    balls = [RectSprite(0, 0, 0, 0, number) for number in range(scene.count)]
    for ball, radius in zip(balls, scene.radius.tolist(), strict=True):
        ball.rect, ball.radius = pygame.FRect(0, 0, 2 * radius, 2 * radius), radius
    group, places = pygame.sprite.Group(balls), scene.places()
    find, by = pygame.sprite.groupcollide, pygame.sprite.collide_circle

    def frame(moment: int) -> Any:
        for ball, place in zip(balls, places[moment], strict=True):
            ball.rect.center = place
        return find(group, group, False, False, by)

    note = "rects of 32-bit floats; reports each pair twice, and each sprite with itself"
    return scene.way(frame, read=collisions, note=note)


TREE = {100: 6.0, 1_000: 0.35, 5_000: 0.2, 10_000: 0.2, 15_000: 0.2}
GRID = {1_000: 2.5, 5_000: 1.2, 10_000: 1.2, 15_000: 1.2}


@row(
    "all_pairs",
    "circles, all moving",
    (100, 1_000, 5_000, 10_000, 15_000),
    quick=60,
    most={
        **{("C++ quadtree", count): most for count, most in TREE.items()},
        **{("C++ grid", count): most for count, most in GRID.items()},
        **{(peer, 10_000): 0.15 for peer in ("shapely", "pymunk", "fastquadtree")},
        ("scipy", 10_000): 0.25,
    },
)
def all_pairs(count: int) -> Ways:
    """All peers that are fast enough for that many circles."""
    scene = Circles(count)
    made: dict[str, Any] = {
        "C++ quadtree": lambda: [by_cpp(scene, "quadtree", depth) for depth in range(1, 11)],
        "C++ grid": lambda: by_cpp(scene, "uniform_grid"),
        "C++ brute force": lambda: by_cpp(scene, "brute_force"),
        "shapely": lambda: by_shapely(scene),
        "scipy": lambda: by_scipy(scene),
        "pymunk": lambda: by_pymunk(scene),
        "fastquadtree": lambda: by_fastquadtree(scene),
    }
    if count <= 5_000:  # beyond, arcade takes seconds a frame
        made["arcade"] = lambda: by_arcade(scene)
    if count <= 1_000:
        made["pygame-ce"] = lambda: by_pygame(scene)
    return {OURS: scene.ours(), **made}
