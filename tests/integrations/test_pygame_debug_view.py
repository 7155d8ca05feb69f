"""The debug view draws what the library believes, where it believes it to be."""

from typing import Any

import numpy as np
import pygame
import pytest
import shapely
from pygame import sprite as pygame_sprite

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Group,
    Point,
    Polygon,
    Rect,
    Segment,
    Sprite,
    Triangle,
)
from spritecol.integrations.pygame import Sprite as PygameSprite
from spritecol.integrations.pygame import draw_shapes, fill_shapes
from spritecol.spatial import quadtree_nodes

SIDE = 120  # pixels of the surface
NEAR = 1.5  # pixels between a drawn pixel's middle and the true line: half a diagonal, and rounding

RED, GREEN, BLUE, WHITE, GRAY = (
    (255, 0, 0),
    (0, 255, 0),
    (0, 0, 255),
    (255, 255, 255),
    (90, 90, 90),
)
NOTHING = dict.fromkeys(("outline", "hit", "aabb", "pivot", "cell"))
ONLY = {name: {**NOTHING, name: GREEN} for name in NOTHING}

SHAPES = {
    "point": Point(3, 4),
    "segment": Segment(-20, 0, 20, 9),
    "circle": Circle(2, 2, 20),
    "capsule": Capsule(-9, -12, 14, 7, 11),
    "ellipse": Ellipse(0, 0, 25, 9, angle=20),
    "rect": Rect(-10, -5, 30, 20, angle=10),
    "triangle": Triangle(0, 0, 25, 4, 3, 19),
    "polygon": Polygon(
        [(0, 0), (30, 0), (30, 30), (0, 30)], [[(5, 5), (25, 5), (25, 25), (5, 25)]]
    ),
    "concave": Polygon([(0, 0), (30, 0), (15, 10), (30, 30), (0, 30)]),
}


def blank() -> pygame.Surface:
    return pygame.Surface((SIDE, SIDE))


def of_color(surface: pygame.Surface, color: tuple[int, int, int]) -> Any:
    """The middles of the pixels that have a color."""
    found = (pygame.surfarray.array3d(surface) == color).all(axis=-1)
    return shapely.points(np.argwhere(found) + 0.5)


def assert_drawn(surface: pygame.Surface, color: tuple[int, int, int], lines: Any) -> None:
    """Pixels of a color are all near the lines, and everywhere along them."""
    pixels = of_color(surface, color)
    assert len(pixels)
    seen = shapely.intersection(lines, shapely.box(0, 0, *surface.get_size()))
    assert shapely.distance(pixels, lines).max() <= NEAR
    along = shapely.points(shapely.get_coordinates(shapely.segmentize(seen, 1.0)))
    assert shapely.distance(along, shapely.multipoints(pixels)).max() <= NEAR


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("pose", [{}, {"angle": 30, "scale_x": 1.5, "scale_y": -0.7}])
def test_outlines(name: str, pose: dict[str, float]) -> None:
    sprite = Sprite(60, 60, collision=SHAPES[name], **pose)
    surface = blank()
    draw_shapes(surface, sprite, **ONLY["outline"])
    if name == "point":  # a small cross
        place = sprite.geometry.centroid
        assert shapely.distance(of_color(surface, GREEN), place).max() < 5
        assert len(of_color(surface, GREEN)) > 3
        return
    geometry = sprite.geometry
    assert_drawn(surface, GREEN, geometry if name == "segment" else geometry.boundary)


@pytest.mark.parametrize(("angle", "tip"), [(0, (60.5, 51.5)), (90, (69.5, 60.5))])
def test_an_arrow_shows_a_direction(angle: float, tip: tuple[float, float]) -> None:
    shape = Circle(0.5, 0.5, 40, one_way=(0, -3))
    sprite = Sprite(60, 60, collision=shape, angle=angle)
    surface = blank()
    draw_shapes(surface, sprite, **ONLY["outline"])
    inside = shapely.intersection(
        shapely.multipoints(of_color(surface, GREEN)), shapely.Point(60, 60).buffer(30)
    )
    assert 9 <= shapely.get_num_geometries(inside) < 30
    assert shapely.distance(inside, shapely.Point(tip)) < NEAR
    assert shapely.distance(inside, shapely.Point(60.5, 60.5)) < NEAR
    sprite.scale = 0
    draw_shapes(blank(), sprite, **ONLY["outline"])


def test_what_is_partly_outside_and_very_large() -> None:
    for shape in (Circle(0, 0, 100), Rect(-1e11, -20, 2e11, 50), Triangle(-1e9, 0, 1e9, 0, 0, 1e9)):
        sprite = Sprite(10, 30, collision=shape)
        surface = blank()
        draw_shapes(surface, sprite, **ONLY["outline"])
        assert_drawn(surface, GREEN, sprite.geometry.boundary)
    surface = blank()
    draw_shapes(surface, Sprite(1e12, -1e12, collision=Circle(0, 0, 3)))
    assert not len(of_color(surface, GREEN))


