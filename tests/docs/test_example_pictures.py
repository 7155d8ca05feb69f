"""What the examples draw is there, and where it belongs.

An example is played with scripted keys in a window that nobody sees; then a function of its own
compares the last frame with what the example says of itself.
"""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import shapely
import shapely.affinity

from spritecol import Rect, Sprite
from spritecol.spatial import candidate_pairs, quadtree_nodes

pygame = pytest.importorskip("pygame", reason="needs pygame-ce")

pytestmark = pytest.mark.filterwarnings("ignore:no fast renderer")  # of SDL's dummy driver

FOLDER = Path(__file__).parents[2] / "examples"
FRAMES = 30
COLORS = 8  # in the scene; one that draws nothing has one, and a few rects have a handful
NEAR = 3.0  # pixels from an edge to where a color is nothing else's: edges are drawn
ROUNDING = 5  # of 255: what smoothing and turning change in a color

Pixels = npt.NDArray[np.int64]  # [x, y] is a color
Color = Any  # any that pygame takes
Look = Callable[[Any, Pixels], None]
"""Compares the example's module with its last frame."""


def rgb(color: Color) -> tuple[int, int, int]:
    red, green, blue, _ = pygame.Color(color)
    return red, green, blue


def lerp(a: Color, b: Color, share: float) -> Any:
    return pygame.Color(a).lerp(pygame.Color(b), share)


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
    wanted = np.array([rgb(color) for color in colors])
    near = abs(inside[:, None] - wanted).max(axis=-1) <= ROUNDING
    return float(near.any(axis=1).mean())


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


def look_at_all_vs_all(game: Any, pixels: Pixels) -> None:
    touching = {id(thing) for pair in game.touching for thing in pair}
    colors = [t.color if id(t) in touching else lerp(t.color, game.NIGHT, 0.5) for t in game.things]
    areas = [thing.geometry for thing in game.things]
    all_painted(pixels, list(zip(areas, colors, strict=True)))
    overlaps = [shapely.intersection(a.geometry, b.geometry) for a, b in game.touching]
    large = [overlap.buffer(-2) for overlap in overlaps if overlap.area > 150]
    assert large
    assert min(share(pixels, overlap, game.AMBER) for overlap in large) > 0.5


def look_at_breakout(module: Any, pixels: Pixels) -> None:
    game = module.game
    assert len(game.bricks) < 50
    bricks = [(brick.geometry, "#68a68c") for brick in game.bricks]
    all_painted(pixels, [*bricks, (game.paddle.geometry, "#ece7da")])
    assert share(pixels, game.ball.geometry.buffer(-2), "#ece7da") > 0.9


def look_at_the_crowd(module: Any, pixels: Pixels) -> None:
    game = module.game
    walls = [wall.geometry.buffer(-2) for wall in list(game.walls)[: len(module.WALLS)]]
    all_painted(pixels, [(wall, module.WALL) for wall in walls])
    units = shapely.union_all([unit.geometry.buffer(-1) for unit in game.units])
    assert share(pixels, units, module.UNIT, module.AMBER) > 0.8  # at whole pixels


def look_at_the_fight(module: Any, pixels: Pixels) -> None:
    left, right = module.fight.fighters
    chests = [
        (Sprite(f.x, f.y, collision=Rect(-8, -60, 16, 40)).geometry, color)
        for f, color in ((left, "#89b6a0"), (right, "#c67890"))
    ]
    all_painted(pixels, chests)


def look_at_debug_view(game: Any, pixels: Pixels) -> None:
    below = shapely.box(0, 0, 300, 85)  # the legend
    lit = {id(thing) for pair in game.touching for thing in pair}
    assert lit
    marks = [below]  # what is drawn over the outlines
    pushes = []
    for a, b in game.touching:
        for contact in a.contacts(b):
            marks.append(shapely.MultiPoint(contact.points).buffer(30))
            x, y = (sum(side) / len(contact.points) for side in zip(*contact.points, strict=True))
            ends = [(x, y), (x + contact.push.x, y + contact.push.y)]
            pushes.append(shapely.LineString(ends).buffer(1, cap_style="flat"))
    drawn = [share(pixels, push, "#fac460") for push in pushes if push.length > 20]
    assert drawn
    assert max(drawn) > 0.4  # the others are covered
    over = shapely.union_all(marks)
    seen = 0
    for thing in game.things:
        area = shapely.difference(thing.geometry, over)
        if area.is_empty or not shapely.box(0, 0, game.WIDTH, game.HEIGHT).contains(area):
            continue
        seen += 1
        hit, bare = rgb(game.CORAL), rgb(game.PAPER)
        edge = shapely.intersection(thing.geometry.boundary, area).buffer(1.2)
        # A line is one pixel, about a third of the width that is looked at.
        assert share(pixels, edge, hit if id(thing) in lit else bare) > 0.2
    assert seen > 5
    assert share(pixels, shapely.box(0, 0, 100, 60), "black") > 0.5


