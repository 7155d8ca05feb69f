"""Plays of the page about enemies, guards and crowds."""

from collections.abc import Iterator
from itertools import pairwise
from math import hypot

import numpy as np
import pytest
from docs.plays.form import (
    Frame,
    Play,
    Stage,
    never_in_a_wall,
    never_out_of_the_world,
    same_when_mirrored,
)

from spritecol import CharacterController, Circle, Group, Polygon, Rect, Sprite
from spritecol.paths import Paths

PAGE = "recipes/enemies.md"


def on_patrol(stage: Stage) -> Iterator[Frame]:
    """Two guards on hills between ledges and walls: they stand on the highest ground below their
    feet, and turn a body's half before a wall and 10 pixels before a ledge, at any speed.
    """
    program, corners = stage.program, [(0.0, 200.0)]
    for _ in range(5):
        x, y = corners[-1]
        length = stage.number(30, 60)
        steep = 1 if stage.whole else 0.99
        rise = length * stage.key(-steep, -0.5, 0, 0, 0.5, steep)
        corners.append((x + length, y + rise))
    left_walled, right_walled = stage.key(True, False), stage.key(True, False)
    ground = [(stage.x(x), y) for x, y in [*corners, (corners[-1][0], 900), (0, 900)]]
    boxes = [(-20, -900, 20, 1900)] * left_walled
    boxes += [(corners[-1][0], -900, 20, 1900)] * right_walled
    level = program.ground = stage.boxes(*boxes)
    level.add(Sprite(collision=Polygon(ground)))
    ends = 8 if left_walled else 10, corners[-1][0] - (8 if right_walled else 10)

    def height(x: float) -> float:
        for (x1, y1), (x2, y2) in pairwise(corners):
            if x1 <= x <= x2:
                return y1 + (y2 - y1) * (x - x1) / (x2 - x1)
        return np.inf

    def stand(x: float) -> float:
        return min(map(height, [x - 8, x + 8, *(u for u, _ in corners if x - 8 < u < x + 8)]))

    guards = []
    for _ in range(2):
        x = stage.number(30, 90)
        feet = Sprite(stage.x(x), stand(x), collision=Rect(-8, -28, 16, 28))
        guards.append(CharacterController(feet))
        guards[-1].move(0, 1, level)
    ways = [stage.right * stage.key(-1, 1) for _ in guards]
    speed = stage.key(0.5, 1, 1.5, 2, 3)
    for _ in range(700):
        for k, guard in enumerate(guards):
            way = program.patrol(guard, ways[k], speed)
            x = (guard.sprite.x - stage.x(0)) * stage.right
            assert guard.on_floor
            assert guard.sprite.y == pytest.approx(stand(x), abs=1e-6)
            assert ends[0] - speed <= x <= ends[1] + speed
            if way != ways[k]:
                near = min((abs(x - ends[0]), ends[0] == 8), (abs(x - ends[1]), right_walled))
                assert near[0] < speed
                assert abs(way) == 1
                stage.seen["walls" if near[1] else "ledges"] += 1
            ways[k] = way
        yield Frame([guard.sprite for guard in guards], level, told=[w * stage.right for w in ways])


def on_their_way(stage: Stage) -> Iterator[Frame]:
    """Two guards that are pushed about arrive as soon as they can, if there is a way."""
    program = stage.program
    places = [(stage.number(40, 360), stage.number(40, 260)) for _ in range(12)]
    walls = Group(
        Sprite(x, y, collision=Rect(0, 0, stage.number(5, 90), stage.number(5, 90)))
        for x, y in places
    )
    program.walls, program.goal = walls, (stage.number(400, 440), stage.number(300, 340))
    program.paths = paths = Paths(walls, radius=10)
    guards = [Sprite(10, 10, collision=Circle(0, 0, 9)), Sprite(430, 5, collision=Circle(0, 0, 9))]
    aheads: list[list[object]] = [[], []]
    for _ in range(3):
        for guard in guards:
            for _ in range(4):
                guard.move_and_slide(stage.number(-200, 200), stage.number(-200, 200), walls)
        ways = [paths.find(paths.nearest_free(guard.position), program.goal) for guard in guards]
        soon = max([way.length for way in ways if way], default=0) / 2 + 60
        for _ in range(int(soon)):
            for k, guard in enumerate(guards):
                aheads[k] = program.follow(guard, aheads[k])
            yield Frame(guards, walls)
        for guard, way in zip(guards, ways, strict=True):
            if way:
                assert guard.position.distance_to(program.goal) < 1e-6
                stage.seen["arrived"] += 1
                stage.seen["corners"] += len(way) > 2


