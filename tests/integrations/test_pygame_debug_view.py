"""The debug view draws what the library believes, where it believes it to be."""

import itertools
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
from spritecol.integrations.pygame import (
    draw_answers,
    draw_shapes,
    fill_shapes,
)
from spritecol.paths import Paths, Way
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


def looks(*things: Any, **colors: Any) -> pygame.Surface:
    """What `draw_shapes` draws of things, only in these colors."""
    surface = blank()
    options = {name: colors.pop(name) for name in ("hits", "offset", "roles") if name in colors}
    draw_shapes(surface, *things, **{**NOTHING, **colors}, **options)
    return surface


POSES: list[dict[str, Any]] = [
    {},
    {"angle": 30, "scale_x": 1.5, "scale_y": -0.7},
    {"angle": 75, "scale": 1.2, "center_x": 9, "center_y": -4},
    {"angle": 75, "scale_x": 0.6, "center_x": 9, "center_y": -4, "offset_sync": True},
    {"angle": 75, "scale_x": 3, "collision_sync": False},
]


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("pose", POSES)
def test_outlines(name: str, pose: dict[str, Any]) -> None:
    sprite = Sprite(60, 60, collision=SHAPES[name], **pose)
    surface = looks(sprite, outline=GREEN)
    geometry = sprite.geometry
    if name == "point":  # a small cross
        assert shapely.distance(of_color(surface, GREEN), geometry.centroid).max() < 5
        assert len(of_color(surface, GREEN)) > 3
    else:
        assert_drawn(surface, GREEN, geometry if name == "segment" else geometry.boundary)


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


def assert_filled(surface: pygame.Surface, area: Any) -> None:
    """Green is what is well inside of an area, and nothing that is well outside."""
    ys, xs = np.mgrid[0:SIDE, 0:SIDE]
    middles = shapely.points(xs.ravel() + 0.5, ys.ravel() + 0.5)
    green = (pygame.surfarray.array3d(surface) == GREEN).all(axis=-1).T.ravel()
    inside = shapely.within(middles, area.buffer(-NEAR))
    assert green[inside].all()
    assert not green[shapely.distance(middles, area) > NEAR + 0.1].any()
    assert inside.any()
    assert not inside.all()


ROUND = {"circle", "ellipse", "capsule"}  # a larger one is drawn with more sides than `geometry`
FAR = [(name, 40) for name in SHAPES if name not in ("point", "segment")]
FAR += [(name, scale) for name, _ in FAR if name not in ROUND for scale in (500, -20_000)]


@pytest.mark.parametrize(("name", "scale"), FAR)
def test_what_reaches_far_beyond_the_surface_is_cut_off(name: str, scale: int) -> None:
    """Its edge leads through the middle of the surface."""
    sprite = Sprite(0, 0, collision=SHAPES[name], angle=20, scale=scale)
    x, y = shapely.get_coordinates(sprite.geometry.boundary)[1]
    sprite.x, sprite.y = 60 - x, 60 - y
    assert_drawn(looks(sprite, outline=GREEN), GREEN, sprite.geometry.boundary)
    surface = blank()
    fill_shapes(surface, sprite, GREEN)
    assert_filled(surface, sprite.geometry)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("scales", [(1, 0), (0, 1), (0, 0), (1e-3, 1e-3)])
def test_what_is_flat_or_tiny_is_a_line_or_a_pixel(name: str, scales: tuple[float, float]) -> None:
    sprite = Sprite(60, 60, collision=SHAPES[name], scale_x=scales[0], scale_y=scales[1], angle=9)
    filled = blank()
    fill_shapes(filled, sprite, GREEN)
    assert_drawn(filled, GREEN, sprite.geometry)
    if name != "point":  # a cross
        assert_drawn(looks(sprite, outline=GREEN), GREEN, sprite.geometry)


