"""Plain sprites and images, one question asked in every way, and user code that meddles."""

from collections.abc import Callable, Iterable
from typing import Any

from spritecol import Circle, Group, Rect, Sprite, pairs

SQUARE = Rect(0, 0, 10, 10)


class Surface:
    """An image whose size is returned by a method, as in pygame."""

    def __init__(self, width: float, height: float) -> None:
        self._size = (width, height)

    def get_size(self) -> tuple[float, float]:
        return self._size


def square(x: float = 0, y: float = 0, **attributes: Any) -> Sprite:
    """Return a sprite that covers ten by ten pixels from (x, y)."""
    return Sprite(x, y, collision=SQUARE, **attributes)


def every_road(a: Sprite, b: Sprite) -> bool:
    """Return whether a and b hit. It asks in every way there is, and all ways must agree."""
    answers = {
        a.hits(b),
        b.hits(a),
        a.hits([b]),
        same(b.check([a]), [a]),
        same(a.check(Group(b)), [b]),
        same(pairs([a, b]), [(a, b)]),
        same(pairs([b], [a]), [(b, a)]),
        len(Group(a, b).pair_indices()) == 1,
        Group(a).hits(Group(b)),
    }
    assert len(answers) == 1
    return answers.pop()


def ids(found: Iterable[Any]) -> list[Any]:
    """Return the ids of sprites, or of pairs of sprites: `==` of a user's class is not called."""
    return [tuple(map(id, item)) if type(item) is tuple else id(item) for item in found]


def same(found: Iterable[Any], expected: Iterable[Any]) -> bool:
    """Return whether two lists contain the same sprites, or pairs, in the same order."""
    return ids(found) == ids(expected)


DEFAULTS: dict[str, Any] = {
    "x": 0,
    "y": 0,
    "image": None,
    "collision": None,
    "angle": 0,
    "scale_x": 1,
    "scale_y": 1,
    "center_x": 0,
    "center_y": 0,
    "z": 0,
    "collision_enable": True,
    "collision_sync": True,
    "offset_sync": False,
    "visible": True,
}

OTHERS: dict[str, Any] = {
    "x": 1.25,
    "y": -7.5,
    "image": Surface(4, 6),
    "collision": [0, 0, 3],
    "angle": 33.5,
    "scale_x": -2.5,
    "scale_y": 0,
    "center_x": 1.5,
    "center_y": -3,
    "z": -4,
    "collision_enable": False,
    "collision_sync": False,
    "offset_sync": True,
    "visible": False,
}

# Probes for `state`: a sprite's hits with these tell where its shapes are.
PROBES = [
    Sprite(x, y, collision=Circle(0, 0, 4)) for x in range(-12, 25, 6) for y in range(-12, 25, 6)
]


def state(sprite: Sprite) -> dict[str, Any]:
    """Return all that can be read of a sprite. Nothing has changed if it is equal afterwards."""
    seen = {name: getattr(sprite, name) for name in DEFAULTS}
    seen["image"] = id(sprite.image)
    seen["collision"] = repr(sprite.collision)
    seen["shapes"] = sprite.shapes
    seen["aabb"] = repr(sprite.aabb)
    seen["vanished"] = sprite.vanished
    seen["hits"] = [PROBES.index(probe) for probe in sprite.check(PROBES)]
    return seen


class Bare(Sprite):
    """A sprite that never calls super().__init__ and takes arguments of its own."""

    def __init__(self, name: str, *things: Any, hp: int = 3, **more: Any) -> None:
        self.name = name
        self.hp = hp


class Actor(Sprite):
    """A sprite ten pixels wide that logs each call of its methods, and with which other sprite."""

    collision = SQUARE

    def __init__(self, name: str, log: list[Any], x: float = 0, **attributes: Any) -> None:
        super().__init__(x, **attributes)
        self.name = name
        self.log = log

    def shot(self, other: "Actor") -> Any:
        self.log.append(("shot", self.name, other.name))

    def hit(self, other: "Actor") -> Any:
        self.log.append(("hit", self.name, other.name))

    def update(self) -> None:
        self.log.append(self.name)

    def draw(self) -> None:
        self.log.append(self.name)


class MeddlingNumber:
    """A number that runs code of a test while it is turned into a float."""

    def __init__(self, act: Callable[[], Any], value: float = 7) -> None:
        self.act = act
        self.value = value

    def __float__(self) -> float:
        self.act()
        return float(self.value)