def look_at_duel(module: Any, pixels: Pixels) -> None:
    game = module.game
    assert game.blocked
    assert game.sparks
    sparks = shapely.union_all([shapely.Point(x, y).buffer(4) for x, y, *_ in game.sparks])
    front = [game.sword.geometry.buffer(NEAR), game.shield.geometry.buffer(NEAR), sparks]
    for part in game.knight.world_shapes:
        free = shapely.difference(part.geometry.buffer(-NEAR), shapely.union_all(front))
        color = module.PARTS[part.name].lerp(module.CORAL, game.lit[part.name])
        assert share(pixels, free, color) > 0.8
    shield = shapely.difference(game.shield.geometry.buffer(-NEAR), shapely.union_all(front[::2]))
    assert share(pixels, shield, "#5c86be") > 0.8


def look_at_the_storm(module: Any, pixels: Pixels) -> None:
    storm = module.game
    assert len(storm.bullets) == module.BULLETS
    last = storm.arm == module.ARMS - 1  # drawn after the others, but for the ship and the flower
    places = np.column_stack((storm.bullets.x, storm.bullets.y))[last]
    inside = ((places > 4) & (places < (module.WIDTH - 4, module.HEIGHT - 4))).all(axis=1)
    apart = np.hypot(*(places - module.FLOWER).T) > 20
    apart &= np.hypot(places[:, 0] - storm.ship.x, places[:, 1] - storm.ship.y) > 25
    x, y = np.floor(places[inside & apart]).astype(int).T
    assert len(x) > 50
    bright = np.array(rgb(lerp(module.COLORS[(module.ARMS - 1) % 6], module.PAPER, 0.5)))
    assert (
        abs(pixels[x, y] - bright).max(axis=1) <= 40
    ).mean() > 0.6  # others of its arm cover some
    assert share(pixels, shapely.Point(module.FLOWER).buffer(7), module.CORAL) > 0.95
    color = module.AMBER if storm.shield else module.PAPER
    assert share(pixels, storm.ship.geometry.buffer(-NEAR), color) > 0.9


def look_at_the_laser(module: Any, pixels: Pixels) -> None:
    game = module.game
    beam = game.beam
    assert beam.visible
    assert game.lit, "choose a number of frames at which it hits"
    x, y = beam.x, beam.y
    turn = np.radians(beam.angle)

    def along(begin: float, end: float) -> shapely.Geometry:
        ends = [(x + way * np.cos(turn), y + way * np.sin(turn)) for way in (begin, end)]
        return shapely.LineString(ends).buffer(0.8, cap_style="flat")

    met = shapely.intersection(along(0, module.REACH).buffer(0.7), game.lit.sprite.geometry)
    reach = float(shapely.distance(shapely.Point(x, y), met))
    assert abs(reach - module.REACH * beam.scale_x) < 3  # the beam is somewhat wide
    assert share(pixels, along(45, reach - 10), module.PAPER) > 0.9
    glow = module.PAPER, module.CORAL, lerp(module.NIGHT, module.CORAL, 0.45)
    assert share(pixels, along(reach + 12, reach + 40), *glow) < 0.1
    covered = shapely.union_all([along(0, reach).buffer(6), game.lit.sprite.geometry.buffer(9)])
    free = [d for d in game.drones if not shapely.intersects(d.geometry, covered)]
    all_painted(pixels, [(d.geometry, lerp(d.color, module.AMBER, d.heat)) for d in free])