@pytest.mark.parametrize(("angle", "tip"), [(0, (60.5, 51.5)), (90, (69.5, 60.5))])
def test_an_arrow_shows_a_direction(angle: float, tip: tuple[float, float]) -> None:
    shape = Circle(0.5, 0.5, 40, one_way=(0, -3))
    surface = looks(Sprite(60, 60, collision=shape, angle=angle), outline=GREEN)
    inside = shapely.intersection(
        shapely.multipoints(of_color(surface, GREEN)), shapely.Point(60, 60).buffer(30)
    )
    assert 9 <= shapely.get_num_geometries(inside) < 30
    assert shapely.distance(inside, shapely.Point(tip)) < NEAR
    looks(Sprite(60, 60, collision=shape, scale=0), outline=GREEN)


def test_shapes_are_colored_by_name_or_layer() -> None:
    shapes = [Circle(-30, 0, 9, name="fist"), Circle(0, 0, 9, layer=4), Circle(30, 0, 9, layer=8)]
    sprite = Sprite(60, 60, collision=shapes)
    surface = looks(sprite, outline=GREEN, roles={"fist": "red", 4 | 2: "blue"})
    for shape, color in zip(sprite.world_shapes, (RED, BLUE, GREEN), strict=True):
        assert_drawn(surface, color, shape.geometry.boundary)
    surface = looks(sprite, roles={8: "blue"})
    assert_drawn(surface, BLUE, sprite.world_shapes[2].geometry.boundary)


def test_boxes_pivots_and_hits() -> None:
    sprites = [Sprite(x, 60, center_x=9, collision=Circle(0, 0, 15)) for x in (20, 40, 90)]
    surface = looks(sprites, outline=GREEN, hit=RED)
    assert_drawn(surface, RED, shapely.union_all([s.geometry.boundary for s in sprites[:2]]))
    assert_drawn(surface, GREEN, sprites[2].geometry.boundary)
    sprites[0].collision_enable = False
    assert not len(of_color(looks(sprites, outline=GREEN, hit=RED), RED))
    box = shapely.box(*sprites[1].aabb).boundary
    assert_drawn(looks(sprites[1], aabb=GREEN), GREEN, box)
    for offset_sync, place in ((False, (49, 60)), (True, (40, 60))):
        sprites[1].offset_sync = offset_sync
        cross = of_color(looks(sprites[1], pivot=GREEN), GREEN)
        assert len(cross) > 3
        assert shapely.distance(cross, shapely.Point(place)).max() < 5


def test_only_the_given_pairs_are_lit() -> None:
    """Tiles that overlap each other for ever are not lit for ever."""
    tiles = [Sprite(x, 20, collision=Rect(0, 0, 30, 30)) for x in (10, 35)]
    ball = Sprite(90, 80, collision=Circle(0, 0, 10))
    assert not len(of_color(looks([tiles, ball], hit=GREEN, hits=[]), GREEN))
    lines = shapely.union_all([ball.geometry.exterior, tiles[0].geometry.exterior])
    assert_drawn(looks([tiles, ball], hit=GREEN, hits=[(ball, tiles[0])]), GREEN, lines)


def test_cells_are_the_nodes_that_the_broad_phase_uses() -> None:
    places = [(3 + 37 * k % 90, 3 + 23 * k % 35, 2) for k in range(140)]
    places += [(10 + 4 * k, 20 + k % 5, 20) for k in range(40)]
    sprites = Group(
        Sprite(500 + x, y - 40, collision=Rect(-side, -side, 2 * side, 2 * side))
        for x, y, side in places
    )
    nodes = quadtree_nodes(sprites.aabbs)
    assert nodes is not None
    assert len(set(nodes.levels.tolist())) > 1
    sprites.add(Sprite(collision=[]))
    sprites.add(Sprite(1e12, 0, collision=Circle(0, 0, 5)))  # farther than any box of a user
    surface = pygame.Surface((192, 96))
    draw_shapes(surface, sprites, offset=(500, -40), **ONLY["cell"])
    lines = shapely.union_all([shapely.box(*box).boundary for box in nodes.boxes])
    lines = shapely.transform(lines, lambda p: p - (500, -40))
    assert_drawn(surface, GREEN, shapely.intersection(lines, shapely.box(0, 0, 191, 95)))
    for few in (Group(list(sprites)[80:180]), Group(Sprite(collision=[])), Group()):
        assert not len(of_color(looks(few, cell=GREEN, offset=(500, -40)), GREEN))
    surface = pygame.Surface((300, 200))
    draw_shapes(surface, sprites, **NOTHING, legend=True)
    assert not pygame.surfarray.array3d(surface).any()
    draw_shapes(surface, sprites, offset=(-999, 0), legend=True)
    assert pygame.surfarray.array3d(surface)[:80, :30].any()
    told = []
    for place in ((500, -40), (-999, 0)):  # where nodes are seen, and where none are
        surface = pygame.Surface((300, 200))
        draw_shapes(surface, sprites, **ONLY["cell"], offset=place, legend=True)
        told.append(pygame.surfarray.array3d(surface)[28:, :20].any(axis=2))
    few = pygame.Surface((300, 200))
    draw_shapes(few, Group(list(sprites)[:3]), **ONLY["cell"], offset=(-999, 0), legend=True)
    told.append(pygame.surfarray.array3d(few)[28:, :20].any(axis=2))
    assert (told[1] != told[2]).any()  # "quadtree: nodes ..." and "no quadtree"