def in_formation(stage: Stage) -> Iterator[Frame]:
    """Ships are shot and join. The rest is always between the edges, and goes down at them."""
    program = stage.program
    program.step = stage.number(1, 9)
    down = 0
    for frame in range(400):
        x, step, ships = program.fleet.x.copy(), program.step, [*program.fleet]
        program.march()
        if program.step != step:
            down += 8
            stage.seen["turns"] += 1
            ahead = max(x + 20) + step > 320 if step > 0 else min(x) + step < 0
            assert ahead
            assert program.fleet.x == pytest.approx(x)
        else:
            assert program.fleet.x == pytest.approx(x + step)
        assert all(ship.y == 20 + down for ship in ships)
        yield Frame(ships, (), (0, 0, 320, 1e6))
        if frame % 40 == 20 and len(ships) > 1:
            stage.key(*ships).vanish()
        left, right = min(program.fleet.x), max(program.fleet.x) + 20
        if frame > 200 and len(ships) < 8 and (right < 280 if program.step > 0 else left > 40):
            outside = -30 if program.step > 0 else 330
            ship = Sprite(outside, 20 + down, collision=Rect(0, 0, 20, 16))
            program.fleet.add(ship)
            for _ in range(40):
                program.march()
            assert 0 <= ship.x <= 300
            assert ship.y == ships[0].y
            down = ship.y - 20
            stage.seen["joined"] += 1
    while program.fleet:
        program.fleet[0].vanish()
        program.march()


def in_waves(stage: Stage) -> Iterator[Frame]:
    """Each shot hits the creep in reach that has gone farthest, and a creep vanishes once."""
    program, way = stage.program, stage.program.way
    wave = Group(program.Creep() for _ in range(14))
    wave.set_column("gone", [-stage.number(5, 30) * k for k in range(14)])
    towers = [program.Tower(stage.number(60, 250), stage.number(20, 280)) for _ in range(3)]
    pace, lives = stage.number(1, 4), dict.fromkeys(wave, 3)
    waits = dict.fromkeys(towers, 0)
    for _ in range(250):
        wave.set_column("gone", wave.column("gone") + pace)
        for creep in wave:
            creep.position = way.at(creep.gone)
        for tower in towers:
            near = [one for one in wave if hypot(one.x - tower.x, one.y - tower.y) < 70 + 8 - 1e-9]
            tower.shoot(wave)
            waits[tower] -= 1
            if near and waits[tower] <= 0:
                first = max(near, key=lambda one: one.gone)
                lives[first] -= 1
                waits[tower] = 12
                stage.seen["shots"] += 1
            for creep, life in lives.items():
                assert creep.life == life
                assert creep.vanished == (life == 0)
        yield Frame([*wave], program.walls)


def pressed_apart(stage: Stage) -> Iterator[Frame]:
    """Units of three sizes, some of them in one place, some that come later."""
    program = stage.program
    edges = [(-50, -50, 400, 50), (-50, 300, 400, 50), (-50, 0, 50, 300), (300, 0, 50, 300)]
    walls = stage.boxes(*edges, (100, 120, 20, 100))
    units = Group[Sprite]()
    for frame in range(12):
        for radius in (4, 6, 18):
            place = stage.number(20, 280), stage.number(20, 280)
            if radius == 6 and units:
                place = units[0].position
            units.add(Sprite(*place, collision=Circle(0, 0, radius)))
        if frame % 4 == 3:
            units[0].vanish()
        for unit in units:
            unit.depenetrate(walls)
        program.press_apart(units, walls)
        stage.seen["units"] += len(units)
        deepest = max((one.depth for unit in units for one in unit.contacts(units)), default=0)
        assert deepest < 0.1
        yield Frame([*units], walls, (0, 0, 300, 300))


def pressing_on(stage: Stage) -> Iterator[Frame]:
    """Some vanish, and some come. The others come as near as they have room, and none gets into
    another by more than is said.
    """
    program = stage.program
    wall = stage.boxes((30, -60, 10, 120))
    starts = [(24 * column - 300, 24 * row - 360) for column in range(6) for row in range(30)]
    units = Group(program.Zombie(x, y, collision=Circle(0, 0, 6 + (x + y) % 5)) for x, y in starts)
    deepest = 0.0
    for frame in range(400):
        if frame % 50 == 25:
            stage.key(*units).vanish()
            units.add(program.Zombie(stage.number(-400, -300), 400, collision=Circle(0, 0, 8)))
        program.press_on(units, (0, 0), wall)
        deepest = max(deepest, units.contact_arrays().depth.max(initial=0))
        stage.seen["deep"] += deepest > 0.5
        if frame % 20 == 0:
            yield Frame([*units], wall)
    assert deepest < 3.5
    far = np.hypot(units.x, units.y)
    assert np.quantile(far, 0.9) < 1.4 * np.sqrt(
        np.square([one.shapes[0].radius for one in units]).sum()
    )
    for one in [*units]:
        one.vanish()
    program.press_on(units, (0, 0), wall)


PLAYS = [
    Play(
        "Turn at a wall or a ledge",
        on_patrol,
        [never_in_a_wall, same_when_mirrored],
        floors={"walls": 10, "ledges": 10},
    ),
    Play(
        "Follow a way, also when pushed off it",
        on_their_way,
        [never_in_a_wall],
        10,
        floors={"arrived": 30, "corners": 10},
    ),
    Play(
        "A formation that turns at the edge",
        in_formation,
        [never_out_of_the_world],
        floors={"turns": 60, "joined": 20},
    ),
    Play("Towers and waves", in_waves, [never_in_a_wall], floors={"shots": 60}),
    Play(
        "A crowd that is pushed apart",
        pressed_apart,
        [never_in_a_wall, never_out_of_the_world],
        frames=72,
        floors={"units": 500},
    ),
    Play("A crowd that presses to one place", pressing_on, [never_in_a_wall], 2, 40, {"deep": 100}),
]
