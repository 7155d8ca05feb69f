"""What the examples draw is there, and where it belongs: by pygame, frame by frame, and by Pillow.

A scene is played here as where nobody plays it, in a window that nobody sees; then a function of
its own compares the last frame with what the scene says of itself, and Pillow's with it too.
"""

import importlib
import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import shapely
import shapely.affinity

pygame = pytest.importorskip("pygame", reason="needs pygame-ce")
pytest.importorskip("PIL.Image", reason="the examples draw with Pillow")

FOLDER = Path(__file__).parents[2] / "examples"
FRAMES = 120
COLORS = 20  # above the footer; a scene that draws nothing has one, and a few rects have a handful
NEAR = 3.0  # pixels from an edge to where a color is nothing else's: the edge is drawn, and smooth
ROUNDING = 5  # of 255: what smoothing and turning change in a color

Pixels = npt.NDArray[np.int64]  # [x, y] is a color
Color = tuple[int, int, int]
Look = Callable[[Any, Pixels], None]


def share(pixels: Pixels, area: shapely.Geometry, *colors: Color) -> float:
    """How many of the pixels inside an area have one of the colors, as a share; NaN of none."""
    if area.is_empty:
        return float("nan")
    left, top, right, bottom = (max(int(side), 0) for side in area.bounds)
    box = pixels[left : right + 1, top : bottom + 1]
    x, y = np.mgrid[left : left + box.shape[0], top : top + box.shape[1]] + 0.5
    shapely.prepare(area)
    inside = box[shapely.contains_xy(area, x, y)]
    if not len(inside):
        return float("nan")
    return float(
        (abs(inside[:, None] - np.array(colors)).max(axis=-1) <= ROUNDING).any(axis=1).mean()
    )


def all_painted(pixels: Pixels, things: list[tuple[shapely.Geometry, Color]]) -> None:
    """Hold that each area is of its color, where no area lies on it, and that several are there.

    Areas of several pieces have lines where these meet, so that not every pixel counts.
    """
    seen = 0
    scene = shapely.box(0, 0, *pixels.shape[:2])
    tree = shapely.STRtree([area for area, _ in things])
    for i, (area, color) in enumerate(things):
        others = [things[k][0] for k in tree.query(area).tolist() if k != i]
        free = shapely.intersection(area.buffer(-NEAR), scene)
        if others:
            free = shapely.difference(free, shapely.union_all(others).buffer(NEAR))
        if free.area > 30:
            seen += 1
            assert share(pixels, free, color) > 0.2, (area.bounds, color)
    assert seen >= min(3, len(things)), "the scene has too few things to say anything"


def look_at_all_vs_all(scene: Any, pixels: Pixels) -> None:
    from stage import AMBER, NIGHT, mix

    touching = {id(thing) for pair in scene.touching for thing in pair}
    all_painted(
        pixels,
        [
            (thing.geometry, thing.color if id(thing) in touching else mix(thing.color, NIGHT, 0.5))
            for thing in scene.things
        ],
    )
    overlaps = [shapely.intersection(a.geometry, b.geometry) for a, b in scene.touching]
    large = [overlap.buffer(-2) for overlap in overlaps if overlap.area > 150]
    assert large
    assert min(share(pixels, overlap, AMBER) for overlap in large) > 0.5


def look_at_asteroids(scene: Any, pixels: Pixels) -> None:
    from stage import NIGHT

    game = scene.game
    things = []
    for sprite in game.sprites():
        area = shapely.transform(sprite.geometry, lambda p: p * (1, -1) + (0, scene.stage.height))
        things.append((area, sprite.color_of_shape))
    all_painted(pixels, things)
    rocks = [area for area, _ in things[: len(game.rocks)]]
    bays = [shapely.difference(rock.convex_hull, rock).buffer(-4) for rock in rocks]
    free = shapely.difference(shapely.union_all(bays), shapely.union_all(rocks).buffer(2))
    assert free.area > 30
    assert share(pixels, free, NIGHT) > 0.75  # but for a shot or the ship


def look_at_the_storm(scene: Any, pixels: Pixels) -> None:
    from bullet_storm import ARMS, BULLETS, COLORS, FLOWER
    from stage import AMBER, CORAL, PAPER, mix

    assert len(scene.bullets) == BULLETS
    last = scene.arm == ARMS - 1  # drawn after the others, but for the ship and the flower
    places = np.column_stack((scene.bullets.x, scene.bullets.y))[last]
    inside = ((places > 2) & (places < np.array(scene.stage.width - 2))).all(axis=1)
    inside &= places[:, 1] < scene.stage.height - 2
    apart = np.hypot(*(places - FLOWER).T) > 20
    apart &= np.hypot(places[:, 0] - scene.ship.x, places[:, 1] - scene.ship.y) > 25
    x, y = np.floor(places[inside & apart]).astype(int).T
    bright = mix(COLORS[(ARMS - 1) % len(COLORS)], PAPER, 0.5)
    assert (abs(pixels[x, y] - bright).max(axis=1) <= 12).mean() > 0.9
    assert share(pixels, shapely.Point(FLOWER).buffer(7), CORAL) > 0.95
    color = AMBER if scene.shield.collision_enable else PAPER
    assert share(pixels, scene.ship.geometry.buffer(-NEAR), color) > 0.9