def test_the_legend_has_a_line_for_each_role_that_is_drawn() -> None:
    """A role is not drawn if no shape has it, the shape is off the screen, or its color is None."""
    gone = Sprite(250, 150, collision=Circle(0, 0, 5, name="ghost"))
    gone.vanish()
    shapes = [
        Circle(0, 0, 5, name="fist", layer=16),
        Circle(20, 0, 5, layer=8),
        Circle(0, 20, 5, name="eye"),
    ]
    far = Sprite(-900, 0, collision=Circle(0, 0, 5, name="far"))
    sprites = [Sprite(260, 150, collision=shapes), far, gone]
    red, blue, gray = (255, 0, 0), (0, 0, 255), (128, 128, 128)
    colors = {"far": gray, 8: blue, "fist": red, 16: gray, 64: gray, "ghost": gray, "eye": None}

    def legend_of(roles: Any, legend: bool = True) -> list[tuple[int, ...]]:
        """The colors of the legend, from top to bottom."""
        surface = pygame.Surface((300, 200))
        draw_shapes(surface, sprites, **NOTHING, roles=roles, legend=legend)
        column = [tuple(pixel) for pixel in pygame.surfarray.array3d(surface)[10].tolist()]
        return [pixel for pixel, _ in itertools.groupby(column) if any(pixel)]

    assert legend_of(colors) == [blue, red]
    assert legend_of({"fist": red, 8: blue}) == [red, blue]
    assert legend_of(colors, legend=False) == legend_of(None) == legend_of({"eye": None}) == []


def test_whatever_checks_take_can_be_drawn() -> None:
    sprite = PygameSprite(x=50, y=50, image=pygame.Surface((20, 10)), angle=20)
    for sprites in (sprite, [sprite, None, [sprite]], pygame_sprite.Group(sprite), Group(sprite)):
        surface = blank()
        draw_shapes(surface, sprites, **ONLY["outline"])
        assert_drawn(surface, GREEN, sprite.geometry.boundary)
    sprite.vanish()
    assert not len(of_color(looks(sprite, outline=GREEN), GREEN))


def test_what_is_far_and_large_is_drawn_where_it_is_seen() -> None:
    for shape in (Circle(0, 0, 100), Rect(-1e11, -20, 2e11, 50), Triangle(-1e9, 0, 1e9, 0, 0, 1e9)):
        sprite = Sprite(10, 30, collision=shape)
        assert_drawn(looks(sprite, outline=GREEN), GREEN, sprite.geometry.boundary)
    huge = Sprite(-1e11, 60, collision=Rect(0, 0, 2e11, 1e11))
    ball = Sprite(60, 59, collision=Circle(0, 0, 10))
    surface = blank()
    ends = {"starts": (60, -1e12), "ends": (60, 1e12)}
    draw_answers(surface, ball.contacts(huge), zoom=0.5)
    draw_answers(surface, Group(huge).raycast(60, -1e12, 60, 1e12), **ends, width=50)
    draw_answers(surface, ball.sweep(1e11, 1e11, huge), zoom=1e9)
    assert pygame.surfarray.array3d(surface).any()


