"""The debug view draws what the library believes, where it believes it to be."""

from typing import Any

import numpy as np
import pygame
import pytest
import shapely
from pygame import sprite as pygame_sprite
from support.for_each import for_each

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
from spritecol.integrations.pygame import (
    draw_areas,
    draw_contacts,
    draw_paths,
    draw_rays,
    draw_shapes,
    draw_sweeps,
    fill_shapes,
)
from spritecol.paths import Paths
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


@for_each("name", SHAPES)
@for_each("pose", [{}, {"angle": 30, "scale_x": 1.5, "scale_y": -0.7}])
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


@for_each("angle, tip", [(0, (60.5, 51.5)), (90, (69.5, 60.5))])
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


def test_shapes_are_colored_by_name_or_layer() -> None:
    shapes = [Circle(-30, 0, 9, name="fist"), Circle(0, 0, 9, layer=4), Circle(30, 0, 9, layer=8)]
    sprite = Sprite(60, 60, collision=shapes)
    surface = blank()
    draw_shapes(surface, sprite, **ONLY["outline"], roles={"fist": "red", 4 | 2: "blue"})
    for shape, color in zip(sprite.world_shapes, ("red", "blue", GREEN), strict=True):
        assert_drawn(surface, tuple(pygame.Color(color))[:3], shape.geometry.boundary)
    surface = blank()
    draw_shapes(surface, sprite, **ONLY["outline"] | {"outline": None}, roles={8: "blue"})
    assert_drawn(surface, (0, 0, 255), sprite.world_shapes[2].geometry.boundary)
    for bad in ("fist", ["fist"], {1.5: "red"}):
        with pytest.raises(TypeError, match="roles"):
            draw_shapes(surface, sprite, roles=bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="roles"):
        draw_shapes(surface, sprite, roles={"fist": "no color"})


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


@for_each("offset_sync", [False, True])
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
    corner = pygame.surfarray.array3d(surface)[:30, :80].reshape(-1, 3).tolist()
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


