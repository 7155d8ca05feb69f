"""The functions and sprites of pygame and arcade beside those of spritecol that replace them.

Both search the same sprites, squares of 16 px on 1280 by 720, and must find the same.

A game calls a search once in a frame, when what it did in between has taken the sprites out of the
processor's caches. "a frame in between" writes 8 MB before each call, as a game does that copies a
background to a screen of 1280 by 720; "cold" writes 64 MB, so that nothing is left in any cache.
"""

import random
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
import pygame
from measure import OURS, Way, Ways, row
from pygame import sprite as pygames
from scenes.sprites import HEIGHT, WIDTH

from spritecol import check
from spritecol.integrations import pygame as ours

SIDE = 16  # pixels
FEW = 25  # sprites of a quick run, in a window in which some overlap, too


def window_of(count: int) -> tuple[int, int]:
    """Where so many sprites are."""
    return (90, 60) if count == FEW else (WIDTH, HEIGHT)


# --- pygame's functions -------------------------------------------------------------------------

TESTS: dict[str, Callable[[Any], Any]] = {
    "rects (None)": lambda module: None,
    "collide_circle": lambda module: module.collide_circle,
    "collide_mask": lambda module: module.collide_mask,
    "collide_rect": lambda module: module.collide_rect,
    "collide_rect_ratio": lambda module: module.collide_rect_ratio(0.8),
    "collide_circle_ratio": lambda module: module.collide_circle_ratio(0.8),
    "a user's function": lambda module: lambda left, right: False,
}
RECTS, SOME = tuple(TESTS)[:1], tuple(TESTS)[:3]
SEARCHES = {
    "spritecollide": "spritecollide(one, b, False, c)",
    "spritecollideany": "spritecollideany(one, b, c)",
    "groupcollide": "groupcollide(a, b, False, False, c)",
    "groupcollide, kill": "groupcollide(a, b, False, True, c)",
}
LOOKS, BOTH = tuple(SEARCHES)[:3], tuple(SEARCHES)[2:]


class SlotSprite(pygames.Sprite):
    """A sprite with plain attributes in place of pygame's property."""

    __slots__ = ("mask", "radius", "rect")


class OwnGroup(pygames.Group):  # type: ignore[type-arg]
    """A Group class of a user."""


class Shape(NamedTuple):
    """A kind of scene, and what is measured there."""

    sizes: tuple[int, ...] = (1, 30, 1_000)
    tests: tuple[str, ...] = SOME
    searches: tuple[str, ...] = tuple(SEARCHES)
    kinds: tuple[Any, ...] = (pygame.Rect,)  # of rects, by turns
    sprite: Callable[[], Any] = pygames.Sprite
    attackers: int | None = None  # None: as many as there are sprites
    targets: int | None = None
    near: bool = False  # all at one place
    group: Callable[[], Any] = pygames.Group  # or a list, in which kills leave everything
    written: int = 0  # MB before each call

    def most(self, search: str) -> dict[Any, float]:
        """Ours / theirs, at most: without sprites a call may take a tenth of a microsecond more."""
        found = {size: 1.1 if size else 1.5 for size in self.sizes}
        if self.attackers is not None and not self.near:  # what games call
            found |= {size: 0.25 for size in self.sizes if size >= MANY}
        elif not self.near and self.targets is None and search == "groupcollide":
            found[1_000] = 0.05
        return {("pygame-ce", size): most for size, most in found.items()}


MANY = 500  # targets
SIZES = (0, 1, 3, 30, 1_000)
SHAPES = {
    "Rects": Shape((1, 3, 10, 30, 100, 1_000), tuple(TESTS)),
    "FRects": Shape(kinds=(pygame.FRect,)),
    "Rects and FRects": Shape(kinds=(pygame.Rect, pygame.FRect)),
    "rects in slots": Shape(sprite=SlotSprite),
    "all hit": Shape((3, 16, 100), near=True),
    "all hit, 16 attackers": Shape((100, 1_000), searches=BOTH, attackers=16, near=True),
    "2 attackers": Shape((8,), RECTS, BOTH, attackers=2),
    "3 attackers": Shape((3, 30), RECTS, BOTH, attackers=3),
    **{
        f"{attackers} attackers{when}": Shape(
            (10, MANY, 5_000), RECTS, BOTH, attackers=attackers, written=written
        )
        for attackers in (10, 30)
        for when, written in {"": 0, ", a frame in between": 8, ", cold": 64}.items()
    },
    "many": Shape((5_000,), RECTS, BOTH[1:]),
    "2 targets": Shape((3, 30, 1_000), searches=BOTH, targets=2),
    "no targets": Shape((1, 30), targets=0),
    "no sprites": Shape((0,), searches=LOOKS),
    "lists": Shape(SIZES, searches=LOOKS, group=list),
    "a Group subclass": Shape(SIZES, group=OwnGroup),
    "LayeredUpdates": Shape(SIZES, group=pygames.LayeredUpdates),
    "GroupSingle": Shape((0, 1), searches=LOOKS, group=pygames.GroupSingle),
}