@pytest.mark.parametrize("name", SHAPES)
def test_what_is_out_of_sight_is_not_drawn(name: str) -> None:
    """Far off, and just beyond where lines are clipped."""
    for x in (1e9, SIDE + 4096 + 60):
        far, farther = (Sprite(at, 5, collision=SHAPES[name]) for at in (x, x + 1))
        surface = blank()
        fill_shapes(surface, far, "red")
        draw_shapes(surface, far)
        wall = Sprite(x + 60, -50, collision=Rect(0, 0, 9, 99))
        draw_answers(surface, far.contacts(farther), far.sweep(50, 0, wall))
        hit = Group(far).raycast(x - 50, 10, x + 50, 9)
        draw_answers(surface, hit, starts=(x - 50, 10), ends=(x + 50, 9))
        assert not pygame.surfarray.array3d(surface).any()


# --- what questions answer -----------------------------------------------------------------------

PARTS = ("region", "push", "rest", "ray", "way", "outline", "area", "corner", "normal", "point")
OF_RAYS = ("rest", "ray", "normal", "point")


def drawn(part: str, *answers: Any, **named: Any) -> Any:
    """What is drawn of one part alone, as the middles of pixels."""
    surface = blank()
    draw_answers(surface, *answers, **{**dict.fromkeys(PARTS), part: GREEN}, **named)
    return of_color(surface, GREEN)


def drawn_rays(part: str, starts: Any, ends: Any, hits: Any, **named: Any) -> Any:
    return drawn(part, hits, starts=starts, ends=ends, **named)


def line(*points: Any) -> Any:
    return shapely.LineString([tuple(point) for point in points])


def farthest(these: Any, those: Any) -> float:
    """The largest distance of some geometries from others; there are some."""
    assert len(np.atleast_1d(these))
    return float(shapely.distance(these, those).max())


def hit_pair() -> tuple[Sprite, Sprite]:
    """A box that is 6 pixels deep in the upper edge of a wide floor."""
    box = Sprite(40, 30, collision=Rect(0, 0, 30, 26))
    return box, Sprite(5, 50, collision=Rect(0, 0, 110, 40))


def test_contacts_are_drawn() -> None:
    box, floor = hit_pair()
    (contact,) = box.contacts(floor)
    region = drawn("region", contact)
    assert len(region) >= 30 * 6
    assert farthest(region, contact.region) <= NEAR
    x = sum(point.x for point in contact.points) / 2
    y = contact.points[0].y
    assert farthest(drawn("push", [contact]), line((x, y), (x, y - 6))) <= NEAR + 1
    normal = drawn("normal", contact)
    assert farthest(normal, line((x, y), (x, y - 24))) <= 5
    assert shapely.total_bounds(normal)[1] == y - 24 + 0.5
    points = drawn("point", contact)
    assert farthest(points, shapely.MultiPoint(contact.points)) < 5
    thick = shapely.total_bounds(drawn("normal", contact, width=2))
    assert abs(thick[3] - thick[1] - 48) <= 2


def test_arrays_of_contacts_are_drawn_as_the_contacts_are() -> None:
    sprites = Group(Sprite(x, 60, collision=Circle(0, 0, 15)) for x in (20, 40, 60))
    arrays, loop = sprites.contact_arrays(sprites), []
    for first, second in arrays.index.tolist():
        loop += sprites[first].contacts(sprites[second])
    assert len(loop) == 2
    for part in ("normal", "push", "point"):
        ours = drawn(part, arrays)
        assert shapely.equals(ours, drawn(part, loop)).all()
        assert len(ours)


