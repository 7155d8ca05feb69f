"""Plays of the page about shots and explosions."""

from collections.abc import Iterator
from itertools import pairwise
from math import cos, hypot, isclose, radians, sin, sqrt
from typing import Any

import pytest
from docs.plays.form import (
    Frame,
    Play,
    Stage,
    edges,
    is_between,
    never_in_a_wall,
    once_each,
    same_when_mirrored,
)

from spritecol import Circle, Group, Rect, Segment, Sprite, Vec2

PAGE = "recipes/shots.md"


def meeting(place: Vec2, way: Vec2, radius: float) -> float | None:
    """When a moving point comes closer than a radius to (0, 0), as a part of its way."""
    if place.length < radius:
        return 0.0
    a, b, c = way.length_squared, place.dot(way), place.length_squared - radius**2
    if b >= 0 or b * b <= a * c:  # it touches at most
        return None
    time = (-b - sqrt(b * b - a * c)) / a
    return time if time < 1 else None


def shot_at(stage: Stage) -> Iterator[Frame]:
    """Bullets and enemies of all paces come and go. Who dies is what quadratic equations say."""
    program, right = stage.program, stage.right
    walls = stage.boxes((400, -300, 4, 250), (400, 60, 4, 250))
    bullets, enemies, dead = Group[Any](), Group[Any](), []
    for _ in range(60):
        for _ in range(stage.key(0, 2, 4)):
            bullets.add(
                bullet := program.Bullet(stage.x(stage.number(0, 60)), stage.number(-200, 200))
            )
            bullet.velocity = Vec2(stage.number(5, 90) * right, stage.number(-9, 9))
        for _ in range(stage.key(0, 2, 4)):
            enemies.add(
                enemy := program.Enemy(stage.x(stage.number(150, 700)), stage.number(-200, 200))
            )
            enemy.velocity = Vec2(stage.number(-50, 10) * right, stage.number(-6, 6))
        meetings = []
        for bullet in bullets:
            if hit := bullet.sweep(bullet.velocity, walls):
                meetings.append((hit.fraction, bullet, None))
            for enemy in enemies:
                time = meeting(
                    bullet.position - enemy.position, bullet.velocity - enemy.velocity, 7
                )
                if time is not None:
                    meetings.append((time, bullet, enemy))
        alive: set[Any] = {*bullets, *enemies}
        for _, bullet, other in sorted(meetings, key=lambda one: one[0]):
            if bullet in alive and (other is None or other in alive):
                alive -= {bullet, other}
                stage.seen["walls" if other is None else "enemies"] += 1
        stage.seen["second"] += len(meetings) - len({bullet for _, bullet, _ in meetings})
        dead += [one for one in (*bullets, *enemies) if one not in alive]
        program.fly(bullets, enemies, walls)
        assert {*bullets, *enemies} == alive
        yield Frame([*bullets, *enemies], told=[len(bullets), len(enemies)], events=dead)


def ricochets(stage: Stage) -> Iterator[Frame]:
    """Each bounce takes a tenth of the speed. An enemy falls where a bullet is, and each once."""
    program = stage.program
    walls = stage.boxes(*edges(400, 300), (150, 100, 60, 40))
    bullets, fallen = Group[Any](), []
    enemies = Group(Sprite(stage.x(60 + 40 * k), 250, collision=Circle(0, 0, 12)) for k in range(8))
    ways = {enemy: stage.number(-6, 6) for enemy in enemies}
    for frame in range(80):
        for enemy in list(enemies):
            enemy.move_and_slide(ways[enemy] * stage.right, stage.number(-3, 3), walls)
        if frame % 3 == 0:
            bullets.add(bullet := program.Bullet(stage.x(20 + frame), 30))
            angle = stage.number(0, 359)
            bullet.velocity = Vec2(
                cos(radians(angle)) * stage.right, sin(radians(angle))
            ) * stage.number(1, 300)
        for bullet in list(bullets):
            speed, left, before = bullet.velocity.length, bullet.bounces, set(enemies)
            within = bullet.check(enemies)
            bullet.fly(walls, enemies)
            gone = before - set(enemies)
            fallen += gone
            assert len(gone) <= 1
            assert gone or not within
            stage.seen["fallen"] += len(gone)
            for enemy in gone:
                assert bullet.vanished
                assert enemy.position.distance_to(bullet.position) < 15 + 1e-6
            if not gone:
                bounces = left - bullet.bounces
                stage.seen["bounces"] += bounces
                assert bullet.vanished == (bullet.bounces <= 0)
                lost = bullet.velocity.length / speed
                assert bullet.bounces >= 0
                assert 0.9**bounces - 1e-9 <= lost <= 1 + 1e-9
                assert lost < 1 or not bounces
            assert not bullet.hits(walls)
        yield Frame([*bullets, *enemies], walls, told=[len(bullets), len(fallen)], events=fallen)