def look_at_the_table(module: Any, pixels: Pixels) -> None:
    table = module.table
    assert table.held
    on_top = shapely.Polygon()
    things = []
    for thing in sorted(table.things, key=lambda thing: -thing.z):
        color = module.AMBER if thing is table.held else thing.color
        things.append((shapely.difference(thing.geometry, on_top), color))
        on_top = shapely.union(on_top, thing.geometry.buffer(1))
    all_painted(pixels, things)
    (under,) = table.board.query_point(*table.cursor)
    for tile, colors in [(under, ["#2f4262"]), (table.board[-1], ["#181d2a", "#1f2534"])]:
        free = shapely.difference(tile.geometry, on_top.buffer(NEAR))
        assert free.area < 30 or share(pixels, free, *colors) > 0.95


def look_at_the_obstacles(module: Any, pixels: Pixels) -> None:
    maces = []
    for mace in module.field.maces:
        for shape, world in zip(mace.shapes, mace.world_shapes, strict=True):
            lit = shape in mace.struck
            color = lerp(mace.color, module.AMBER, 0.75) if lit else mace.color
            maces.append((world.geometry, color))
            hit = any(world.geometry.intersects(peg.geometry) for peg in module.field.pegs)
            assert hit or not lit
    free = shapely.union_all([area for area, _ in maces])
    pegs = [
        (peg.geometry, lerp(module.PEG, module.AMBER, peg.glow))
        for peg in module.field.pegs
        if shapely.distance(peg.geometry, free) > NEAR
    ]
    all_painted(pixels, [*maces, *pegs])
    assert any(mace.struck for mace in module.field.maces)


def look_at_the_hills(module: Any, pixels: Pixels) -> None:
    game = module.game
    near_runner = game.runner.geometry.buffer(4)
    ground = shapely.difference(game.ground.geometry, near_runner)
    parts = [(part, module.EARTH) for part in shapely.get_parts(ground)]
    all_painted(pixels, [*parts, *((coin.geometry, module.AMBER) for coin in game.coins)])
    assert share(pixels, game.spikes.geometry.buffer(-2), module.SPIKES) > 0.8
    body, _ = game.runner.world_shapes
    assert share(pixels, body.geometry.buffer(-2), module.PAPER) > 0.8


def look_at_the_quadtree(game: Any, pixels: Pixels) -> None:
    nodes = quadtree_nodes(game.things.aabbs)
    assert nodes is not None
    assert len(set(nodes.levels.tolist())) > 2
    pairs = candidate_pairs(game.things.aabbs)
    lined = set(pairs.ravel().tolist())
    levels = np.minimum(nodes.levels[nodes.node_of], 5).tolist()
    things = enumerate(zip(game.things, levels, strict=True))
    free = [(t.geometry, game.LEVELS[level]) for i, (t, level) in things if i not in lined]
    all_painted(pixels, free)
    centers = [(thing.x, thing.y) for thing in game.things]
    hits = game.things.pair_indices().tolist()
    lines = [shapely.LineString([centers[i], centers[j]]) for i, j in hits]
    long = [line.buffer(0.7) for line in lines if line.length > 5]
    assert long
    assert float(np.median([share(pixels, line, game.AMBER) for line in long])) > 0.25
    # The nodes have borders, the finer ones over the coarser; things and lines lie over them.
    shown = [shapely.box(*box).boundary for box in nodes.boxes[nodes.levels == 2]]
    assert len(shown) > 10
    edges = shapely.union_all(shown).buffer(0.6, cap_style="flat")
    edges = shapely.difference(edges, shapely.union_all([t.geometry for t in game.things]))
    edges = shapely.intersection(edges, shapely.box(2, 2, game.WIDTH - 2, game.HEIGHT - 2))
    color = lerp(game.NIGHT, game.LEVELS[2], 0.6)
    assert share(pixels, edges, color) > 0.4
    # That of the thing under the mouse, a large one, is framed.
    (below,) = game.things.query_point(*MICE["quadtree_view"])[:1]
    node = shapely.box(*nodes.boxes[nodes.node_of[game.things.index(below)]])
    seen = shapely.intersection(node.boundary, shapely.box(2, 2, game.WIDTH - 2, game.HEIGHT - 2))
    over = shapely.union_all([t.geometry for t in game.things]).buffer(NEAR)
    assert share(pixels, shapely.difference(seen, over).buffer(0.9), game.PAPER) > 0.5


