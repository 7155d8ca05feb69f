"""Plays of the page about games seen from above."""

from collections.abc import Iterator
from itertools import product
from math import cos, dist, radians, sin
from typing import Any

import numpy
import pytest
from docs.plays.form import (
    Frame,
    Play,
    Stage,
    edges,
    is_between,
    never_in_a_wall,
    same_when_mirrored,
)
from shapely import LineString
from shapely import Point as ShapelyPoint

from spritecol import CharacterController, Group, Overlaps, Polygon, Rect, Sprite, Vec2

PAGE = "recipes/above.md"


def carried(stage: Stage) -> Iterator[Frame]:
    """A tank of any scale turns. Its turret sits on the mount and looks at the target."""
    program = stage.program
    tank = Sprite(collision=Rect(-16, -10, 32, 20))
    turret, target = Sprite(collision=Rect(0, -2, 20, 4)), Sprite()
    for _ in range(200):
        tank.position, target.position = (
            (stage.number(-300, 300), stage.number(-300, 300)) for _ in range(2)
        )
        tank.angle, tank.scale_x, tank.scale_y = (
            stage.number(0, 360),
            stage.key(1, -1, 2),
            stage.key(1, 0.5),
        )
        if dist(tank.position, target.position) < 50:
            continue
        muzzle = program.aim(tank, turret, target)
        x, turn = 8 * tank.scale_x, radians(tank.angle)
        mount = Vec2(tank.x + x * cos(turn), tank.y + x * sin(turn))
        away = target.position - mount
        assert turret.position.distance_to(mount) < 1e-9
        assert muzzle.distance_to(mount + away * (20 / away.length)) < 1e-9
        yield Frame()


def driven(stage: Stage) -> Iterator[Frame]:
    """Two cars among straight and slanted walls, and each other, gas and wheel at random."""
    program = stage.program
    walls = stage.boxes(*edges(400, 300), (150, 110, 90, 80))
    for x, y in ((280, 60), (60, 200)):
        corners = [(0, 0), (stage.number(20, 60), stage.number(5, 30)), (10, stage.number(30, 50))]
        walls.add(Sprite(collision=Polygon([(stage.x(x + a), y + b) for a, b in corners])))
    turned = 180 * stage.mirrored
    cars = [program.Car(stage.x(x), y, angle=turned) for x, y in ((60, 40), (200, 250))]
    keys, far = [(1, 0), (1, 0)], [0.0, 0.0]
    for frame in range(400):
        for k, car in enumerate(cars):
            if stage.chance.random() < 0.03:
                keys[k] = stage.key(1, 1, 1, -1, 0), stage.key(-1, 0, 1)
            before, speed = car.position, 0.96 * car.speed + 0.3 * keys[k][0]
            turn = 0.8 * keys[k][1] * stage.right * speed
            free = Sprite(*before, collision=car.collision, angle=car.angle)
            way = Vec2.from_angle(car.angle + turn / 2, speed)
            is_free = not free.move_and_collide(*way, [walls, cars], turn=turn, exclude=car)
            car.drive(keys[k][0], keys[k][1] * stage.right, [walls, cars])
            far[k] += car.position.distance_to(before)
            if is_free:
                assert car.position.distance_to(free.position) < 1e-9
                assert (car.angle, car.speed) == (pytest.approx(free.angle), pytest.approx(speed))
                stage.seen["free"] += 1
        stage.seen["stuck"] += frame > 0 and min(far) < frame / 10
        if stage.mirrored or frame < 60:  # later, a hair more or less at a corner changes all
            yield Frame(cars if frame < 60 else (), told=[frame])
        else:
            yield Frame(told=[frame])
        never_in_a_wall(Frame(cars, walls))
        assert cars[0].distance(cars[1]) >= 0
    assert min(far) > 100