def test_rays_are_drawn() -> None:
    walls = Group(Sprite(x, 20, collision=Rect(0, 0, 10, 80)) for x in (50, 80))
    start, end = (10, 30), (110, 80)
    hits = walls.raycast_all(*start, *end)
    first = hits[0].point
    for found, count in ((hits, 2), (hits[0], 1)):
        assert farthest(drawn_rays("ray", start, end, found), line(start, first)) < NEAR
        assert farthest(drawn_rays("rest", start, end, found), line(first, end)) < NEAR
        assert len(drawn_rays("point", start, end, found)) == 13 * count
        normals = drawn_rays("normal", start, end, found)
        shafts = [line(hit.point, hit.point + hit.normal * 24) for hit in hits[:count]]
        assert farthest(normals, shapely.union_all(shafts)) <= 5 + NEAR
    assert farthest(drawn_rays("ray", start, end, None), line(start, end)) < NEAR
    assert not len(drawn_rays("rest", start, end, None))
    inside = Group(hit_pair()[1]).raycast(60, 60, 60, 10)
    assert inside.from_inside
    assert not len(drawn_rays("normal", (60, 60), (60, 10), inside))
    thick = walls.raycast(20, 60, 110, 60, radius=12)
    disc = shapely.Point(38, 60).buffer(12).boundary
    ray = drawn_rays("ray", (20, 60), (110, 60), thick, radius=12)
    assert farthest(ray, shapely.union(disc, line((20, 60), (38, 60)))) <= NEAR


def test_many_rays_are_drawn_as_the_single_ones() -> None:
    walls = Group(Sprite(70, y, collision=Rect(0, 0, 10, 20)) for y in (20, 60))
    ends = np.array([[110, 30], [110, 50], [110, 70]])
    single = [walls.raycast(10, 40, *end) for end in ends.tolist()]
    lists = [walls.raycast_all(10, 40, *end) for end in ends.tolist()]
    for part in OF_RAYS:
        parts = [
            drawn_rays(part, (10, 40), ends, found)
            for found in (single, lists, iter(single), walls.raycast_arrays((10, 40), ends))
        ]
        assert len(parts[0])
        for other in parts[1:]:
            assert shapely.equals(parts[0], other).all()


def test_sweeps_and_slides_are_drawn() -> None:
    ball = Sprite(20, 60, collision=Circle(0, 0, 10))
    wall = Sprite(90, 0, collision=Rect(0, 0, 10, 120))
    hit = ball.sweep(100, 0, wall)
    assert farthest(drawn("way", hit), line((20, 60), (80, 60))) < NEAR
    outline = drawn("outline", [hit])
    assert farthest(outline, shapely.Point(80, 60).buffer(10, 64).boundary) <= NEAR
    assert farthest(drawn("point", hit), shapely.Point(90, 60)) < 5
    assert farthest(drawn("normal", hit), line((90, 60), (66, 60))) <= 5
    slide = ball.move_and_slide(100, 40, wall)
    met = slide.hits[0].position
    way = drawn("way", slide)
    assert farthest(way, line((20, 60), met, (ball.x, ball.y))) <= NEAR
    assert not len(drawn("way", ball.move_and_slide(-5, 0, wall)))
    ball.position = 20, 60
    bounces = ball.move_and_bounce(100, 40, wall)
    met = bounces.hits[0].position
    way = drawn("way", bounces)
    assert farthest(way, line((20, 60), met, (ball.x, ball.y))) <= NEAR


@pytest.mark.parametrize("how", [{}, {"offset_sync": True, "center_x": 5}, {"scale_x": -1.5}])
def test_a_turned_sprite_is_drawn_as_it_hits(how: dict[str, Any]) -> None:
    sword = Sprite(60, 60, collision=Rect(0, -2, 40, 4), **how)
    hit = sword.sweep(0, 0, Sprite(60, 90, collision=Circle(0, 0, 8)), turn=360)
    outline = drawn("outline", hit)
    sword.x, sword.y = hit.position
    sword.angle = hit.angle
    assert farthest(outline, sword.geometry.boundary) <= NEAR


def test_areas_are_drawn() -> None:
    walls = Group(Sprite(60, 20, collision=Rect(0, 0, 10, 80)))
    area = walls.visible_area(20, 60, radius=60)
    cone = walls.visible_area(100, 60, radius=15, angle=90, spread=40)
    edges = drawn("area", area)
    in_view = area.geometry.boundary & shapely.box(0, 0, SIDE, SIDE)
    assert farthest(edges, area.geometry.boundary) <= NEAR
    assert shapely.hausdorff_distance(shapely.multipoints(edges), in_view, 0.01) < 3
    assert farthest(drawn("corner", cone), shapely.MultiPoint(cone.points)) < 5
    both = drawn("area", [area, None, cone])
    assert farthest(both, area.geometry.boundary | cone.geometry.boundary) <= NEAR
    assert len(both) > len(edges)


