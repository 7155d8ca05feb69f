"""What goes wrong, and what the errors say."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import shapely

from spritecol import (
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    Triangle,
    check,
    clean,
    draw,
    pairs,
    update,
)
from spritecol.spatial import CellSpace, LinearQuadtree, candidate_pairs
from spritecol.tiles import shapes_from_tiles
from support.answer_scenes.cast import Actor, Surface
from support.tape import Tape, scene

BOWTIE = shapely.Polygon([(0, 0), (4, 4), (4, 0), (0, 4)])
NAN, INF = float("nan"), float("inf")

NO_NUMBERS: list[Any] = ["abc", None, [], 1j, NAN, INF, -1e13, 10**400, b"5"]
NO_COLLISIONS: list[Any] = [5, "abc", Circle, ["a", "b"], [1, "a"], [Circle(0, 0, 1), 5], [1]]
NO_COLLISIONS += [[1, 2, 3, 4, 5], [[1, 2], [3]], [0, 0, -1], [NAN, 1], [0, 0, 1e13, 5], BOWTIE]
NO_COLLISIONS += [shapely.LineString([(0, 0), (1, 1)]), np.zeros((2, 5)), {"a": 1}]
NO_IMAGES: list[Any] = [5, "abc", [4, 4], Surface(-1, 5), Surface(NAN, 5)]
NO_COLUMNS: list[Any] = [[1, 2], np.zeros((3, 1)), "abc", None, [1, 2, None], [1, NAN, 3], 1e13]
NO_COLUMNS += [np.array([1, 2, 3j]), [[1, 2, 3]], ["1", "2", "3"], {1, 2, 3}]
NO_CALLBACKS: list[Any] = [5, 1.5, [], b"shot", True, "misspelled"]
NO_TARGETS: list[Any] = [5, "abc", b"", [Actor(), [5]], [Circle(0, 0, 1)], np.zeros(3), 1.5]


NO_BOXES: list[Any] = [5, "abc", None, [[0, 0, 1]], [[0, 0, NAN, 1]], [[5, 0, 0, 1]]]
NO_BOXES += [np.zeros((2, 2, 4))]
NO_GRIDS: list[Any] = [5, "abc", [[1], [1, 2]], [[NAN]], [["a"]], np.zeros(3), [[None]]]
NUMBERS = ("x", "y", "angle", "scale_x", "scale_y", "center_x", "center_y", "z")
SWITCHES = ("collision_enable", "collision_sync", "offset_sync", "visible")

# A subject, a function, and what it is called with.
Misuse = tuple[Any, ...]


def _made(**attributes: Any) -> None:
    Sprite(**attributes)


def _subclass(collision: Any) -> None:
    type("Kind", (Sprite,), {"collision": collision})()


def _shape_misuses() -> Iterator[Misuse]:
    good: dict[Callable[..., Shape], list[float]] = {
        Point: [1, 2],
        Segment: [1, 2, 3, 4],
        Circle: [1, 2, 3],
        Ellipse: [1, 2, 3, 4, 5],
        Rect: [1, 2, 3, 4, 5],
        Triangle: [1, 2, 3, 4, 6, 9],
    }
    for kind, numbers in good.items():
        for place in range(len(numbers)):
            for bad in ("5", None, NAN, 1e13, -1):
                yield "number of a shape", kind, *numbers[:place], bad, *numbers[place + 1 :]
        yield "name", partial(kind, name=5), *numbers
        yield "too few", kind
    for points in ((), ((0, 0),), ((0, 0), (1, 1), (2, 2)), ((0, 0), (9, 9), (9, 0), (0, 9)), 5):
        yield "points", Polygon, points
    yield "hole", Polygon, [(0, 0), (9, 0), (0, 9)], [[(20, 20), (21, 20), (20, 21)]]
    yield "geometry", Polygon.from_geometry, shapely.Point(0, 0)
    yield "frozen", setattr, Circle(0, 0, 1), "r", 5


def _sprite_misuses() -> Iterator[Misuse]:
    sprite = Actor(collision=Rect(0, 0, 9, 9))
    for name in NUMBERS:
        for bad in NO_NUMBERS:
            yield f"set {name}", setattr, sprite, name, bad
            yield f"made {name}", partial(_made, **{name: bad})
    for name in SWITCHES:
        for bad in ("abc", None, 1.5, 1j):
            yield f"set {name}", setattr, sprite, name, bad
    for bad in NO_COLLISIONS:
        yield "collision", setattr, sprite, "collision", bad
        yield "collision of a class", _subclass, bad
    for bad in NO_IMAGES:
        yield "image", partial(_made, image=bad)
    for name in ("aabb", "world_shapes", "geometry", "shapes", "vanished"):
        yield f"read only {name}", setattr, sprite, name, 5
    for name in ("x", "collision", "angle"):
        yield f"delete {name}", delattr, sprite, name
    yield "nonsense", partial(_made, nonsense=1)


def _group_misuses() -> Iterator[Misuse]:
    sprite, trio = Actor(collision=Rect(0, 0, 9, 9)), Group(Actor(), Actor(), Actor())
    for name in ("x", "angle", "scale_y"):
        for bad in NO_COLUMNS:
            yield f"column {name}", setattr, trio, name, bad
    yield "column aabbs", setattr, trio, "aabbs", np.zeros((3, 4))
    for bad in NO_TARGETS:
        yield "sprite.check", sprite.check, bad
        yield "sprite.hits", sprite.hits, bad
        yield "check", check, bad
        yield "check, targets", check, [sprite], bad
        yield "pairs", pairs, bad
        yield "pairs, second", pairs, [sprite], bad
        yield "Group", Group, sprite, bad
        for method in (trio.add, trio.hits, trio.pairs, trio.pair_indices, trio.check):
            yield f"group.{method.__name__}", method, bad
    yield "check on the class", Actor.check, [sprite], [sprite]
    yield "None for targets", check, [sprite], None
    yield "None for the other", pairs, [sprite], None
    yield "itself", trio.add, trio
    yield "no member", trio.remove, sprite
    other = Actor(collision=Circle(0, 0, 5))
    for bad in NO_CALLBACKS:
        yield "shot", partial(check, shot=bad), sprite, other
        yield "hit", partial(Group(other).check, hit=bad), sprite
    functions: list[Callable[..., Any]] = [check, pairs, update, draw, clean]
    for function in functions:
        yield "no arguments", function
        yield "nonsense", partial(function, nonsense=1), []


def _spatial_misuses() -> Iterator[Misuse]:
    bounds = (0, 0, 9, 9)
    tree = LinearQuadtree(bounds, 2)
    for bad in NO_BOXES:
        yield "boxes", candidate_pairs, bad
        yield "build", LinearQuadtree.build, bad
        yield "query", tree.query, bad
        yield "bounds", LinearQuadtree, bad, 3
    for depth in (-1, 99, 1.5, "a"):
        yield "depth", LinearQuadtree, bounds, depth
    for numbers in ((0, 5, 1, 1), (5, NAN, 1, 1), (5, 5, 0, 1), (5, 5, 1.5, 1), (5, 5, 1e9, 1e9)):
        yield "space", CellSpace, *numbers
    yield "unknown item", tree.move, "a", (0, 0, 1, 1)
    yield "unknown item", CellSpace(9, 9, 2, 2).remove, "a"
    yield "unhashable", tree.insert, [], (0, 0, 1, 1)
    for bad in NO_GRIDS:
        yield "grid", shapes_from_tiles, bad, 16, 16
    for size in (0, -1, "a", NAN, 1e13):
        yield "tile size", shapes_from_tiles, [[1]], size, 16


@scene("error messages")
def _errors(tape: Tape) -> None:
    for misuses in (_shape_misuses, _sprite_misuses, _group_misuses, _spatial_misuses):
        for subject, call, *arguments in misuses():
            tape.ask(subject, call, *arguments)


@scene("error messages of drop-ins", needs="pygame")
def _pygame_errors(tape: Tape) -> None:
    import pygame

    from spritecol.integrations import pygame as ours

    sprite: Any = ours.Sprite
    surface = pygame.Surface((9, 9))
    group = pygame.sprite.Group(pygame.sprite.Sprite())
    one = group.sprites()[0]
    ratio: Any = ours.collide_rect_ratio
    refused: list[Misuse] = [
        (ours.shapes_from_surface, 5),
        (ours.shapes_from_surface, surface, -1),
        (ours.shapes_from_surface, surface, 1, 256),
        (ours.shapes_from_surface, surface, 1, 1.5),
        (ours.draw_shapes, 5, []),
        (ours.draw_shapes, surface, [5]),
        (partial(ours.draw_shapes, outline="no color"), surface, []),
        (partial(ours.draw_shapes, width=0), surface, []),
        (sprite, 5),
        (partial(sprite, x="a"),),
        (partial(sprite, image=5),),
        (ours.spritecollide, 5, group, False),
        (ours.groupcollide, group, group, False, False),
        (lambda: ratio("a")(one, one),),
        (Sprite(collision=Rect(0, 0, 9, 9)).check, group),
    ]
    for call, *arguments in refused:
        tape.ask("refused", call, *arguments)