def through_no_wall(stage: Stage) -> Iterator[Frame]:
    """Shooters stand at thin walls and aim anywhere. A bullet is only where a disc can fly to."""
    program = stage.program
    walls = stage.boxes(
        *((60 * k, stage.number(-90, 30), 2, 80) for k in range(8)), (-50, 100, 600, 2)
    )
    bullets: Group[Any] = Group()
    starts: dict[Any, Vec2] = {}
    for _ in range(150):
        shooter = Sprite(
            stage.x(stage.number(-40, 500)), stage.number(-90, 80), collision=Circle(0, 0, 12)
        )
        if not shooter.hits(walls):
            bullet = program.Bullet(shooter.x, shooter.y)
            bullet.way = Vec2.from_angle(stage.number(0, 359))
            bullet.way = Vec2(bullet.way.x * stage.right, bullet.way.y)
            bullet.fly(*bullet.way * 24, walls)
            stage.seen["muzzles"] += bullet.vanished
            if not bullet.vanished:
                starts[bullet] = shooter.position
                bullets.add(bullet)
        for bullet in list(bullets):
            bullet.fly(*bullet.way * stage.key(3, 40, 700), walls)
            clear = not walls.raycast(starts[bullet], bullet.position, radius=3)
            assert clear or bullet.vanished
            stage.seen["stopped"] += bullet.vanished
            if hypot(*bullet.position) > 3000:
                bullet.vanish()
        yield Frame(bullets, walls)


def led(stage: Stage) -> Iterator[Frame]:
    """A shot is in the middle of its target when the formula says so. Only faster ones get away."""
    program = stage.program
    for _ in range(400):
        shooter, drone = (
            Sprite(stage.number(-200, 200), stage.number(-200, 200)) for _ in range(2)
        )
        velocity, speed = Vec2(stage.number(-6, 6), stage.number(-6, 6)), stage.number(1, 9)
        if shooter.position == drone.position:
            continue
        aimed = program.lead(shooter, drone, velocity, speed)
        to = drone.position - shooter.position
        if aimed is None:
            assert velocity.length >= speed - 1e-9
            for k in range(1, 400):  # nowhere on its way is it in reach
                time = k / 4
                assert (to + velocity * time).length > speed * time - 1e-6
            stage.seen["away"] += 1
        else:
            assert aimed.length == pytest.approx(speed)
            nearing = aimed - velocity
            time = to.length / nearing.length
            assert (nearing * time).distance_to(to) < 1e-6 * max(1, time)
            stage.seen["met"] += 1
        yield Frame(told=[aimed is None])


def near_misses(stage: Stage) -> Iterator[Frame]:
    """A ship flies among shots of any pace. Straight ways between frames tell hits and misses."""
    program = stage.program
    ship, shots = program.Ship(stage.x(0), 0), Group[Any]()
    danger = program.Danger(ship, shots)
    lost, grazed, been = 0, 0, set()
    for frame in range(200):
        if frame % 2 == 0:
            shot = Sprite(stage.x(200), stage.number(-50, 50), collision=Circle(0, 0, 4))
            shot.way = Vec2(-stage.key(3, 12, 60, 250) * stage.right, stage.number(-2, 2))
            shots.add(shot)
        danger.update()
        before = {shot: shot.position - ship.position for shot in shots}
        ship.position += stage.number(-4, 4) * stage.right, stage.number(-4, 4)
        for shot in shots:
            shot.position += shot.way
        struck = 0
        for shot in list(shots):
            here = shot.position - ship.position
            way = here - before[shot]
            if meeting(before[shot], way, 7) is not None:
                struck += 1
                been.discard(shot)
            else:
                if meeting(before[shot], way, 28) is not None:
                    been.add(shot)
                if shot in been and here.length >= 28:
                    been.discard(shot)
                    grazed += 1
        lost += struck
        danger.update()
        assert (ship.life, ship.grazed) == (3 - lost, grazed)
        yield Frame([ship], told=[ship.life, ship.grazed])
    stage.seen["lost"] += lost
    stage.seen["grazed"] += grazed


