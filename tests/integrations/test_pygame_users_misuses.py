"""Misuses of someone who knows pygame: each is an error, and leaves everything as it was.

What Python lets through, and is told by a warning, is in `test_mistakes`; misuses that need no
pygame are in `test_bad_input`, `test_wrong_calls` and `test_unknown_names`.
"""

from typing import Any

import pytest
from attrs.exceptions import FrozenInstanceError

pygame = pytest.importorskip("pygame")

from support.for_each import for_each  # noqa: E402

import spritecol  # noqa: E402
from spritecol.integrations.pygame import Sprite as Both  # noqa: E402
from spritecol.integrations.pygame import spritecollide  # noqa: E402
from spritecol.tiles import shapes_from_tiles  # noqa: E402

ERRORS: dict[type[Exception], str] = {
    TypeError: """
        Sprite((3, 4))
        Sprite("hero.png")
        Sprite(pygame.Surface((3, 3)))
        Sprite(pygame.Rect(0, 0, 5, 5))
        Sprite(0, 0, "hero.png")
        Sprite(0, 0, (32, 32))
        Sprite(0, 0, None, Circle(0, 0, 1))
        Sprite(rect=pygame.Rect(0, 0, 5, 5))
        Sprite(width=4, height=4)
        Sprite(x=None)
        Sprite(scale=(1, 2))
        Sprite(collision=True)
        Sprite(collision=pygame.Rect(0, 0, 5, 5))
        Sprite(collision=pygame.FRect(0, 0, 5, 5))
        Sprite(collision=pygame.mask.Mask((4, 4)))
        Sprite(collision=pygame.Surface((4, 4)))
        Sprite(collision=lambda: 1)
        Sprite(collision_layer=1.5)
        Sprite(collision_mask="all")
        Circle((0, 0), 5)
        Circle(0, 0)
        Circle(x=0, y=0, radius=5)
        Rect((0, 0), (5, 5))
        Rect((0, 0, 5, 5))
        Rect(pygame.Rect(0, 0, 5, 5))
        Rect(0, 0, 5)
        Rect(0, 0, w=5, h=5)
        Segment((0, 0), (5, 5))
        Segment(0, 0, 5)
        Triangle((0, 0), (5, 5), (3, 3))
        Ellipse(0, 0, 5)
        Point((0, 0))
        Point(0)
        Polygon((0, 0), (1, 1), (2, 0))
        Polygon([0, 0, 1, 1, 2, 0])
        Polygon("square")
        Polygon(5)
        Polygon([{0, 1}, {2, 3}, {4, 5}])
        Polygon([(0, 0), (1, "1"), (2, 0)])
        s.hits()
        s.hits(None)
        s.hits(pygame.Rect(0, 0, 5, 5))
        s.hits(pygame.Vector2(3, 4))
        s.hits(e.aabb)
        s.hits(pygame.sprite.Sprite())
        s.hits(pygame.sprite.Group(pygame.sprite.Sprite()))
        s.hits(s, e)
        s.check()
        s.check(None)
        s.check({"a": e})
        Sprite.check([s], [e])
        Sprite.hits(s)
        Sprite.hits(None, e)
        Sprite.check(s)
        check(None)
        check(s, None)
        check(None, s)
        check([s], [e], shot=Sprite.vanish)
        check([s], [e], shot=lambda b: 1)
        check([s], [e], hit=lambda: 1)
        check([s], [e], hit=s.vanish)
        check([s], [e], False, True)
        pairs(None)
        pairs(s, None)
        pairs([s], [None, 5])
        Group(None)
        Group(pygame.sprite.Sprite())
        group.add(None)
        group["a"]
        group[0] = e
        del group[0]
        group.column(5)
        group.set_column("vx", "fast")
        group.hits(None)
        len(s)
        s in e
        s + e
        s < e
        s[0]
        for _ in s: pass
        s.vanish(5)
        Tile().collision.append([1, 1])
        Tile().collision[0] = 5
        Tile().collision.clear()
        clean()
        clean((s,))
        clean(None)
        clean(5)
        use_cores("all")
        use_cores(1.5)
        use_cores(2.0)
        use_cores(True)
        use_cores(None)
        shapes_from_tiles([[1]], "16", 16)
        shapes_from_tiles([[1]], 16)
        Both(3, 4)
        Both(pygame.Surface((3, 3)))
        Both(image="hero.png")
        Both(pos=(3, 4))
        Both(x="3")
        setattr(b, "image", "hero.png")
        setattr(b, "rect", 5)
        setattr(b, "rect", None)
        setattr(b, "angle", None)
        spritecollide(b, 5, False)
    """,
    ValueError: """
        Sprite(collision_layer=-1)
        Sprite(collision_layer=2**64)
        Polygon([(0, 0), (9, 9), (9, 0), (0, 9)])
        Polygon([(0, 0, 0), (1, 1, 1), (2, 0, 0)])
        group.index(e)
        group.set_column("vx", [1, 2])
        s.collision_layer = -1
        use_cores(2**70)
        shapes_from_tiles([[1, -1], [0, 1]], 16, 16)
        shapes_from_tiles([[1], [0, 1]], 16, 16)
        shapes_from_tiles([1, 0], 16, 16)
        shapes_from_tiles(["10", "01"], 16, 16)
        shapes_from_tiles([[1]], 0, 16)
        shapes_from_tiles(None, 16, 16)
        setattr(b.rect, "width", 99)
        setattr(b.rect, "size", (9, 9))
        b.rect.inflate_ip(5, 5)
    """,
    AttributeError: """
        check([s], [e], shot="damge")
        check([s], [e], hit="damge")
        check([s], [e], hit="")
        group.vx = 5
        group.aabbs = 1
        group.column("vx")
        group.check(e, hit="damge")
        group.collide(e)
        del s.aabb
        s.move_ip(1, 2)
        s.collide(e)
        s.width
        s.draw()
        s.update()
        s.shapes.append(Circle(0, 0, 1))
        spritecol.spritecollide(s, group, True)
        spritecol.collide_rect(s, e)
        spritecol.groupcollide(group, group, True, True)
        spritecol.Vector2(1, 2)
        spritecol.init()
    """,
    KeyError: """
        group.remove(e)
    """,
    IndexError: """
        group[5]
    """,
    FrozenInstanceError: """
        s.shapes[0].r = 5
        s.world_shapes[0].x = 5
        s.collision.x = 5
    """,
}
"""Lines of Python by the error that each raises."""