def look_at_the_laser(scene: Any, pixels: Pixels) -> None:
    from stage import AMBER, CORAL, NIGHT, PAPER, mix

    beam = scene.beam
    assert scene.firing
    assert scene.lit, "choose a number of frames at which it fires"
    x, y = beam.x, beam.y
    turn = np.radians(beam.angle)
    reach = float(shapely.distance(shapely.Point(x, y), scene.lit.sprite.geometry))
    assert abs(reach - 900 * beam.scale_x) < 5  # the beam is somewhat wide

    def along(begin: float, end: float) -> shapely.Geometry:
        ends = [(x + way * np.cos(turn), y + way * np.sin(turn)) for way in (begin, end)]
        return shapely.LineString(ends).buffer(0.8, cap_style="flat")

    assert share(pixels, along(45, reach - 10), PAPER) > 0.95
    glow = PAPER, CORAL, mix(NIGHT, CORAL, 0.45)
    assert share(pixels, along(reach + 12, reach + 40), *glow) < 0.1
    covered = shapely.union_all([along(0, reach).buffer(5), scene.lit.sprite.geometry.buffer(9)])
    free = [d for d in scene.drones if not shapely.intersects(d.geometry, covered)]
    all_painted(pixels, [(d.geometry, mix(d.color, AMBER, d.heat)) for d in free])


def look_at_the_table(scene: Any, pixels: Pixels) -> None:
    from stage import AMBER, BLUE, FAINT, NIGHT, PAPER, mix

    order = sorted(scene.things, key=lambda thing: thing.z)
    arrow = shapely.box(-1, -1, 17, 18)
    on_top = shapely.affinity.translate(arrow, *scene.cursor)
    things = []
    for thing in reversed(order):
        color = AMBER if thing is scene.held else thing.color
        if thing is scene.below and thing is not scene.held:
            color = mix(thing.color, PAPER, 0.45)
        things.append((shapely.difference(thing.geometry, on_top.buffer(NEAR)), color))
        on_top = shapely.union(on_top, thing.geometry)
    all_painted(pixels, things)
    (under,) = scene.board.query_point(*scene.cursor)
    for tile, colors in [
        (under, [mix(NIGHT, BLUE, 0.4)]),
        (list(scene.board)[-1], [mix(NIGHT, FAINT, 0.25), mix(NIGHT, FAINT, 0.5)]),
    ]:
        free = shapely.difference(tile.geometry, on_top.buffer(NEAR))
        assert free.area < 30 or share(pixels, free, *colors) > 0.95


def look_at_the_obstacles(scene: Any, pixels: Pixels) -> None:
    from stage import AMBER, BLUE, NIGHT, mix

    maces = []
    for mace in scene.maces:
        for i, shape in enumerate(mace.world_shapes):
            lit = i in mace.struck
            maces.append((shape.geometry, mix(mace.color, AMBER, 0.75) if lit else mace.color))
    free = shapely.union_all([area for area, _ in maces])
    pegs = [
        (peg.geometry, mix(mix(NIGHT, BLUE, 0.45), AMBER, peg.glow))
        for peg in scene.pegs
        if shapely.distance(peg.geometry, free) > NEAR
    ]
    all_painted(pixels, [*maces, *pegs])
    assert any(mace.struck for mace in scene.maces)


def look_at_the_hills(scene: Any, pixels: Pixels) -> None:
    from stage import AMBER, NIGHT, PAPER, ROSE, SAGE, mix

    runner = scene.runner
    near_runner = runner.geometry.buffer(30)  # the trail too
    ground = shapely.difference(scene.hill, near_runner)
    all_painted(
        pixels,
        [
            *((part, mix(NIGHT, SAGE, 0.45)) for part in shapely.get_parts(ground)),
            *((coin.geometry, AMBER) for coin in scene.coins),
        ],
    )
    assert share(pixels, scene.spikes.geometry.buffer(-2), ROSE) > 0.9
    body, _ = runner.world_shapes
    assert share(pixels, body.geometry.buffer(-2), PAPER) > 0.8