def raced(stage: Stage) -> Iterator[Frame]:
    """Three cars drive anywhere on a track of checkpoints. Straight ways tell which they enter."""
    program = stage.program
    places = [(200, 0), (400, 200), (200, 400), (0, 200)]
    track = Group[Any]()
    for k, (x, y) in enumerate(places):
        angle = 180 - 90 * k if stage.mirrored else 90 * k
        track.add(point := program.Checkpoint(stage.x(x), y, angle=angle))
        point.number, point.count = k, 4
    cars = Group(program.Car(stage.x(0), 0) for _ in range(3))
    watch = Overlaps(track, cars, swept=True)
    watch.update()
    around = [(400, 0), (400, 400), (0, 400), (0, 0)]
    expected, inside = [0, 0, 0], set()
    for frame in range(200):
        for k, car in enumerate(cars):
            if k and stage.chance.random() < 0.2:
                motion = Vec2(stage.number(-90, 90) * stage.right, stage.number(-90, 90))
            else:
                x, y = around[frame // 8 % 4]
                motion = (Vec2(stage.x(x), y) - car.position) * stage.key(0.1, 0.3, 0.5)
            start = car.position
            car.drive(motion)
            for point in track:
                line = LineString([start, car.position])
                touches = line.distance(point.geometry) < 5
                ahead = motion.dot(Vec2.from_angle(point.angle)) > 0
                if touches and (k, point) not in inside and ahead:
                    stage.seen["entered"] += 1
                    expected[k] += expected[k] % 4 == point.number
                if ShapelyPoint(car.position).distance(point.geometry) < 5:
                    inside.add((k, point))
                else:
                    inside.discard((k, point))
        watch.update()
        assert [car.passed for car in cars] == expected
        assert [car.laps(4) for car in cars] == [max(0, (n - 1) // 4) for n in expected]
        yield Frame(cars, told=expected)
    stage.seen["laps"] += sum(car.laps(4) for car in cars)


def through_lanes(stage: Stage) -> Iterator[Frame]:
    """In lanes as wide as the heroes, who presses early or late enters, and nobody else."""
    program, edge = stage.program, stage.key(0, 7, 0.5) if stage.whole else stage.key(0.1, 1 / 3)
    half, hair = (8, 1e-9) if stage.whole else (7.995, 0.011)  # as the page says
    walls = stage.boxes(
        *((edge + 64 * column, edge + 64 * row, 48, 48) for column in range(6) for row in range(6))
    )
    heroes = []
    for column, row in ((1, 1), (3, 2)):
        place = stage.x(edge + 64 * column + 56), edge + 64 * row + 56
        hero = Sprite(*place, collision=Rect(-half, -half, 2 * half, 2 * half))
        heroes.append(CharacterController(hero, snap=0, nudge=6))
    for _ in range(40):
        for walker in heroes:  # from a crossing, along a lane, and back to near the crossing
            hero, along = walker.sprite, stage.key((1, 0), (-1, 0), (0, 1), (0, -1))
            along = along[0] * stage.right, along[1]
            crossing, late = hero.position, stage.number(-10, 10)
            hero.position += Vec2(*along) * late
            aside = Vec2(*along).perpendicular() * stage.key(-1, 1) * stage.right
            for _ in range(8):
                program.walk(walker, aside, walls)
                never_in_a_wall(Frame([hero], walls))
            if abs(late) < 6 - hair:
                stage.seen["entered"] += 1
                assert abs((hero.position - crossing).dot(along)) < hair
                assert (hero.position - crossing).dot(aside) > 9
            elif abs(late) > 6 + hair:
                stage.seen["stopped"] += 1
                assert hero.position.distance_to(crossing + Vec2(*along) * late) < hair
            hero.position = crossing
        for walker in heroes:  # to another crossing
            way = stage.key((1, 0), (-1, 0), (0, 1), (0, -1))
            way = way[0] * stage.right, way[1]
            hero = walker.sprite
            goal = hero.position + Vec2(*way) * 64
            if edge < (goal.x - stage.x(0)) * stage.right < 330 and edge < goal.y < 330:
                for _ in range(32):
                    program.walk(walker, way, walls)
                assert hero.position.distance_to(goal) < hair
                hero.position = goal
        yield Frame([walker.sprite for walker in heroes], walls)


def walls_met(x: float, y: float, boxes: list[tuple[float, ...]]) -> set[tuple[int, int]]:
    """The cells in which short steps in all directions meet the first wall."""
    turns = numpy.radians(numpy.arange(0, 360, 0.5) + 0.1)
    ways = numpy.arange(0, 120, 0.25)
    px = x + numpy.outer(numpy.cos(turns), ways)
    py = y + numpy.outer(numpy.sin(turns), ways)
    inside = numpy.zeros(px.shape, bool)
    for left, top, width, height in boxes:
        inside |= (left < px) & (px < left + width) & (top < py) & (py < top + height)
    first = inside.argmax(axis=1)
    rows = numpy.flatnonzero(inside.any(axis=1))
    columns = first[rows]
    cells = numpy.stack([px[rows, columns] // 16, py[rows, columns] // 16], axis=-1)
    return {(int(a), int(b)) for a, b in cells}


def in_the_fog(stage: Stage) -> Iterator[Frame]:
    """Two eyes go through rooms of tiles and of thin walls. Of cells without walls, those are seen
    whose middle is in sight; of cells with walls, those that rays meet.
    """
    program = stage.program
    for _ in range(4):
        boxes: list[tuple[float, ...]] = []
        for _ in range(stage.chance.randint(4, 12)):
            column, row = stage.chance.randrange(20), stage.chance.randrange(12)
            inner, length = stage.key(0, 3, 7, 14), 16 * stage.chance.randint(1, 4)
            thin = [(inner, 0, 2, length), (0, inner, length, 2)]
            solid = (0, 0, length, 16 * stage.chance.randint(1, 3))
            x, y, width, height = stage.key(solid, *([] if stage.whole else thin))
            boxes.append((16 * column + x, 16 * row + y, width, height))
        walls = stage.boxes(*boxes)
        boxes = [(stage.x(x, width), y, width, height) for x, y, width, height in boxes]
        fog, seen = program.Fog(walls, 20, 12), numpy.zeros((20, 12), bool)
        for _ in range(2):
            x, y = stage.chance.randrange(20), stage.chance.randrange(12)
            eye = stage.x(16 * x + stage.key(8, stage.number(1, 15))), 16 * y + stage.number(7, 8)
            if walls.query_circle(eye, 1):
                continue
            fog.look(*eye)
            met = walls_met(*eye, boxes)
            for column, row in product(range(20), range(12)):
                left, top = 16 * column, 16 * row
                near = dist(eye, (left + 8, top + 8)) < 120
                if any(
                    left < a + w and a < left + 16 and top < b + h and b < top + 16
                    for a, b, w, h in boxes
                ):
                    lit = near and (column, row) in met
                    stage.seen["walls"] += lit
                    assert fog.explored[column, row] or not lit
                    continue
                middle = Vec2(left + 8, top + 8)
                clear = [
                    near and not any(is_between(Vec2(*eye), middle, box, grown) for box in boxes)
                    for grown in (0.05, 0.15)  # corners and edges that are touched are in the way
                ]
                if clear[0] == clear[1]:
                    seen[column, row] |= clear[0]
                    assert fog.explored[column, row] == seen[column, row]
                    if clear[0]:  # walls beside it are shown, such as the corners of a room
                        around = (
                            slice(max(column - 1, 0), column + 2),
                            slice(max(row - 1, 0), row + 2),
                        )
                        assert (fog.explored[around] >= fog.walled[around]).all()
                    stage.seen["lit" if clear[0] else "dark"] += near
                else:
                    seen[column, row] |= fog.explored[column, row]
            assert not (seen & ~fog.explored).any()
        lit = fog.explored & ~fog.walled
        yield Frame(told=(lit[::-1] if stage.mirrored else lit).tolist())


PLAYS = [
    Play("A car seen from above", driven, [same_when_mirrored], frames=2400, floors={"free": 3000}),
    Play("A turret on a tank", carried),
    Play("Checkpoints and laps", raced, [same_when_mirrored], floors={"entered": 200, "laps": 20}),
    Play(
        "Turn into a lane as wide as the body",
        through_lanes,
        [never_in_a_wall, same_when_mirrored],
        10,
        400,
        {"entered": 300, "stopped": 150},
    ),
    Play(
        "Fog of war",
        in_the_fog,
        [same_when_mirrored],
        frames=20,
        floors={"walls": 300, "lit": 1500, "dark": 300},
        axis=160,
    ),
]
