"""Misuses of someone who knows pygame: each is an error, and leaves everything as it was.

What Python lets through, and is told by a warning, is in `test_mistakes`.
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
        group.remove(5)
        Sprite((3, 4))
        Sprite("hero.png")
        Sprite(pygame.Surface((3, 3)))
        Sprite(pygame.Rect(0, 0, 5, 5))
        Sprite(0, 0, "hero.png")
        Sprite(0, 0, (32, 32))
        Sprite(0, 0, None, Circle(0, 0, 1))
        Sprite(pos=(3, 4))
        Sprite(rect=pygame.Rect(0, 0, 5, 5))
        Sprite(width=4, height=4)
        Sprite(rotation=45)
        Sprite(groups=[])
        Sprite(x=None)
        Sprite(x="3")
        Sprite(x=1j)
        Sprite(x=[1])
        Sprite(angle="left")
        Sprite(angle=None)
        Sprite(scale=(1, 2))
        Sprite(scale="big")
        Sprite(scale=None)
        Sprite(visible="no")
        Sprite(visible=None)
        Sprite(collision_enable="yes")
        Sprite(offset_sync=2.5)
        Sprite(z="top")
        Sprite(collision=5)
        Sprite(collision="circle")
        Sprite(collision=True)
        Sprite(collision=Circle)
        Sprite(collision=Sprite())
        Sprite(collision=pygame.Rect(0, 0, 5, 5))
        Sprite(collision=pygame.FRect(0, 0, 5, 5))
        Sprite(collision=pygame.mask.Mask((4, 4)))
        Sprite(collision=pygame.Surface((4, 4)))
        Sprite(collision=lambda: 1)
        Sprite(collision={"r": 3})
        Sprite(collision=[Circle(0, 0, 1), 5])
        Sprite(collision=[Circle(0, 0, 1), None])
        Sprite(collision=["a", "b"])
        Sprite(collision_layer=1.5)
        Sprite(collision_mask="all")
        Circle((0, 0), 5)
        Circle(0, 0)
        Circle(0, 0, "5")
        Circle(0, 0, r=None)
        Circle(x=0, y=0, radius=5)
        Circle(center=(0, 0), radius=5)
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
        s.hits(5)
        s.hits("enemy")
        s.hits((3, 4))
        s.hits(pygame.Rect(0, 0, 5, 5))
        s.hits(pygame.Vector2(3, 4))
        s.hits(e.aabb)
        s.hits(Circle(0, 0, 5))
        s.hits(Sprite)
        s.hits(pygame.sprite.Sprite())
        s.hits(pygame.sprite.Group(pygame.sprite.Sprite()))
        s.hits(s, e)
        s.hits([e, None, 3])
        s.check()
        s.check(None)
        s.check([1])
        s.check({"a": e})
        Sprite.check([s], [e])
        Sprite.hits(s)
        Sprite.hits(None, e)
        Sprite.check(s)
        check()
        check(None)
        check(s, None)
        check(None, s)
        check(s, 5)
        check([s], "enemies")
        check([s], [e], shot=5)
        check([s], [e], shot=[])
        check([s], [e], shot=Sprite.vanish)
        check([s], [e], shot=lambda b: 1)
        check([s], [e], hit=lambda: 1)
        check([s], [e], hit=s.vanish)
        check([s], [e], callback=print)
        check([s], [e], True, True)
        check([s], [e], False, True)
        check([s], [e], dokill=True)
        pairs()
        pairs(None)
        pairs(s, None)
        pairs(5)
        pairs([s], [None, 5])
        Group(5)
        Group(None)
        Group("abc")
        Group([1, 2])
        Group(pygame.sprite.Sprite())
        group.add(5)
        group.add(None)
        group["a"]
        group[0] = e
        del group[0]
        group.x = "a"
        group.x = None
        group.angle = [None]
        group.column(5)
        group.set_column("vx", "fast")
        group.check(5)
        group.pairs(5)
        group.pair_indices("a")
        group.hits(None)
        len(s)
        s in e
        s + e
        s < e
        s[0]
        for _ in s: pass
        s.x = "5"
        s.x = None
        s.x = (1, 2)
        s.y = []
        s.angle = "90"
        s.scale = (2, 2)
        s.scale_x = None
        s.center_x = "middle"
        s.collision = "rect"
        s.collision = 5
        s.image = "hero.png"
        s.image = (3, 4)
        s.image = 5
        s.visible = "no"
        s.vanish(5)
        Tile().collision.append([1, 1])
        Tile().collision[0] = 5
        Tile().collision.clear()
        update()
        draw()
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
        Sprite(x=float("nan"))
        Sprite(x=float("inf"))
        Sprite(x=1e20)
        Sprite(collision=[1])
        Sprite(collision=[1, 2, 3, 4, 5])
        Sprite(collision=[0, 0, -3])
        Sprite(collision=[0, 0, float("nan")])
        Sprite(collision_layer=-1)
        Sprite(collision_layer=2**64)
        Circle(0, 0, -1)
        Rect(0, 0, -5, 5)
        Ellipse(0, 0, 5, -5)
        Polygon([(0, 0), (1, 1)])
        Polygon([])
        Polygon([(0, 0), (9, 9), (9, 0), (0, 9)])
        Polygon([(0, 0, 0), (1, 1, 1), (2, 0, 0)])
        group.add(group)
        group.index(e)
        group.x = [1, 2]
        group.x = [[1]]
        group.x = float("nan")
        group.set_column("vx", [1, 2])
        s.angle = 1e13
        s.collision_layer = -1
        use_cores(0)
        use_cores(9)
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
        group.append(e)
        group.extend([e])
        group.sprites()
        group.empty()
        group.draw(None)
        group.update()
        group.has(s)
        group.vx
        group.vx = 5
        group.aabbs = 1
        group.column("vx")
        group.check(e, hit="damge")
        group.collide(e)
        s.aabb = (1, 2, 3, 4)
        s.shapes = [Circle(0, 0, 1)]
        s.vanished = True
        s.geometry = None
        s.world_shapes = ()
        del s.x
        del s.image
        del s.collision
        del s.aabb
        s.kill()
        s.alive()
        s.move(1, 2)
        s.move_ip(1, 2)
        s.colliderect(e)
        s.collide(e)
        s.rect
        s.position
        s.width
        s.draw()
        s.update()
        s.add(group)
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


def test_there_are_many() -> None:
    assert len(LINES) >= 250