LINES = [
    (line.strip(), error) for error, text in ERRORS.items() for line in text.strip().splitlines()
]


class Tile(spritecol.Sprite):
    collision = [0, 0, 15, 15]  # noqa: RUF012


@for_each("line, error", LINES)
def test_it_is_refused_and_changes_nothing(line: str, error: type[Exception]) -> None:
    names: dict[str, Any] = {name: getattr(spritecol, name) for name in spritecol.__all__}
    s, e = (spritecol.Sprite(collision=spritecol.Circle(0, 0, 5)) for _ in range(2))
    group, b = spritecol.Group(s), Both(image=pygame.Surface((8, 8)))
    names.update(vars(pygame_names), s=s, e=e, group=group, b=b, Tile=Tile, Both=Both)

    def seen() -> str:
        return repr((s, e, b, group, list(group), s.aabb, b.rect, b.aabb, vars(s), Tile()))

    before = seen()
    with pytest.raises(error) as raised:
        exec(line, names)  # as a user's own line would run
    assert type(raised.value) is error
    assert str(raised.value)
    assert seen() == before


class pygame_names:  # noqa: N801 - a bag of names for the lines above
    pygame = pygame
    spritecol = spritecol
    spritecollide = spritecollide
    shapes_from_tiles = shapes_from_tiles