COMPARED = (
    "Rects",
    "all hit",
    "2 attackers",
    "3 attackers",
    "10 attackers",
    "30 attackers",
    "many",
)


def searching(shape: Shape, search: str, test: str, count: int) -> Ways:
    """A search by both modules, in two groups or for one sprite."""
    chance = random.Random(count)
    mask, (width, height) = pygame.mask.Mask((SIDE, SIDE), fill=True), window_of(count)

    def sprite(number: int) -> Any:
        """A sprite with all that the tests look at."""
        made: Any = shape.sprite()
        where = chance.randrange(width - SIDE), chance.randrange(height - SIDE)
        kind = shape.kinds[number % len(shape.kinds)]
        made.rect = kind(*((0, 0) if shape.near else where), SIDE, SIDE)
        made.mask, made.radius = mask, SIDE / 2
        return made

    counts = (count if some is None else some for some in (shape.attackers, shape.targets))
    sprites_a, sprites_b = ([sprite(k) for k in range(some)] for some in counts)
    a, b, one = shape.group(), shape.group(), sprite(0)
    others_work = np.zeros(shape.written << 17)  # eight bytes each

    def fill(moment: int = 0) -> None:
        """Put back the sprites that were killed."""
        for group, sprites in ((a, sprites_a), (b, sprites_b)):
            group.clear() if type(group) is list else group.empty()
            group.extend(sprites) if type(group) is list else group.add(sprites)
        others_work[:] += 1

    name, code = search.partition(",")[0], SEARCHES[search]

    def way(module: Any) -> Way:
        names = {"one": one, "a": a, "b": b, "c": TESTS[test](module)}
        names[name] = getattr(module, name)
        fill()
        call = eval(f"lambda moment: {code}", names)
        kills = search.endswith("kill") and bool(call(0))
        fill()
        if kills or shape.written:  # who hits nothing kills nothing
            return Way(call, before=fill, name=test)
        return Way(code, names, name=test)

    return {OURS: way(ours), "pygame-ce": way(pygames)}


for _name, _shape in SHAPES.items():
    for _search in _shape.searches:
        for _test in _shape.tests:
            _slow = _test == "a user's function" and _search in BOTH  # and as slow on both sides
            row(
                "pygame_drop_in",
                f"{_search}: {_name}",
                [size for size in _shape.sizes if size < MANY or not _slow],
                quick=1 if _shape.group is pygames.GroupSingle else FEW,
                most=_shape.most(_search),
                detail=_test,
                compared=_test in RECTS and _name in COMPARED,
            )(partial(searching, _shape, _search, _test))

# --- the sprite of both -------------------------------------------------------------------------


def sprite_of_both(code: str, per: int, count: int) -> Ways:
    """A game's sprite of 32 by 32 pixels; pygame's knows no pose. The rects are compared."""
    image, screen = pygame.Surface((32, 32)), pygame.Surface((640, 480))

    class Theirs(pygames.Sprite):
        """A sprite as pygame's users write it."""

        def __init__(self, x: float, y: float, image: pygame.Surface) -> None:
            super().__init__()
            self.image = image
            self.rect = image.get_rect(topleft=(x, y))

    class Ours(ours.Sprite):
        """Such a sprite, converted as the guide says."""

        def __init__(self, x: float, y: float, image: pygame.Surface) -> None:
            super().__init__(x=x, y=y, image=image)

    def way(kind: Any) -> Way:
        sprites = [kind(61 * k % 640, 37 * k % 480, image) for k in range(100)]
        many: Any = pygames.Group(sprites)
        names = {"kind": kind, "image": image, "sprite": sprites[7], "many": many, "screen": screen}
        return Way(code, names, per=per, read=lambda found: [tuple(one.rect) for one in sprites])

    return {OURS: way(Ours), "pygame-ce": way(Theirs)}


for _case, _most, _code, _per in (  # 2.5, 0.8, 0.15, 0.5 us; pygame took 0.47, 0.59, 0.06, 0.08
    ("made", 5.3, "kind(5, 6, image)", 1),
    ("drawn by its group", 1.36, "many.draw(screen)", 100),
    ("rect read", 2.5, "sprite.rect", 1),
    ("rect written", 6.2, "sprite.rect.x += 1; sprite.rect.x -= 1", 2),
):
    row("pygame_sprite", _case, most={"pygame-ce": _most})(partial(sprite_of_both, _code, _per))