def look_at_the_rays(module: Any, pixels: Pixels) -> None:
    """Floor is lit where no wall lies between it and the walker, and nowhere else."""
    game = module.game
    walls = shapely.union_all([shapely.box(*box) for box in game.walls.aabbs.tolist()])
    walker = game.place
    assert share(pixels, walls.buffer(-NEAR), module.WALL, module.LIT) > 0.99
    assert share(pixels, game.walker.geometry.buffer(-2), module.CORAL) > 0.9
    floor = shapely.difference(shapely.box(0, 0, *pixels.shape[:2]), walls).buffer(-2)
    x, y = np.mgrid[3 : pixels.shape[0] : 7, 3 : pixels.shape[1] : 7].reshape(2, -1)
    places = np.column_stack((x, y)) + 0.5
    places = places[shapely.contains(floor, shapely.points(places))]
    places = places[np.hypot(*(places - walker).T) > 10]
    sight = shapely.linestrings([[walker.tolist(), place] for place in places.tolist()])
    night = np.array(rgb(module.NIGHT))
    lit = (abs(pixels[*np.floor(places).astype(int).T] - night).max(axis=1) > 2).astype(bool)
    far = shapely.length(sight)
    behind = shapely.intersects(sight, walls.buffer(-1)) | (far > module.REACH + 2)
    in_sight = ~shapely.intersects(sight, walls.buffer(1.5)) & (far < module.REACH - 5)
    assert behind.sum() > 50
    assert in_sight.sum() > 10
    assert not lit[behind].any()
    assert lit[in_sight].all()


def look_at_the_shooter(module: Any, pixels: Pixels) -> None:
    game = module.game
    flying = [t for t in (game.plane, *game.enemies, *game.beams) if t.geometry.area > 0]
    all_painted(pixels, [(t.geometry, lerp(t.color, module.AMBER, t.glow)) for t in flying])
    others = shapely.union_all([thing.geometry for thing in flying]).buffer(NEAR)
    beams = [beam.geometry.buffer(0.8, cap_style="flat") for beam in game.beams]
    window = shapely.box(0, 0, *pixels.shape[:2])
    free = [b for b in beams if shapely.within(b, window) and not shapely.intersects(b, others)]
    assert free
    assert min(share(pixels, beam, lerp(module.AMBER, module.PAPER, 0.4)) for beam in free) > 0.4


def look_at_the_small_game(module: Any, pixels: Pixels) -> None:
    game = module.game
    assert game.player.alive
    walls = [(wall.geometry, "#3c4660") for wall in game.walls[4:]]
    enemies = [(enemy.geometry, "#f0785c") for enemy in game.enemies]
    all_painted(pixels, [*walls, *enemies, (game.player.geometry, "#ece7da")])


def look_at_the_guards(module: Any, pixels: Pixels) -> None:
    game = module.game
    guards = [(guard.geometry, module.AMBER) for guard in game.guards]
    assert not any(guard.alarm for guard in game.guards)
    gems = [(gem.geometry, module.JADE) for gem in game.gems]
    walls = (game.solid[0].geometry, module.STONE)
    all_painted(pixels, [walls, *guards, *gems, (game.thief.geometry, module.PAPER)])
    things = shapely.union_all([area for area, _ in [walls, *guards, *gems]]).buffer(NEAR)
    lit = lerp(module.NIGHT, module.AMBER, 70 / 255)
    seen = [guard.cone.geometry.buffer(-NEAR) for guard in game.guards if guard.cone]
    assert len(seen) == 3
    for area in seen:
        others = shapely.union_all([other for other in seen if other is not area]).buffer(NEAR)
        free = shapely.difference(area, things).difference(others)
        assert share(pixels, free, lit) > 0.9


def look_at_both_machines(module: Any, pixels: Pixels) -> None:
    for number, machine in enumerate(module.machines):
        left = number * (module.SIDE + 8)
        half = pixels[left : left + module.SIDE]
        things = [(wall.geometry, "#2c3448") for wall in machine.game.walls]
        colors = ("#5c86be", "#c67890")
        ships = zip(machine.game.ships, colors, strict=True)
        all_painted(half, [*things, *((ship.geometry, color) for ship, color in ships)])


MICE = {"quadtree_view": (630.0, 320.0), "duel": (0.0, 160.0), "obstacles": (300.0, 200.0)}