def test_paths_are_drawn() -> None:
    paths = Paths(Sprite(55, 30, collision=Rect(0, 0, 10, 60)), radius=8)
    way, other = paths.find((20, 60), (100, 60)), paths.find((20, 20), (100, 20))
    assert len(way) > 3
    assert farthest(drawn("way", way), line(*way)) <= NEAR
    room = drawn("outline", way, radius=8)
    assert farthest(room, line(*way).buffer(8, 32).boundary) <= NEAR
    assert farthest(drawn("point", way), shapely.MultiPoint(way)) < 5
    for several in ([way, None, other], iter([way, Way(), other]), ([[way], (other,)],)):
        found = drawn("way", several)
        assert farthest(found, line(*way) | line(*other)) <= NEAR


def test_a_zoom_enlarges_the_world_and_not_the_lines() -> None:
    box, floor = hit_pair()
    contacts = {"normal": None, "push": None, "point": None, "region": GREEN}
    for draw in (
        lambda surface, **how: draw_shapes(surface, floor, **ONLY["outline"], **how),
        lambda surface, **how: fill_shapes(surface, floor, GREEN, **how),
        lambda surface, **how: draw_answers(surface, box.contacts(floor), **contacts, **how),
    ):
        surface, plain = (pygame.Surface((side, side)) for side in (2 * SIDE, SIDE))
        draw(surface, offset=(10, 20), zoom=2)
        draw(plain, offset=(10, 20))
        large, small = (of_color(one, GREEN) for one in (surface, plain))
        twice = shapely.transform(small, lambda points: points * 2)
        for these, those in ((large, twice), (twice, large)):
            _, away = shapely.STRtree(those).query_nearest(these, return_distance=True)
            assert len(away) >= len(these) > 0
            assert away.max() <= 2 * NEAR


def test_nothing_is_drawn_of_nothing() -> None:
    for nothing in (None, [], [None], iter([]), [[], None, [Way()]]):
        surface = blank()
        draw_answers(surface, nothing)
        assert not pygame.surfarray.array3d(surface).any()


def test_answers_of_all_types_are_drawn_at_once_each_as_alone() -> None:
    box, floor = hit_pair()
    ball, walls = Sprite(20, 20, collision=Circle(0, 0, 6)), Group(floor)
    answers = [
        box.contacts(floor),
        walls.contact_arrays(Group(box)),
        ball.sweep(30, 90, walls),
        walls.visible_area(100, 20, radius=30),
        Paths(floor, radius=4).find((20, 20), (90, 20)),
        ball.move_and_slide(30, 90, walls),
    ]
    for part in set(PARTS) - {"rest", "ray"}:
        alone = [drawn(part, answer) for answer in answers]
        assert any(map(len, alone))
        together = drawn(part, *answers)
        assert {*map(str, together)} == {str(pixel) for some in alone for pixel in some}