def look_at_the_quadtree(scene: Any, pixels: Pixels) -> None:
    from quadtree_view import LEVEL_COLORS
    from stage import AMBER

    lined = {id(thing) for pair in scene.pairs for thing in pair}
    all_painted(
        pixels,
        [
            (thing.geometry, LEVEL_COLORS[scene.tree.cell_of(thing)[0]])
            for thing in scene.things
            if id(thing) not in lined
        ],
    )
    lines = [shapely.LineString([(a.x, a.y), (b.x, b.y)]) for a, b in scene.pairs if a.hits(b)]
    long = [line.buffer(0.6) for line in lines if line.length > 5]
    assert long
    assert min(share(pixels, line, AMBER) for line in long) > 0.3  # others may cross it
    assert float(np.median([share(pixels, line, AMBER) for line in long])) > 0.6


def look_at_the_rays(scene: Any, pixels: Pixels) -> None:
    """Floor is lit where no wall lies between it and the walker, and nowhere else."""
    from rays import REACH
    from stage import BLUE, CORAL, NIGHT, PAPER, mix

    walls = shapely.union_all([shapely.box(*box) for box in scene.walls.aabbs.tolist()])
    walker = np.array([scene.walker.x, scene.walker.y])
    wall_colors = mix(BLUE, PAPER, 0.15), mix(NIGHT, BLUE, 0.35)
    assert share(pixels, walls.buffer(-NEAR), *wall_colors) > 0.99
    assert share(pixels, scene.walker.geometry.buffer(-2), CORAL) > 0.9
    floor = shapely.difference(shapely.box(0, 0, *pixels.shape[:2]), walls).buffer(-2)
    x, y = np.mgrid[3 : pixels.shape[0] : 7, 3 : pixels.shape[1] : 7].reshape(2, -1)
    places = np.column_stack((x, y)) + 0.5
    places = places[shapely.contains(floor, shapely.points(places))]
    places = places[np.hypot(*(places - walker).T) > 10]
    sight = shapely.linestrings([[walker.tolist(), place] for place in places.tolist()])
    lit = (abs(pixels[*np.floor(places).astype(int).T] - NIGHT).max(axis=1) > 2).astype(bool)
    far = shapely.length(sight)
    behind = shapely.intersects(sight, walls.buffer(-1)) | (far > REACH + 2)
    in_sight = ~shapely.intersects(sight, walls.buffer(1.5)) & (far < REACH - 5)
    assert behind.sum() > 50
    assert in_sight.sum() > 50
    assert not lit[behind].any()
    assert lit[in_sight].all()


def look_at_the_shooter(scene: Any, pixels: Pixels) -> None:
    from stage import AMBER, PAPER, mix

    flying = [
        thing for thing in (scene.plane, *scene.enemies, *scene.beams) if thing.geometry.area > 0
    ]
    all_painted(pixels, [(t.geometry, mix(t.color, AMBER, t.glow)) for t in flying])
    others = shapely.union_all([thing.geometry for thing in flying]).buffer(NEAR)
    beams = [beam.geometry.buffer(0.8, cap_style="flat") for beam in scene.beams]
    window = shapely.box(0, 0, *pixels.shape[:2])
    free = [b for b in beams if shapely.within(b, window) and not shapely.intersects(b, others)]
    assert free
    assert min(share(pixels, beam, mix(AMBER, PAPER, 0.4)) for beam in free) > 0.4


SCENES: dict[str, tuple[str, int, int, Look]] = {
    "all_vs_all": ("AllVersusAll", 640, 480, look_at_all_vs_all),
    "arcade_asteroids": ("Scene", 640, 480, look_at_asteroids),
    "bullet_storm": ("BulletStorm", 720, 540, look_at_the_storm),
    "laser": ("Laser", 720, 450, look_at_the_laser),
    "mouse_picking": ("Table", 720, 432, look_at_the_table),
    "obstacles": ("Field", 720, 450, look_at_the_obstacles),
    "platformer": ("Hills", 720, 416, look_at_the_hills),
    "quadtree_view": ("QuadtreeView", 768, 480, look_at_the_quadtree),
    "rays": ("Maze", 700, 460, look_at_the_rays),
    "shooter": ("PaperPlane", 800, 450, look_at_the_shooter),
}
"""Class, width and height of the scene, and what looks at it."""

NEEDS = {"arcade_asteroids": "arcade", "platformer": "pytmx"}


@pytest.fixture
def examples(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder of the examples as a place to import from, and displays that nobody sees."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    monkeypatch.setenv("ARCADE_HEADLESS", "true")
    monkeypatch.syspath_prepend(str(FOLDER))
    yield
    pygame.display.quit()


def module(name: str) -> ModuleType:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name], reason=f"{name} needs it")
    return importlib.import_module(name)


def looked_at(look: Look, scene: Any, pixels: Pixels, height: int) -> None:
    above = pixels[:, :height].astype(np.int64)
    assert len(np.unique(above @ (1 << 16, 1 << 8, 1))) > COLORS
    look(scene, above)