def drag(stage: Any, picking: ModuleType, frame: int) -> Any:
    """The topmost thing, which is taken at its place, to the right."""
    if not frame:
        return stage.Hand()
    if frame == 1:
        top = max(picking.table.things, key=lambda thing: thing.z)
        picking.start = top.x, top.y
    x, y = picking.start
    return stage.Hand(mouse=(x - frame, y), button=frame > 1)


PLAYERS = {
    "laser": lambda stage, laser, frame: laser.pilot(frame),
    "mouse_picking": drag,
}
"""What is done where it is not the same in all frames."""

HELD = {
    "rays": ["right", "down"],
    "shooter": ["space"],
    "rollback": ["right", "w"],
    "breakout": ["up"],
    "platformer": ["right"],
}

LOOKS: dict[str, Look] = {
    "all_vs_all": look_at_all_vs_all,
    "breakout": look_at_breakout,
    "bullet_storm": look_at_the_storm,
    "crowd": look_at_the_crowd,
    "debug_view": look_at_debug_view,
    "duel": look_at_duel,
    "fighting": look_at_the_fight,
    "laser": look_at_the_laser,
    "mouse_picking": look_at_the_table,
    "obstacles": look_at_the_obstacles,
    "platformer": look_at_the_hills,
    "quadtree_view": look_at_the_quadtree,
    "rays": look_at_the_rays,
    "rollback": look_at_both_machines,
    "shooter": look_at_the_shooter,
    "small_game": look_at_the_small_game,
    "stealth": look_at_the_guards,
}


def played(stage: Any, name: str, frames: int) -> tuple[ModuleType, Pixels]:
    """An example after some frames, and the last of them, without the words below the scene."""
    shown: list[Any] = []

    def player(game: ModuleType, frame: int) -> Any:
        if name in PLAYERS:
            return PLAYERS[name](stage, game, frame)
        return stage.Hand(HELD.get(name, ()), MICE.get(name, (320.0, 0.0)))

    def watch(game: ModuleType, screen: Any) -> None:
        shown[:] = [pygame.surfarray.array3d(screen)]

    game = stage.play(name, frames, player, watch)
    return game, shown[0][:, : getattr(game, "HEIGHT", 480)].astype(np.int64)


@pytest.mark.parametrize("name", LOOKS)
def test_what_is_drawn_is_where_it_belongs(name: str, stage: Any) -> None:
    if name == "platformer":
        pytest.importorskip("pytmx")
    game, pixels = played(stage, name, {"debug_view": 20, "shooter": 60}.get(name, FRAMES))
    assert len(np.unique(pixels @ (1 << 16, 1 << 8, 1))) > COLORS
    LOOKS[name](game, pixels)


def test_each_example_with_a_window_of_pygame_is_looked_at() -> None:
    texts = {path.stem: path.read_text("utf-8") for path in FOLDER.glob("*.py")}
    shown = {name for name, text in texts.items() if "set_mode(" in text or "window.open(" in text}
    assert shown == {"window", *LOOKS}


def test_the_laser_ends_at_a_drone_that_it_only_grazes(stage: Any) -> None:
    """The drawn outline of a disc has corners, between which the disc itself is a little larger."""
    laser, _ = played(stage, "laser", 2)
    game, radius = laser.game, 15.0
    beam = game.beam
    between = np.radians(360 / 128 / 2)  # half way from corner to corner of the disc as it is drawn
    grazing = 0
    for off in np.linspace(-0.02, 0.001, 40):
        beam.angle = -90 + float(np.degrees(between))
        ahead = np.array([np.cos(np.radians(beam.angle)), np.sin(np.radians(beam.angle))])
        aside = np.array([-ahead[1], ahead[0]])
        place = (beam.x, beam.y) + 200 * ahead + (laser.BEAM / 2 + radius + off) * aside
        drone = laser.Drone(0, 0)
        drone.collision = laser.Circle(0, 0, radius)
        drone.x, drone.y = place.tolist()
        game.drones.clear()
        game.drones.add(drone)
        beam.scale_x = 1.0
        if drone.hits(beam) and shapely.intersection(beam.geometry, drone.geometry).is_empty:
            grazing += 1
        game.shine(True)
        if game.lit:
            assert 180 < laser.REACH * beam.scale_x <= 201
    assert grazing