def rocks_and_shots(test: str, count: int) -> Ways:
    """Five shots at rocks in groups of pygame, after all have moved. The pairs are compared."""
    images = [pygame.Surface((size, size), pygame.SRCALPHA) for size in (6, 40)]
    tested = pygames.collide_mask if test == "masks" else None

    def way(kind: Any, call: str, pairs_in: Callable[[Any], Any]) -> Way:
        groups: list[Any] = [pygames.Group(), pygames.Group()]
        for image, group, many in zip(images, groups, (5, count), strict=True):
            image.fill("gray")
            for k in range(many):
                one = kind()
                one.image, one.rect, one.number = image, image.get_rect(), k
                if kind is pygames.Sprite:
                    one.mask = pygame.mask.from_surface(image)
                one.rect.topleft = 61 * k % 760, 37 * k % 560
                group.add(one)
        every = [one for group in groups for one in group]

        def move(moment: int) -> None:
            for one in every:
                one.rect.x += 1 if moment % 2 else -1

        names = {"shots": groups[0], "rocks": groups[1], "tested": tested, "check": check}
        return Way(
            call,
            names | {"groupcollide": pygames.groupcollide},
            before=move,
            read=lambda found: sorted((a.number, b.number) for a, b in pairs_in(found)),
        )

    return {
        OURS: way(ours.Sprite, "check(shots, rocks)", lambda found: found),
        "pygame-ce": way(
            pygames.Sprite,
            "groupcollide(shots, rocks, False, False, tested)",
            lambda found: [(a, b) for a, others in found.items() for b in others],
        ),
    }


for _test in ("rects", "masks"):
    row("pygame_sprite", f"check of groups, {_test}", (10, 30, 60), most={"pygame-ce": 1.0})(
        partial(rocks_and_shots, _test)
    )


# --- arcade's functions -------------------------------------------------------------------------

ARCADE_SIZES = (1, 3, 10, 30, 100, 1_000, 10_000)
CALLS = {
    "two far apart": "check_for_collision(one, near)",
    "two at one place": "check_for_collision(near, near)",
    "a list": "check_for_collision_with_list(one, sprites, 3)",
    "a list, turned": "check_for_collision_with_list(turned, sprites, 3)",
    "a list with a spatial hash": "check_for_collision_with_list(one, hashed)",
    "two lists": "check_for_collision_with_lists(one, [sprites, hashed], 3)",
    "sprites at a point": "get_sprites_at_point(at, sprites)",
    "sprites at a point, spatial hash": "get_sprites_at_point(at, hashed)",
    "a list, after all have moved": "check_for_collision_with_list(one, sprites, 3)",
}


@cache
def window() -> str:
    """Open a window, in which SpriteLists keep buffers that ours reads; what draws in it."""
    from peers.arcade_lists import arcade

    try:
        return f"in a window, {arcade.Window(320, 240, visible=False).ctx.info.RENDERER}"
    except Exception as error:
        return f"no window: {type(error).__name__}"


def arcade_search(code: str, moves: bool, count: int) -> Ways:
    """A search in a list, or in the same with a spatial hash. A quick run opens no window."""
    from arcade.sprite_list import collision as arcades
    from peers.arcade_lists import arcade

    from spritecol.integrations import arcade as ours

    (width, height), texture = window_of(count), arcade.Texture.create_empty("square", (SIDE, SIDE))
    chance, note = random.Random(count), "" if count == FEW else window()

    def place() -> tuple[float, float]:
        return chance.uniform(0, width), chance.uniform(0, height)

    sprites, hashed = arcade.SpriteList(), arcade.SpriteList(use_spatial_hash=True)
    for some in (sprites, hashed):
        for _ in range(count):
            some.append(arcade.Sprite(texture, 1.0, *place()))
    names: dict[str, Any] = {"sprites": sprites, "hashed": hashed, "near": sprites[0]}
    names["at"] = width * 5 // 16, height * 5 // 12
    names["one"] = arcade.Sprite(texture, 1.0, *place())
    names["turned"] = arcade.Sprite(texture, 1.0, *place(), angle=30)

    def move(moment: int) -> None:
        """Give all of the first list new places: the same for the same moment."""
        chance.seed(f"{count} {moment}")
        for sprite in sprites:
            sprite.position = place()

    def way(module: Any) -> Way:
        name = code.partition("(")[0]
        known = {**names, name: getattr(module, name)}
        if moves:
            return Way(eval(f"lambda moment: {code}", known), before=move, moments=100, note=note)
        return Way(code, known, note=note)

    return {OURS: way(ours), "arcade": way(arcades)}


for _case, _code in CALLS.items():
    row(
        "arcade_drop_in",
        _case,
        ARCADE_SIZES[:1] if _case.startswith("two at") or "far" in _case else ARCADE_SIZES,
        quick=FEW,
        compared=False,
    )(partial(arcade_search, _code, "moved" in _case))