@for_each(
    "named, error, message",
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


@for_each("hits", [5, [5], [(1, 2)], [(Sprite(),)], "ab"])
def test_what_is_no_pair_is_refused(hits: Any) -> None:
    with pytest.raises(TypeError, match="hits"):
        draw_shapes(blank(), [], hits=hits)


@for_each("name", SHAPES)
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


# --- contacts, rays and sweeps -------------------------------------------------------------------


def line(*points: Any) -> Any:
    return shapely.LineString([tuple(point) for point in points])


def farthest(these: Any, those: Any) -> float:
    """The largest distance of some geometries from others."""
    return float(shapely.distance(these, those).max())


def arrow_of(point: Any, along: Any) -> Any:
    """What the pixels of an arrow are near to: its shaft; its barbs are short."""
    return line(point, (point[0] + along[0], point[1] + along[1])).buffer(5)


def hit_pair() -> tuple[Sprite, Sprite]:
    """A box that is 6 pixels deep in the upper edge of a wide floor."""
    box = Sprite(40, 30, collision=Rect(0, 0, 30, 26))
    return box, Sprite(5, 50, collision=Rect(0, 0, 110, 40))


PARTS = {
    draw_contacts: ("region", "normal", "push", "point"),
    draw_rays: ("rest", "ray", "normal", "point"),
    draw_sweeps: ("way", "outline", "normal", "point"),
    draw_areas: ("outline", "point"),
    draw_paths: ("way", "outline", "point"),
}


def drawn(draw: Any, part: str, *arguments: Any, **named: Any) -> Any:
    """What is drawn of one part alone, as the middles of pixels."""
    surface = blank()
    draw(surface, *arguments, **{**dict.fromkeys(PARTS[draw]), part: GREEN}, **named)
    return of_color(surface, GREEN)


def test_contacts_are_drawn() -> None:
    box, floor = hit_pair()
    (contact,) = box.contacts(floor)
    assert contact.depth == 6
    region = drawn(draw_contacts, "region", contact)
    assert len(region) >= 30 * 6
    assert farthest(region, contact.region) <= NEAR
    push = drawn(draw_contacts, "push", [contact])
    x = sum(point.x for point in contact.points) / 2
    y = contact.points[0].y
    assert farthest(push, line((x, y), (x, y - 6))) <= NEAR + 1
    assert 6 <= len(push) <= 9
    normal = drawn(draw_contacts, "normal", contact)
    assert farthest(normal, line((x, y), (x, y - 24))) <= 5
    assert shapely.total_bounds(normal)[1] == y - 24 + 0.5
    points = drawn(draw_contacts, "point", contact)
    assert farthest(points, shapely.MultiPoint(contact.points)) < 5
    assert len(points) == 26  # two crosses


def test_arrays_of_contacts_are_drawn_as_the_contacts_are() -> None:
    sprites = Group(Sprite(x, 60, collision=Circle(0, 0, 15)) for x in (20, 40, 60))
    arrays, loop = sprites.contact_arrays(sprites), []
    for first, second in arrays.positions.tolist():
        loop += sprites[first].contacts(sprites[second])
    assert len(loop) == 2
    for part in ("normal", "push", "point"):
        ours = drawn(draw_contacts, part, arrays)
        assert shapely.equals(ours, drawn(draw_contacts, part, loop)).all()
        assert len(ours)
    assert not len(drawn(draw_contacts, "region", arrays))


def test_a_thick_pen_draws_larger_arrows_and_crosses() -> None:
    (contact,) = Sprite(60, 60, collision=Point(0, 0)).contacts(hit_pair()[1])
    for width in (1, 2):
        normal = drawn(draw_contacts, "normal", contact, width=width)
        left, top, right, bottom = shapely.total_bounds(normal)
        assert abs(max(right - left, bottom - top) - 24 * width) <= 2
        point = drawn(draw_contacts, "point", contact, width=width)
        left, _, right, _ = shapely.total_bounds(point)
        assert abs(right - left - 6 * width) <= 2


def test_rays_are_drawn() -> None:
    walls = Group(Sprite(x, 20, collision=Rect(0, 0, 10, 80)) for x in (50, 80))
    start, end = (10, 30), (110, 80)
    hits = walls.raycast_all(*start, *end)
    assert len(hits) == 2
    first = hits[0].point
    for found, crosses in ((hits, hits), (hits[0], hits[:1])):
        assert farthest(drawn(draw_rays, "ray", start, end, found), line(start, first)) < NEAR
        assert farthest(drawn(draw_rays, "rest", start, end, found), line(first, end)) < NEAR
        points = drawn(draw_rays, "point", start, end, found)
        assert len(points) == 13 * len(crosses)
        normals = drawn(draw_rays, "normal", start, end, found)
        shafts = shapely.union_all([arrow_of(hit.point, hit.normal * 24) for hit in crosses])
        assert shapely.within(normals, shafts.buffer(NEAR)).all()
        assert len(normals) >= 24
    free = drawn(draw_rays, "ray", start, end, None)
    assert farthest(free, line(start, end)) < NEAR
    assert len(free) >= 100
    for part in ("rest", "point", "normal"):
        assert not len(drawn(draw_rays, part, start, end, None))


def test_a_ray_from_inside_has_no_normal() -> None:
    hit = hit_pair()[1].raycast(60, 60, 60, 10)
    assert hit
    assert hit.inside
    assert not len(drawn(draw_rays, "normal", (60, 60), (60, 10), hit))
    assert len(drawn(draw_rays, "point", (60, 60), (60, 10), hit)) == 13


def test_a_thick_ray_ends_in_a_disc() -> None:
    walls = Group(Sprite(80, 0, collision=Rect(0, 0, 10, 120)))
    hit = walls.raycast(20, 60, 110, 60, radius=12)
    ray = drawn(draw_rays, "ray", (20, 60), (110, 60), hit, radius=12)
    disc = shapely.Point(68, 60).buffer(12).boundary
    assert farthest(ray, shapely.union(disc, line((20, 60), (68, 60)))) <= NEAR
    assert farthest(shapely.multipoints(ray), shapely.points([68, 68], [48, 72])) <= 1.5


def test_many_rays_are_drawn_as_the_single_ones() -> None:
    walls = Group(Sprite(70, y, collision=Rect(0, 0, 10, 20)) for y in (20, 60))
    ends = np.array([[110, 30], [110, 50], [110, 70]])
    single = [walls.raycast(10, 40, *end) for end in ends.tolist()]
    assert [hit is None for hit in single] == [False, True, False]
    lists = [walls.raycast_all(10, 40, *end) for end in ends.tolist()]
    for part in PARTS[draw_rays]:
        parts = [
            drawn(draw_rays, part, (10, 40), ends, found)
            for found in (single, lists, iter(single), walls.raycast_arrays((10, 40), ends))
        ]
        assert len(parts[0])
        for other in parts[1:]:
            assert shapely.equals(parts[0], other).all()


def test_sweeps_are_drawn() -> None:
    ball = Sprite(20, 60, collision=Circle(0, 0, 10))
    wall = Sprite(90, 0, collision=Rect(0, 0, 10, 120))
    hit = ball.sweep(100, 0, wall)
    assert hit
    assert hit.position == (80, 60)
    assert farthest(drawn(draw_sweeps, "way", hit), line((20, 60), (80, 60))) < NEAR
    outline = drawn(draw_sweeps, "outline", [hit])
    assert farthest(outline, shapely.Point(80, 60).buffer(10, 64).boundary) <= NEAR
    assert len(outline) > 40
    assert farthest(drawn(draw_sweeps, "point", hit), shapely.Point(90, 60)) < 5
    normal = drawn(draw_sweeps, "normal", hit)
    assert farthest(normal, line((90, 60), (66, 60))) <= 5
    assert (ball.x, ball.y) == (20, 60)
    assert not len(drawn(draw_sweeps, "way", ball.sweep(5, 0, wall)))


def test_a_turned_sprite_is_drawn_as_it_hits() -> None:
    for how in (
        {},
        {"offset_sync": True, "center_x": 5},
        {"collision_sync": False},
        {"scale_x": -1.5},
    ):
        sword = Sprite(60, 60, collision=Rect(0, -2, 40, 4), **how)
        hit = sword.sweep(0, 0, Sprite(60, 90, collision=Circle(0, 0, 8)), turn=360)
        if hit is None:
            assert how == {"collision_sync": False}
            continue
        outline = drawn(draw_sweeps, "outline", hit)
        sword.x, sword.y = hit.position
        sword.angle = hit.angle
        assert farthest(outline, sword.geometry.boundary) <= NEAR


def test_a_slide_is_drawn_from_its_start_to_its_end() -> None:
    ball = Sprite(20, 20, collision=Circle(0, 0, 8))
    wall = Sprite(70, 0, collision=Rect(0, 0, 10, 120))
    slide = ball.move_and_slide(80, 60, wall)
    assert (ball.x, ball.y) == (62, 80)
    met = slide.hits[0].position
    way = drawn(draw_sweeps, "way", slide)
    assert farthest(way, line((20, 20), met, (62, 80))) <= NEAR
    assert farthest(shapely.multipoints(way), shapely.points([20, 62], [20, 80])) < NEAR
    free = ball.move_and_slide(-5, 0, wall)
    assert not len(drawn(draw_sweeps, "way", free))


def test_areas_are_drawn() -> None:
    walls = Group(Sprite(60, 20, collision=Rect(0, 0, 10, 80)))
    area = walls.visible_area(20, 60, radius=60)
    cone = walls.visible_area(100, 60, radius=15, angle=90, spread=40)
    assert area
    assert cone
    edges = drawn(draw_areas, "outline", area)
    in_view = area.geometry.boundary & shapely.box(0, 0, SIDE, SIDE)
    assert farthest(edges, area.geometry.boundary) <= NEAR
    assert shapely.hausdorff_distance(shapely.multipoints(edges), in_view, 0.01) < 3
    points = drawn(draw_areas, "point", cone)
    assert farthest(points, shapely.MultiPoint(cone.points)) < 5
    assert (100, 60) in cone.points
    assert not len(drawn(draw_areas, "point", [None]))
    both = [drawn(draw_areas, "outline", one) for one in (area, cone, [area, None, cone])]
    assert len(both[2]) > max(len(both[0]), len(both[1]))
    assert farthest(both[2], area.geometry.boundary | cone.geometry.boundary) <= NEAR


def test_paths_are_drawn() -> None:
    wall = Sprite(55, 30, collision=Rect(0, 0, 10, 60))
    paths = Paths(wall, radius=8)
    way, other = paths.find((20, 60), (100, 60)), paths.find((20, 20), (100, 20))
    assert way
    assert other
    assert len(way) > 3
    assert farthest(drawn(draw_paths, "way", way), line(*way)) <= NEAR
    room = drawn(draw_paths, "outline", way, radius=8)
    assert farthest(room, line(*way).buffer(8, 32).boundary) <= NEAR
    assert not len(drawn(draw_paths, "outline", way))
    assert farthest(drawn(draw_paths, "point", way), shapely.MultiPoint(way)) < 5
    lines = line(*way) | line(*other)
    for several in ([way, None, other], (tuple(way), (), tuple(other)), iter([way, other])):
        found = drawn(draw_paths, "way", several)
        assert farthest(found, lines) <= NEAR
        assert len(found) > len(drawn(draw_paths, "way", way))
    for bad in (-1, "a", float("nan")):
        with pytest.raises((TypeError, ValueError), match="radius"):
            draw_paths(blank(), way, radius=bad)  # type: ignore[arg-type]


@for_each("draw", [draw_contacts, draw_sweeps, draw_areas, draw_paths])
def test_nothing_is_drawn_of_nothing(draw: Any) -> None:
    for nothing in (None, [], [None], iter([])):
        surface = blank()
        draw(surface, nothing)
        assert not pygame.surfarray.array3d(surface).any()


def test_a_zoom_enlarges_the_world_and_not_the_lines() -> None:
    box, floor = hit_pair()
    for draw in (
        lambda surface, **how: draw_shapes(surface, floor, **ONLY["outline"], **how),
        lambda surface, **how: fill_shapes(surface, floor, GREEN, **how),
        lambda surface, **how: draw_contacts(
            surface, box.contacts(floor), normal=None, push=None, point=None, region=GREEN, **how
        ),
    ):
        surface = pygame.Surface((2 * SIDE, 2 * SIDE))
        draw(surface, offset=(10, 20), zoom=2)
        plain = pygame.Surface((SIDE, SIDE))
        draw(plain, offset=(10, 20))
        large, small = (of_color(one, GREEN) for one in (surface, plain))
        twice = shapely.transform(small, lambda points: points * 2)
        for these, those in ((large, twice), (twice, large)):
            _, away = shapely.STRtree(those).query_nearest(these, return_distance=True)
            assert len(away) >= len(these) > 0
            assert away.max() <= 2 * NEAR


@for_each("bad", [5, "ab", [5], object(), Sprite(), [[5]], {1: 2}])
def test_what_is_no_record_is_refused(bad: Any) -> None:
    for call in (
        lambda surface: draw_contacts(surface, bad),
        lambda surface: draw_sweeps(surface, bad),
        lambda surface: draw_areas(surface, bad),
        lambda surface: draw_paths(surface, bad),
        lambda surface: draw_rays(surface, (0, 0), (9, 9), bad),
        lambda surface: draw_rays(surface, [(0, 0), (1, 1)], (9, 9), bad),
    ):
        surface = blank()
        with pytest.raises(TypeError, match="must be"):
            call(surface)
        assert not pygame.surfarray.array3d(surface).any()


NAN = float("nan")


@for_each(
    "starts, ends, hits, error, message",
    [
        (5, (9, 9), None, TypeError, r"starts must be a point \(x, y\) or an array of points"),
        ((0, 0), "ab", None, TypeError, "ends must be a point"),
        ((0, 0), (1, 2, 3), None, TypeError, "ends must be a point"),
        ((0, 0), None, None, TypeError, "ends must be a point"),
        ((0, 0), [[1, 2], [3]], None, TypeError, "ends must be a point"),
        ((0, NAN), (9, 9), None, ValueError, "starts must be a finite number"),
        ((0, 0), (9, 1e13), None, ValueError, "ends must be a finite number"),
        ([(0, 0)] * 2, [(9, 9)] * 3, [], ValueError, "equally many, or one of either, got 2 and 3"),
        ([(0, 0)] * 2, (9, 9), [None], ValueError, "hits must have one entry for each of 2 rays"),
        ([(0, 0)] * 2, (9, 9), None, TypeError, "hits must be what the rays returned"),
    ],
)
def test_bad_rays(starts: Any, ends: Any, hits: Any, error: type[Exception], message: str) -> None:
    surface = blank()
    with pytest.raises(error, match=message):
        draw_rays(surface, starts, ends, hits)
    assert not pygame.surfarray.array3d(surface).any()


def test_arrays_of_another_length_are_refused() -> None:
    rays = hit_pair()[1].raycast(0, 0, 1, 1)
    assert rays is None
    arrays = Group(hit_pair()).raycast_arrays((0, 0), [(1, 1), (2, 2)])
    with pytest.raises(ValueError, match="hits must have one entry for each of 1 rays, got 2"):
        draw_rays(blank(), (0, 0), (1, 1), arrays)


@for_each("draw", PARTS)
@for_each(
    "named, error, message",
    [
        ({"point": "greenish"}, ValueError, "point must be a color"),
        ({"offset": 3}, TypeError, r"offset must be a pair \(x, y\), got 3"),
        ({"width": 0}, ValueError, "width must be a whole number from 1, got 0"),
        ({"zoom": 0}, ValueError, "zoom must be above 0, got 0"),
        ({"zoom": -2}, ValueError, "zoom must be above 0, got -2"),
        ({"zoom": "2"}, TypeError, "zoom must be a number, got '2'"),
        ({"zoom": NAN}, ValueError, "zoom must be a finite number"),
    ],
)
def test_bad_options(draw: Any, named: Any, error: type[Exception], message: str) -> None:
    arguments = ((0, 0), (9, 9), None) if draw is draw_rays else ([],)
    with pytest.raises(error, match=message):
        draw(blank(), *arguments, **named)
    with pytest.raises(TypeError, match="surface must be a pygame Surface"):
        draw("screen", *arguments)


def test_a_bad_radius() -> None:
    for bad, error in ((-1, ValueError), ("1", TypeError), (NAN, ValueError)):
        with pytest.raises(error, match="radius"):
            draw_rays(blank(), (0, 0), (9, 9), None, radius=bad)


def test_what_is_far_and_large_is_drawn_where_it_is_seen() -> None:
    huge = Sprite(-1e11, 60, collision=Rect(0, 0, 2e11, 1e11))
    ball = Sprite(60, 59, collision=Circle(0, 0, 10))
    surface = blank()
    draw_contacts(surface, ball.contacts(huge), zoom=0.5)
    draw_rays(surface, (60, -1e12), (60, 1e12), huge.raycast(60, -1e12, 60, 1e12), width=50)
    draw_sweeps(surface, ball.sweep(1e11, 1e11, huge), zoom=1e9)
    draw_sweeps(surface, Sprite(60, 0, collision=Circle(0, 0, 9)).sweep(0, 99, huge), zoom=1e-9)
    assert pygame.surfarray.array3d(surface).any()


@for_each("name", SHAPES)
def test_what_is_out_of_sight_is_not_drawn(name: str) -> None:
    """Far off, and just beyond where lines are clipped."""
    for x in (1e9, SIDE + 4096 + 60):
        far, farther = (Sprite(at, 5, collision=SHAPES[name]) for at in (x, x + 1))
        surface = blank()
        fill_shapes(surface, far, "red")
        draw_shapes(surface, far)
        draw_contacts(surface, far.contacts(farther))
        draw_sweeps(surface, far.sweep(50, 0, Sprite(x + 60, -50, collision=Rect(0, 0, 9, 99))))
        draw_rays(surface, (x - 50, 10), (x + 50, 9), far.raycast(x - 50, 10, x + 50, 9))
        assert not pygame.surfarray.array3d(surface).any()


def test_a_contact_whose_drawn_outlines_do_not_meet() -> None:
    """Between the corners of its outline a disc is a little larger than it is drawn."""
    angle = np.radians(360 / 128 / 2)
    x, y = 39.999 * np.cos(angle), 39.999 * np.sin(angle)
    ball = Sprite(30, 30, collision=Circle(0, 0, 20))
    other = Sprite(30 + x, 30 + y, collision=Circle(0, 0, 20))
    (contact,) = ball.contacts(other)
    assert contact.region.is_empty
    assert not len(drawn(draw_contacts, "region", contact))
    assert len(drawn(draw_contacts, "normal", contact)) > 20