def blown_up(stage: Stage) -> Iterator[Frame]:
    """In rooms of tiles, foes stand in the open and flush in holes. Who is hurt, and how much."""
    program = stage.program
    for _ in range(30):
        taken = {(stage.chance.randrange(12), stage.chance.randrange(8)) for _ in range(30)}
        boxes = [(stage.x(16 * column, 16), 16 * row, 16, 16) for column, row in sorted(taken)]
        walls = Group(Sprite(x, y, collision=Rect(0, 0, w, h)) for x, y, w, h in boxes)
        crowd: Group[Any] = Group()
        for column in range(12):
            for row in range(8):
                if (column, row) not in taken and stage.chance.random() < 0.4:
                    x, y = stage.x(16 * column, 16), 16 * row
                    shape = stage.key(Rect(0, 0, 16, 16), Circle(8, 8, 5), Circle(8, 8, 8))
                    crowd.add(Sprite(x, y, collision=shape))
        place = Vec2(stage.x(16 * stage.number(1, 10) + 8), 16 * stage.number(1, 6) + 8)
        if walls.query_point(place):
            continue
        hurt = dict(program.explode(*place, crowd, walls))
        for foe in crowd:
            shape = foe.shapes[0]
            middle = foe.position + Vec2(8, 8)
            if isinstance(shape, Circle):
                nearest = middle.move_towards(place, shape.radius)
                least = place.distance_to(middle) - shape.radius
            else:
                x, y = (min(max(p, q), q + 16) for p, q in zip(place, foe.position, strict=True))
                nearest, least = Vec2(x, y), place.distance_to((x, y))
            if least <= 0:
                assert hurt[foe] == 10
                continue
            end = nearest.move_towards(place, 0.01)
            seen = [
                not any(is_between(place, end, box, grown) for box in boxes)
                for grown in (1e-5, 2e-4)  # a corner that is touched is in the way
            ]
            if seen[0] == seen[1] and not isclose(least, 60):
                assert (foe in hurt) == (seen[0] and least < 60), (place, foe)
                stage.seen["hurt" if foe in hurt else "safe"] += 1
            if foe in hurt:
                assert hurt[foe] == pytest.approx(10 * (1 - least / 60))
        yield Frame(told=[round(sum(hurt.values()), 6)])


def spreads(stage: Stage) -> Iterator[Frame]:
    """Two waves cross ships that drift. Each is struck once, when the front is there."""
    program = stage.program
    ships = Group(
        Sprite(
            stage.number(-200, 200),
            stage.number(-200, 200),
            collision=Circle(0, 0, stage.number(1, 12)),
        )
        for _ in range(30)
    )
    waves = [program.Wave(0, 0), program.Wave(stage.number(-90, 90), 10)]
    struck: list[Any] = []
    for frame in range(60):
        ships.x += stage.number(-2, 2)
        if frame % 20 == 7:
            ships[0].vanish()
            ships.add(Sprite(150, stage.number(-90, 90), collision=Circle(0, 0, 5)))
        for k, wave in enumerate(waves):
            radius = wave.scale + (speed := stage.key(0.5, 4, 25))
            found = wave.spread(speed, ships)
            for ship in ships:
                gap = ship.position.distance_to(wave.position) - ship.shapes[0].radius - radius
                if abs(gap) > 1e-9:
                    assert (ship in found or (k, ship) in struck) >= (gap < 0)
                    assert ship not in found or gap < 0
            struck += [(k, ship) for ship in found]
            stage.seen["struck"] += len(found)
        yield Frame(events=struck)