NAN = float("nan")
RAY = Group(Sprite(collision=Rect(0, 0, 9, 9))).raycast(-5, 5, 5, 5)
OPTIONS: list[tuple[dict[str, Any], str]] = [
    ({"point": "greenish"}, "point"),
    ({"offset": 3}, "offset"),
    ({"offset": (1, NAN)}, "offset"),
    ({"width": 0}, "width"),
    ({"width": 1.5}, "width"),
    *(({"zoom": bad}, "zoom") for bad in (0, -2, "2", NAN)),
]
CALLS: list[tuple[Any, tuple[Any, ...], dict[str, Any], str]] = [
    *((draw_shapes, ([],), {name: "no"}, name) for name in ("outline", "cell", "legend")),
    *((draw_shapes, ([],), {"hits": bad}, "hits") for bad in (5, [5], [(1, 2)], "ab")),
    *((draw_shapes, ([],), {"roles": bad}, "roles")
      for bad in ("a", ["a"], {1.5: "red"}, {"a": "no"})),
    (draw_shapes, ([pygame_sprite.Sprite()],), {}, "sprites"),
    (fill_shapes, ([], "no"), {}, "color"),
    (fill_shapes, ([], None), {}, "color"),
    *((draw_answers, (None,), {**how, **ends}, word)
      for how, word in OPTIONS for ends in ({}, {"starts": (0, 0), "ends": (9, 9)})),
    *((draw_answers, (bad,), {}, "must be") for bad in (5, "ab", [5], Sprite(), [[5]], {1: 2})),
    *((draw_answers, (bad,), {"starts": (0, 0), "ends": (9, 9)}, "must be")
      for bad in (5, "ab", [5], Sprite(), {1: 2})),
    (draw_answers, (RAY,), {}, "pass starts and ends"),
    (draw_answers, ([[None, RAY]],), {}, "pass starts and ends"),
    *((draw_answers, (hits,), {"starts": starts, "ends": ends}, word)
      for hits, starts, ends, word in (
        (5, [(0, 0)] * 2, [(9, 9)] * 2, "hits must be the results of the rays"),
        (None, 5, (9, 9), "starts"),
        (None, (0, 0), None, "ends"),
        (None, None, (0, 0), "starts"),
        (None, (0, 0), (1, 2, 3), "ends"),
        (None, (0, 0), [[1, 2], [3]], "ends"),
        (None, (0, NAN), (9, 9), "starts"),
        (None, (0, 0), (9, 1e13), "ends"),
        ([], [(0, 0)] * 2, [(9, 9)] * 3, "the same length"),
        ([None], [(0, 0)] * 2, (9, 9), "hits"),
      )),
    (draw_answers, (None,), {"radius": -1, "starts": (0, 0), "ends": (9, 9)}, "radius"),
    (draw_answers, (None,), {"radius": NAN}, "radius"),
    (draw_answers, (None,), {"radius": -1}, "radius must be 0 or more, got -1"),
]  # fmt: skip


@pytest.mark.parametrize(("draw", "arguments", "named", "word"), CALLS)
def test_what_is_wrong_is_named_and_draws_nothing(
    draw: Any, arguments: tuple[Any, ...], named: dict[str, Any], word: str
) -> None:
    surface = blank()
    with pytest.raises((TypeError, ValueError), match=word):
        draw(surface, *arguments, **named)
    assert not pygame.surfarray.array3d(surface).any()


def test_what_is_no_surface_is_refused() -> None:
    for draw in (draw_shapes, fill_shapes, draw_answers):
        arguments = ([], "red") if draw is fill_shapes else ([],)
        with pytest.raises(TypeError, match="surface"):
            draw("screen", *arguments)


def test_the_overlap_of_a_segment_and_a_box_is_a_line() -> None:
    wire, box = (
        Sprite(20, 60, collision=Segment(0, 0, 80, 0)),
        Sprite(40, 40, collision=Rect(0, 0, 30, 40)),
    )
    (contact,) = wire.contacts(box)
    assert contact.region.geom_type == "LineString"
    assert farthest(drawn("region", contact), contact.region) < NEAR


def test_a_one_way_shape_has_its_arrow_where_it_hits() -> None:
    wall = Sprite(90, 0, collision=Rect(0, 0, 20, 120))
    for one_way, is_there in (((0, -1), True), (None, False)):
        ball = Sprite(20, 60, collision=Circle(0, 0, 16, one_way=one_way))
        hit = ball.sweep(90, 0, wall)
        assert hit is not None
        middle = shapely.Point(hit.position).buffer(8)
        found = shapely.intersects(middle, drawn("outline", hit))
        assert found.any() == is_there


def test_a_contact_whose_drawn_outlines_do_not_meet() -> None:
    """Between the corners of its outline a disc is a little larger than it is drawn."""
    angle = np.radians(360 / 128 / 2)
    x, y = 39.999 * np.cos(angle), 39.999 * np.sin(angle)
    ball, other = (Sprite(*at, collision=Circle(0, 0, 20)) for at in ((30, 30), (30 + x, 30 + y)))
    (contact,) = ball.contacts(other)
    assert contact.region.is_empty
    assert not len(drawn("region", contact))
    assert len(drawn("normal", contact)) > 20