@pytest.mark.parametrize("name", SCENES)
def test_what_is_drawn_is_where_it_belongs(name: str, examples: None) -> None:
    kind, width, height, look = SCENES[name]
    import stage

    theater = stage.Stage(name, width, height, ["--headless"])
    scene = getattr(module(name), kind)(theater)
    picture = theater.canvas
    window = theater.canvas = stage.Window(name, width, height + stage.FOOTER)
    for _ in range(FRAMES):
        scene.update()
        theater._draw(scene)
    window.present()
    looked_at(look, scene, pygame.surfarray.array3d(window._screen), height)
    theater.canvas = picture
    theater._draw(scene)
    looked_at(look, scene, np.asarray(picture.image()).transpose(1, 0, 2), height)


def test_the_debug_view_lies_over_the_pictures(examples: None) -> None:
    view = module("debug_view")
    from stage import AMBER, CORAL, PAPER

    scene = view.DebugView(20)
    surface = pygame.Surface((view.WIDTH, view.HEIGHT))
    for _ in range(FRAMES):
        scene.update()
        scene.draw(surface)
    pixels = pygame.surfarray.array3d(surface).astype(np.int64)
    colors = [AMBER if t.lit else view.KINDS[i % 4][1] for i, t in enumerate(scene.things)]
    areas = [thing.geometry for thing in scene.things]
    all_painted(pixels, list(zip(areas, colors, strict=True)))
    touching = {id(thing) for pair in scene.in_contact for thing in pair}
    assert touching
    for thing in scene.things:  # a line is one pixel, about a third of the width that is looked at
        color = CORAL if id(thing) in touching else PAPER
        assert share(pixels, thing.geometry.boundary.buffer(1.2), color) > 0.25
    scene.debug = False
    scene.draw(surface)
    bare = pygame.surfarray.array3d(surface).astype(np.int64)
    all_painted(bare, list(zip(areas, colors, strict=True)))
    assert not (bare == CORAL).all(axis=-1).any()


def test_a_canvas_passes_over_what_covers_nothing(examples: None) -> None:
    import stage

    crossing = shapely.LineString([(0, 0), (9, 9)]), shapely.LineString([(0, 9), (9, 0)])
    nothing = [
        shapely.Polygon(),
        shapely.Point(),
        shapely.MultiPolygon(),
        shapely.LineString(),
        shapely.intersection(*crossing),  # a point
        shapely.GeometryCollection([shapely.Polygon(), shapely.Point(3, 3)]),
    ]
    for canvas in (stage.Picture(20, 20), stage.Window("empty", 20, 20)):
        canvas.clear()
        for geometry in nothing:
            canvas.fill(geometry, stage.PAPER)
            canvas.outline(geometry, stage.PAPER)
        canvas.fill(shapely.GeometryCollection([nothing[0], shapely.box(2, 2, 18, 18)]), stage.ROSE)
        if isinstance(canvas, stage.Window):
            canvas.present()
            colors = pygame.surfarray.array3d(canvas._screen).reshape(-1, 3)
        else:
            colors = np.asarray(canvas.image()).reshape(-1, 3)
        assert {tuple(color) for color in colors.tolist()} >= {stage.ROSE, stage.NIGHT}
        assert (colors != stage.PAPER).any(axis=1).all()


def test_the_laser_ends_at_a_drone_that_it_only_grazes(examples: None) -> None:
    """The drawn outline of a disc has corners, between which the disc itself is a little larger."""
    laser = module("laser")
    import stage

    scene = laser.Laser(stage.Stage("laser", laser.WIDTH, laser.HEIGHT, ["--headless"]))
    beam, radius = scene.beam, 15.0
    between = np.radians(360 / 128 / 2)  # half way from corner to corner of the disc as it is drawn
    grazing = 0
    for off in np.linspace(-0.02, 0.001, 40):
        beam.angle = -90 + float(np.degrees(between))
        ahead = np.array([np.cos(np.radians(beam.angle)), np.sin(np.radians(beam.angle))])
        aside = np.array([-ahead[1], ahead[0]])
        place = (beam.x, beam.y) + 200 * ahead + (laser.BEAM / 2 + radius + off) * aside
        drone = laser.Drone(scene, 0)
        drone.collision = laser.Circle(0, 0, radius)
        drone.x, drone.y = place.tolist()
        scene.drones.clear()
        scene.drones.add(drone)
        scene.firing = True
        beam.scale_x = 1.0
        if drone.hits(beam) and shapely.intersection(beam.geometry, drone.geometry).is_empty:
            grazing += 1
        scene.shine()
        if scene.lit:
            assert 180 < laser.REACH * beam.scale_x <= 201
    assert grazing