def test_aabbs() -> None:
    sprite = Sprite(50, 60, collision=SHAPES["rect"], angle=30)
    surface = blank()
    draw_shapes(surface, sprite, **ONLY["aabb"])
    assert_drawn(surface, GREEN, shapely.box(*sprite.aabb).boundary)


@pytest.mark.parametrize("offset_sync", [False, True])
def test_pivots(offset_sync: bool) -> None:
    sprite = Sprite(50, 60, center_x=9, center_y=4, offset_sync=offset_sync, collision=[])
    surface = blank()
    draw_shapes(surface, sprite, **ONLY["pivot"])
    place = shapely.Point(50, 60) if offset_sync else shapely.Point(59, 64)
    assert shapely.distance(of_color(surface, GREEN), place).max() < 5
    assert len(of_color(surface, GREEN)) > 3


def test_hits_have_a_color_of_their_own() -> None:
    sprites = [Sprite(x, 60, collision=Circle(0, 0, 15)) for x in (20, 40, 90)]
    surface = blank()
    draw_shapes(surface, sprites, **{**NOTHING, "outline": GREEN, "hit": RED})
    assert_drawn(surface, RED, shapely.union_all([s.geometry.boundary for s in sprites[:2]]))
    assert_drawn(surface, GREEN, sprites[2].geometry.boundary)
    sprites[0].collision_enable = False
    surface = blank()
    draw_shapes(surface, sprites, **{**NOTHING, "outline": GREEN, "hit": RED})
    assert not len(of_color(surface, RED))
    surface = blank()
    draw_shapes(surface, sprites[1:], **ONLY["hit"])
    assert not len(of_color(surface, GREEN))


def many(count: int) -> Group:
    """Sprites of two sizes in one part of a wide view, so that no two axes or sizes agree."""
    places = [(3 + 37 * k % 90, 3 + 23 * k % 35, 2) for k in range(count - 40)]
    places += [(10 + 4 * k, 20 + k % 5, 20) for k in range(40)]
    return Group(
        Sprite(500 + x, y - 40, collision=Rect(-side, -side, 2 * side, 2 * side))
        for x, y, side in places
    )


def test_cells_are_the_nodes_that_the_broad_phase_uses() -> None:
    sprites = many(180)
    sprites.add(Sprite(collision=[]))
    sprites.add(Sprite(1e12, 0, collision=Circle(0, 0, 5)))  # farther than any box of a user
    nodes = quadtree_nodes(sprites.aabbs[:180])
    assert nodes is not None
    assert len(set(nodes.levels.tolist())) > 1
    assert len(nodes.counts) > 8
    surface = pygame.Surface((192, 96))
    draw_shapes(surface, sprites, offset=(500, -40), **ONLY["cell"])
    lines = shapely.union_all([shapely.box(*box).boundary for box in nodes.boxes])
    lines = shapely.transform(lines, lambda p: p - (500, -40))
    assert_drawn(surface, GREEN, shapely.intersection(lines, shapely.box(0, 0, 191, 95)))


def test_where_each_is_compared_with_each_there_are_no_cells() -> None:
    for sprites in (many(100), Group(Sprite(collision=[])), Group()):
        surface = blank()
        draw_shapes(surface, sprites, offset=(500, -40), **ONLY["cell"])
        assert not len(of_color(surface, GREEN))