def turned_round(stage: Stage) -> Iterator[Frame]:
    """A beam turns among ships that move. It finds what short steps of both find."""
    program = stage.program
    laser = program.Laser(stage.x(0), 0, angle=180 * stage.mirrored)
    ships = Group(
        program.Ship(stage.x(stage.number(-300, 300)), stage.number(-300, 300)) for _ in range(25)
    )
    for ship in ships:
        ship.velocity = Vec2(stage.number(-40, 40) * stage.right, stage.number(-40, 40))
    for frame in range(15):
        turn, start, angle = stage.number(-12, 12) * stage.right, laser.angle, laser.angle
        places = {ship: ship.position for ship in ships}
        found = laser.sweep_round(turn, ships)
        assert laser.angle == angle + turn
        for ship in ships:
            closest = 1e9
            for k in range(33):
                beam = radians(start + turn * k / 32)
                at = places[ship] + ship.velocity * (k / 32) - laser.position
                along = at.x * cos(beam) + at.y * sin(beam)
                across = -at.x * sin(beam) + at.y * cos(beam)
                gap = hypot(max(-along, along - 300, 0), max(abs(across) - 1, 0)) - 3
                closest = min(closest, gap)
            stage.seen["burned"] += ship in found
            stage.seen["steps"] += closest < 0
            if closest < 0:
                assert ship in found
            if ship in found:
                assert closest < 5
            ship.position += ship.velocity
        if frame == 7:
            ships[0].vanish()
        yield Frame([*ships], told=[len(found)])


def mirrored_beam(stage: Stage) -> Iterator[Frame]:
    """Among mirrors at random, a beam has its length, and each corner is a reflection."""
    program = stage.program
    for _ in range(25):
        mirrors = program.mirrors
        mirrors.clear()
        for _ in range(8):
            x, y, turn = (
                stage.number(-200, 200),
                stage.number(-200, 200),
                radians(stage.number(0, 179)),
            )
            mirrors.add(Sprite(collision=Segment(x, y, x + 90 * cos(turn), y + 90 * sin(turn))))
        program.target.position = stage.number(-200, 200), stage.number(-200, 200)
        way = Vec2.from_angle(stage.number(0, 359), 900)
        if mirrors.query_circle(0, 0, 1e-6) or program.target.hits(
            Sprite(collision=Circle(0, 0, 1))
        ):
            continue
        corners, hits = program.beam(0, 0, *way)
        legs = [Vec2(*b) - Vec2(*a) for a, b in pairwise(corners)]
        length = sum(leg.length for leg in legs)
        stopped = bool(hits) and hits[-1].other is program.target
        stage.seen["stopped"] += stopped
        stage.seen["corners"] += len(hits) - stopped
        if not stopped and len(hits) < 20:
            assert length == pytest.approx(900)
        for a, b in pairwise(corners):
            start, end = Vec2(*a), Vec2(*b)
            if start.distance_to(end) > 1:
                assert mirrors.line_of_sight(
                    start.move_towards(end, 0.01), end.move_towards(start, 0.01)
                )
        for hit, into, out in zip(hits, legs, legs[1:], strict=False):
            if into.length > 1 and out.length > 1 and hit.other is not program.target:
                line = hit.other.shapes[0]
                along = Vec2(line.x2 - line.x1, line.y2 - line.y1).normalized()
                a, b = into.normalized(), out.normalized()
                assert a.dot(along) == pytest.approx(b.dot(along), abs=1e-6)
        yield Frame()


PLAYS = [
    Play(
        "Bullets against moving targets",
        shot_at,
        [once_each, same_when_mirrored],
        10,
        600,
        {"walls": 60, "enemies": 200, "second": 30},
    ),
    Play(
        "Ricochets",
        ricochets,
        [never_in_a_wall, once_each],
        frames=480,
        floors={"fallen": 20, "bounces": 300},
    ),
    Play(
        "A muzzle in a wall",
        through_no_wall,
        [never_in_a_wall, same_when_mirrored],
        frames=800,
        floors={"muzzles": 50, "stopped": 200},
    ),
    Play("Aim at where it will be", led, floors={"away": 100, "met": 800}),
    Play(
        "Bullets that come near",
        near_misses,
        [same_when_mirrored],
        floors={"lost": 20, "grazed": 50},
    ),
    Play("An explosion", blown_up, [same_when_mirrored], 6, 100, {"hurt": 100, "safe": 500}),
    Play("A shock wave", spreads, [once_each], frames=300, floors={"struck": 150}),
    Play(
        "A laser that turns",
        turned_round,
        [same_when_mirrored],
        frames=80,
        floors={"burned": 40, "steps": 40},
    ),
    Play(
        "A beam between mirrors", mirrored_beam, frames=100, floors={"corners": 100, "stopped": 5}
    ),
]