@pytest.mark.parametrize("count", [100, 180])
def test_a_legend_tells_what_the_colors_mean(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    sprites = many(count)
    written: list[str] = []

    class Font(pygame.font.Font):
        def render(self, text: Any, *rest: Any) -> Any:
            written.append(text)
            return super().render(text, *rest)

    monkeypatch.setattr(pygame.font, "Font", Font)
    surface = pygame.Surface((300, 200))
    draw_shapes(surface, sprites, hit=None, cell="green", legend=True)
    assert written[:3] == ["shape", "bounding box", "center of rotation"]
    nodes = quadtree_nodes(sprites.aabbs)
    assert (nodes is None) == (count == 100)
    levels = 0 if nodes is None else len(set(nodes.levels.tolist()))
    assert written[3:] == [
        "no quadtree: each box is compared with each"
        if nodes is None
        else f"quadtree: nodes {len(nodes.counts)}, levels {levels}"
    ]
    corner = pygame.surfarray.array3d(surface)[:30, :60].reshape(-1, 3).tolist()
    for color in ("#68a68c", "#3c4660", "#f0785c", "green", "white"):
        assert list(pygame.Color(color))[:3] in corner
    draw_shapes(surface, sprites, **NOTHING, legend=True)
    assert len(written) == 4, "nothing is drawn, so there is nothing to explain"


def test_an_offset_is_where_the_camera_is() -> None:
    sprite = Sprite(560, 260, collision=SHAPES["triangle"])
    surface = blank()
    draw_shapes(surface, sprite, offset=(500, 200), **ONLY["outline"])
    assert_drawn(
        surface, GREEN, shapely.transform(sprite.geometry.boundary, lambda p: p - (500, 200))
    )


def test_all_at_once_by_default() -> None:
    sprites = Group(Sprite(x, 60, collision=Circle(0, 0, 15)) for x in (20, 40, 90))
    surface = blank()
    draw_shapes(surface, sprites)
    colors = np.unique(pygame.surfarray.array3d(surface).reshape(-1, 3), axis=0)
    assert len(colors) >= 5  # the background, outlines, hits, boxes, pivots
    before = pygame.surfarray.array3d(surface)
    draw_shapes(surface, [])
    draw_shapes(surface, sprites, **NOTHING)
    assert (pygame.surfarray.array3d(surface) == before).all()


def test_whatever_checks_take_can_be_drawn() -> None:
    sprite = PygameSprite(x=50, y=50, image=pygame.Surface((20, 10)), angle=20)
    for sprites in (sprite, [sprite, None, [sprite]], pygame_sprite.Group(sprite), Group(sprite)):
        surface = blank()
        draw_shapes(surface, sprites, **ONLY["outline"])
        assert_drawn(surface, GREEN, sprite.geometry.boundary)
    sprite.vanish()
    surface = blank()
    draw_shapes(surface, sprite, **ONLY["outline"])
    assert not len(of_color(surface, GREEN))


@pytest.mark.parametrize(
    ("named", "error", "message"),
    [
        ({"outline": "greenish"}, ValueError, "outline must be a color, as pygame takes it, or"),
        ({"cell": (1, 2)}, ValueError, "cell must be a color"),
        ({"legend": "yes"}, TypeError, "legend must be True or False"),
        ({"offset": 3}, TypeError, r"offset must be a pair \(x, y\), got 3"),
        ({"offset": (1, float("nan"))}, ValueError, r"offset must be a finite number"),
        ({"width": 0}, ValueError, "width must be a whole number from 1, got 0"),
        ({"width": 1.5}, TypeError, "width must be a whole number from 1, got 1.5"),
    ],
)
def test_bad_arguments(named: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        draw_shapes(blank(), [], **named)


def test_bad_things_to_draw() -> None:
    with pytest.raises(TypeError, match="surface must be a pygame Surface, got 'window'"):
        draw_shapes("window", [])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="sprites must be a Sprite, a Group, or an iterable"):
        draw_shapes(blank(), [pygame_sprite.Sprite()])  # type: ignore[list-item]


# --- what to light up, and filled shapes ---------------------------------------------------------


def test_only_the_given_pairs_are_lit() -> None:
    """Tiles that overlap each other for ever are not lit for ever."""
    tiles = [Sprite(x, 20, collision=Rect(0, 0, 30, 30)) for x in (10, 35)]
    ball = Sprite(90, 80, collision=Circle(0, 0, 10))
    surface = blank()
    draw_shapes(surface, [tiles, ball], **{**NOTHING, "hit": GREEN}, hits=[])
    assert not len(of_color(surface, GREEN))
    draw_shapes(surface, [tiles, ball], **{**NOTHING, "hit": GREEN}, hits=[(ball, tiles[0])])
    lines = shapely.union_all([ball.geometry.exterior, tiles[0].geometry.exterior])
    assert_drawn(surface, GREEN, lines)


@pytest.mark.parametrize("hits", [5, [5], [(1, 2)], [(Sprite(),)], "ab"])
def test_what_is_no_pair_is_refused(hits: Any) -> None:
    with pytest.raises(TypeError, match="hits"):
        draw_shapes(blank(), [], hits=hits)


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_are_filled(name: str) -> None:
    surface = blank()
    sprite = Sprite(60, 50, collision=SHAPES[name], angle=20)
    fill_shapes(surface, sprite, GREEN, offset=(5, -3))
    drawn = shapely.transform(of_color(surface, GREEN), lambda points: points + np.array([5, -3]))
    assert len(drawn)
    area = sprite.geometry
    assert shapely.distance(drawn, area).max() <= NEAR
    inner = area.buffer(-NEAR)
    if not inner.is_empty:
        ys, xs = np.mgrid[0:SIDE, 0:SIDE]
        middles = shapely.points(xs.ravel() + 5.5, ys.ravel() - 2.5)
        wanted = middles[shapely.within(middles, inner)]
        assert shapely.distance(wanted, shapely.multipoints(drawn)).max() < 0.1


def test_filling_is_refused_what_is_wrong() -> None:
    for arguments, words in (
        ((5, []), "surface"),
        ((blank(), [], "no"), "color"),
        ((blank(), [], None), "color"),
    ):
        with pytest.raises((TypeError, ValueError), match=words):
            fill_shapes(*arguments)  # type: ignore[arg-type]
    fill_shapes(blank(), Sprite(-1e9, 0, collision=Rect(0, 0, 2e9, 50)), "red")
