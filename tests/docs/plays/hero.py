"""Plays of the page about a platformer's hero."""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Any

import pytest
from docs.plays.form import (
    BODY,
    LAWS,
    SIZE,
    WORLD,
    Frame,
    Play,
    Stage,
    edges,
    never_in_a_wall,
    planks,
    same_when_mirrored,
)

from spritecol import CharacterController, Group, Polygon, Rect, Sprite, Vec2, check

PAGE = "recipes/hero.md"

Plain = tuple[float, float, float, float]
"""Left, top, width and height of a box, before it may be mirrored."""


def plain_boxes(stage: Stage, tiles: int) -> list[Plain]:
    """Walls around a world, and blocks in its lower half."""
    places = {(stage.chance.randrange(40), stage.chance.randrange(24, 40)) for _ in range(tiles)}
    if stage.whole:
        return edges() + [(16 * i, 16 * j, 16, 16) for i, j in sorted(places)]
    sizes = [(stage.number(8, 60), stage.number(8, 60)) for _ in places]
    return edges() + [
        (16 * i, 16 * j, *size) for (i, j), size in zip(sorted(places), sizes, strict=True)
    ]


def hill(stage: Stage) -> Sprite:
    """It rises by two pixels in three, and ends with a wall."""
    corners = (150, 640), (420, 460), (420, 640)
    return Sprite(collision=Polygon([(stage.x(x), y) for x, y in corners]))


def overlap(box: Any, left: float, top: float, width: float, height: float) -> bool:
    """Whether an aabb and a box overlap, of which the second one is not mirrored."""
    return (
        box.left < left + width and left < box.right and box.top < top + height and top < box.bottom
    )


def stomped(stage: Stage) -> Iterator[Frame]:
    """Two heroes run and jump among snails and flies. Brute force tells who is stomped."""
    program = stage.program
    solid = stage.boxes(*plain_boxes(stage, 40))
    program.level = Group(solid, planks(stage), hill(stage))
    heroes = [program.Jumper(stage.x(x), 300) for x in (stage.number(20, 300), 400)]
    walkers = [CharacterController(hero) for hero in heroes]
    enemies: Group[Sprite] = Group()
    keys, ways = [0.0] * 2, [0.0] * 200
    for frame in range(500):
        if len(enemies) < 30:
            x = stage.number(20, 620)
            y = stage.key(stage.number(400, 640), 640, 640 - (x - 150) * 2 // 3)
            enemies.add(Sprite(stage.x(x), y, collision=Rect(-10, -12, 20, 12)))
        for k, enemy in enumerate(enemies):
            ways[k] = stage.number(-2, 2) if frame % 20 == 0 else ways[k]
            enemy.position += (ways[k] * stage.right, 0) if k % 3 else (0, ways[k])
        for k, (hero, walker) in enumerate(zip(heroes, walkers, strict=True)):
            if frame % 20 == 10 * k:
                keys[k] = stage.key(0, 3, -3, stage.number(-5, 5))
            if frame % 60 == 30 * k:
                hero.position = stage.x(stage.number(20, 620)), 370
            if walker.on_floor and stage.chance.random() < 0.1:
                hero.fall = -6.0
            stood, feet, life, bumped = walker.on_floor, hero.y, hero.life, walker.on_ceiling
            hero.walk(walker, keys[k] * stage.right)
            assert stood or not bumped or hero.fall > 0
            stage.seen["bumps"] += bumped
            falls, box = not stood and hero.fall > 0, hero.aabb
            met = [one for one in enemies if overlap(box, one.x - 10, one.y - 12, 20, 12)]
            under = [one for one in met if falls and feet <= one.y - 12 + 8]
            check(hero, enemies)
            assert [one for one in met if one.vanished] == under
            assert life - hero.life == len(met) - len(under)
            assert not under or hero.fall == -5
            stage.seen["stomps"] += len(under)
            stage.seen["hurts"] += len(met) - len(under)
            stage.seen["downhill"] += stood and hero.y > feet and bool(met)
        told = [number for hero in heroes for number in (hero.life, hero.fall)]
        yield Frame(heroes, solid, WORLD, told)


def leapt(stage: Stage) -> Iterator[Frame]:
    """Two heroes jump in frames of any length: along the same curve, up to 0.1 seconds too late.
    A floor may throw them up more strongly. Then the key changes nothing.
    """
    solid = stage.boxes(*plain_boxes(stage, 40))
    level = Group(solid, planks(stage))
    bodies = [Sprite(stage.x(x), 300, collision=BODY) for x in (stage.number(20, 300), 400)]
    leapers = [stage.program.Leaper(CharacterController(body)) for body in bodies]
    ways, late, jumps = [0.0] * 2, [9.0] * 2, [(0.0, -1.0, 0.0)] * 2
    longest = 1 / stage.key(10, 25, 60, 144)
    for frame in range(800):
        dt = stage.chance.uniform(0.25, 1) * longest
        for k, (leaper, body) in enumerate(zip(leapers, bodies, strict=True)):
            if frame % 20 == 10 * k:
                ways[k] = stage.key(0, 180, -180, stage.number(-300, 300))
            stood, bumped = leaper.walker.on_floor, leaper.walker.on_ceiling
            pressed = stage.chance.random() < 0.15
            late[k] = 0.0 if stood else late[k] + dt
            thrown = stood and stage.chance.random() < 0.05
            if thrown:
                leaper.vy = -600.0
                stage.seen["thrown with the key"] += pressed
            if thrown or (pressed and late[k] < 0.1):
                stage.seen["late"] += late[k] > 0
                jumps[k], late[k] = (body.y, 0.0, 600.0 if thrown else 400.0), 9.0
            left, top, right, bottom = body.aabb
            leaper.update(dt, ways[k] * stage.right, pressed, level)
            (x, y, wide, deep), (start, time, speed) = body.aabb, jumps[k]
            way = min(left, x) - 1, min(top, y), max(right, wide) + 1, max(bottom, deep) + 1
            if leaper.walker.on_ceiling or (leaper.vy > 0 and level.query_box(*way)):
                stage.seen["lands"] += time > 0.5
                jumps[k] = 0.0, -1.0, 0.0
            elif 0 <= time < 0.6:
                time += dt
                jumps[k] = start, time, speed
                assert body.y == pytest.approx(start - speed * time + 700 * time**2)
                stage.seen["flies"] += 1
            assert leaper.vy <= 600
            assert stood or not bumped or pressed or leaper.vy > 0
            stage.seen["bumps"] += bumped
        yield Frame(bodies, solid, WORLD)


def climbed(stage: Stage) -> Iterator[Frame]:
    """Two heroes slide down walls at one pixel a frame, and jump off up to six frames late."""
    boxes = [*plain_boxes(stage, 60), (stage.number(100, 500), 200, 30, 300)]
    level = stage.program.level = stage.boxes(*boxes)
    bodies = [Sprite(stage.x(x), 150, collision=BODY) for x in (20, stage.number(400, 600))]
    climbers = [stage.program.Climber(CharacterController(body)) for body in bodies]
    keys, walls = [0] * 2, [(-99, 0)] * 2
    for frame in range(600):
        for k, (climber, body) in enumerate(zip(climbers, bodies, strict=True)):
            if frame % 12 == 6 * k:
                keys[k] = stage.key(1, -1, 1, -1, 0)
            if frame % 150 == 75 * k:
                body.position = stage.x(stage.number(20, 620)), stage.number(40, 200)
            walker, jump = climber.walker, stage.chance.random() < 0.1
            stood, slid, speed, before = walker.on_floor, walker.on_wall, climber.fall, body.y
            last, normal = walls[k]
            climber.update(keys[k] * stage.right, jump)
            if jump and not stood and frame - last <= 6 and normal:
                wanted = 4 * normal * stage.right
                assert climber.vx == pytest.approx(wanted * 0.8 + 0.6 * keys[k] * stage.right)
                assert body.y == pytest.approx(before - 5.6) or walker.on_ceiling
                stage.seen["late"] += frame - last > 1
                stage.seen["jumps"] += 1
                walls[k] = -99, 0
            elif not (jump or stood or walker.on_floor or walker.on_ceiling):
                assert climber.fall == pytest.approx(min(speed + 0.4, 1.0 if slid else 8.0))
                assert body.y - before <= climber.fall + 1e-9
                stage.seen["slides"] += slid and body.y > before
            assert not walker.on_ceiling or climber.fall >= 0
            assert not walker.on_floor or climber.fall == 0
            if walker.on_wall:
                box, sides = body.aabb, set()
                for left, top, width, height in boxes:
                    if min(box.top, before - 28) < top + height and top < max(box.bottom, before):
                        x = stage.x(left, width)
                        sides |= {1} if abs(x + width - box.left) < 1e-9 else set()
                        sides |= {-1} if abs(x - box.right) < 1e-9 else set()
                walls[k] = frame, sides.pop() * stage.right if len(sides) == 1 else 0
        yield Frame(
            bodies, level, WORLD, [number for c in climbers for number in (c.fall, c.grace)]
        )


def beside(stage: Stage) -> Iterator[Frame]:
    """Of boxes and a slope, the sides of the boxes are walls, in tunnels and shafts, too."""
    boxes = plain_boxes(stage, 100)
    level = stage.boxes(*boxes)
    level.add(hill(stage))
    bodies = [Sprite(stage.x(x), 330, collision=BODY) for x in (320, 100)]
    bodies[1].scale, bodies[1].collision_mask = 0.5, 3
    walkers = [CharacterController(body) for body in bodies]
    for frame in range(200):
        if frame % 10 == 0:
            ways = [stage.key(3, -3, 6, -6, stage.number(-4, 4)) for _ in walkers]
        if frame % 40 == 0:
            bodies[0].position = stage.x(stage.number(200, 440)), 330
        for walker, body, way in zip(walkers, bodies, ways, strict=True):
            walker.move(way * stage.right, stage.key(0.4, 4, 8, -5), level)
            left, top, right, bottom = body.aabb
            for side in (1, -1):
                reach = Sprite(collision=Rect(left + side, top, right - left, bottom - top)).aabb
                wall = any(
                    overlap(reach, stage.x(x, width), y, width, height)
                    for x, y, width, height in (*boxes, (419, 460, 1, 180))
                )
                found = stage.program.wall_beside(body, side, level)
                assert found == wall, (body, side)
                stage.seen["walls" if wall else "none"] += 1
                stage.seen["pushes"] += walker.on_wall
            stage.seen["slope"] += walker.floor is level[-1]
        yield Frame(bodies, level, WORLD)


def ledges(stage: Stage) -> tuple[list[Plain], list[Plain]]:
    """Blocks to hang from, and what is around them: no room above, a floor below, a low roof."""
    blocks: list[Plain] = [(stage.number(60, 80) + 115 * i, 300, 40, 60) for i in range(5)]
    a, b, c, d = (left for left, *_ in blocks[1:])
    blocks[1] = a, 300, 40, 12
    around: list[Plain] = [(b, 250, 40, 30)]
    around += [(x, 324, 30, 12) for x in (c - 30, c + 40)]
    return blocks, around + [(x, 270, 16, 34) for x in (d - 16, d + 40)]


def grabbed(stage: Stage) -> Iterator[Frame]:
    """Two heroes fall along blocks and planks. Where they hang, the edge of a block is at their
    hands, never a plank. They grab each edge that they reach.
    """
    blocks, around = ledges(stage)
    solid = stage.boxes(*plain_boxes(stage, 50), *blocks, *around)
    level = Group(solid, one_way := planks(stage))
    heroes = [stage.program.Climber(stage.x(20), y) for y in (200, 280)]
    keys, hung = [0.0] * 2, [False] * 2
    for frame in range(600):
        for k, hero in enumerate(heroes):
            walker = hero.walker
            if frame % 20 == 10 * k:
                keys[k] = stage.key(2, -2, stage.number(-4, 4))
            if walker.on_floor and stage.chance.random() < 0.1:
                hero.fall = -9.0
            fresh = frame % 50 == 25 * k
            if fresh:  # it falls, and touches the side of a block, or is in the middle of a plank
                (left, top, width, _), side = stage.key(*blocks), stage.key(1, -1)
                gap = 8 + stage.key(0, 0, 4)
                x = left - gap if side > 0 else left + width + gap
                hero.position, keys[k] = (stage.x(x), top + stage.number(-4, 36)), 2 * side
                if hero.hits(level):
                    fresh, plank = False, stage.key(*one_way)
                    x = plank.x + 40 + stage.right * stage.number(-40, 40)
                    hero.position = x, plank.y + stage.number(20, 36)
                    if hero.hits(solid):
                        hero.position = stage.x(20), 200
                hero.fall, hung[k] = 0.4, False
                near = abs(hero.y - 28 - top) < 8 == gap
                fresh = fresh and near and not walker.on_floor
            up, before = stage.chance.random() < 0.05, hero.position
            fell, stood = hero.fall > 0, walker.on_floor
            hero.update(keys[k] * stage.right, up, level)
            climbs = up and hero.y < before.y - 15
            hangs = fell and not (stood or walker.on_floor or hero.y > before.y or climbs)
            if climbs:
                assert hero.x == pytest.approx(before.x + 12 * hero.facing)
                stage.seen["climbs"] += 1
            elif hangs:
                hands, reach = hero.y - 28, hero.x + 12 * hero.facing
                edges = [one.y for one in solid if one.aabb.left <= reach <= one.aabb.right]
                assert any(abs(y - hands) < 8 for y in edges)
                stage.seen["hangs"] += hands in edges
            elif hung[k]:
                assert hero.y <= before.y + 0.8 + 1e-9
                stage.seen["lets go"] += 1
            hung[k] = hangs
            if fresh and not up:
                free = not level.query_box(hero.x - 8, top, hero.x + 8, top + 28)
                free = free and not level.query_box(hero.x - 12, top - 9, hero.x + 12, top - 0.01)
                assert hero.y == pytest.approx(top + 28) or not free
                stage.seen["grabs"] += hero.y == pytest.approx(top + 28)
        yield Frame(heroes, solid, WORLD, [hero.fall for hero in heroes])


def swung(stage: Stage) -> Iterator[Frame]:
    """A free swing keeps its height for a thousand frames, and its pace is that of a pendulum.
    Others swing among blocks, and a lift pushes them. They hook what is up to 300 pixels away.
    """
    length, angle = stage.number(30, 250), stage.number(10, 85) * stage.key(1, -1) * stage.right
    hook = Vec2(0, 0) if stage.whole else Vec2(stage.number(-9, 9), stage.number(-9, 9))
    stands = stage.program.Swinger(*stage.key((0, 0), (3, 5)))
    floor = Sprite(*stands.position, collision=Rect(-9, 0, 99, 9))
    stands.throw((stage.key(-1, 1), -1), Group(floor))
    assert stands.hook is None  # its own floor is no hook
    free = stage.program.Swinger(0, 0)
    free.position = hook + Vec2(0, length).rotated(-angle)
    free.hook, free.length = hook, free.position.distance_to(hook)
    whirl = stage.program.Swinger(0, 0)
    whirl.hook, whirl.length = hook, stage.chance.uniform(3, 300)
    level = stage.boxes(*plain_boxes(stage, 40), (300, 250, 60, 20))
    lift, start_x = level[-1], level[-1].x
    others = [stage.program.Swinger(stage.x(x), 150) for x in (100, stage.number(300, 600))]
    low, crossed, before, highest = free.position.y, [], free.x, hook.y + length
    for frame in range(1000):
        free.update(())
        assert free.position.distance_to(hook) == pytest.approx(free.length)
        if (before - hook.x) * (free.x - hook.x) < 0:
            crossed.append(frame)
            if len(crossed) > 1:
                assert highest == pytest.approx(low, abs=length / 50)
                stage.seen["swings"] += 1
            highest = hook.y + length
        before, highest = free.x, min(highest, free.y)
        if frame % 20 == 0:  # a short rope, and a fast hero
            there, velocity = (Vec2(stage.number(-900, 900), stage.number(-900, 900)) for _ in "12")
            whirl.position, whirl.velocity = hook + stage.key(0, 1) * there, velocity
        for _ in range(5):
            whirl.update(())
            assert whirl.position.distance_to(hook) <= whirl.length + 1e-9
        lift.position = start_x + 240 * sin(frame / 40) * stage.right, 260 + 60 * sin(frame / 33)
        for k, other in enumerate(others):
            if frame % 120 == 60 * k:
                other.position, other.velocity = (stage.x(stage.number(20, 620)), 150), Vec2(0, 0)
                other.hook = None
            if frame % 60 == 30 * k:
                other.hook = None
                if stage.chance.random() < 0.8:
                    way = Vec2(stage.number(-5, 5) * stage.right, -stage.number(1, 5))
                    other.throw(way * stage.key(0.1, 1), level)
                    end = level.raycast(other.position, other.position + way * 999)
                    far = end and other.position.distance_to(end.point) > 300
                    assert far is None or (other.hook is None) == far
                    stage.seen["too far"] += bool(far)
            start, velocity = other.position, other.velocity
            stage.seen["pushes"] += other.hits(lift)
            other.update(level)
            assert other.velocity == other.position - start
            if other.hook is None:
                stage.seen["flies"] += other.velocity == pytest.approx(velocity + Vec2(0, 0.4))
        yield Frame(others, level, WORLD)
    pace = (crossed[-1] - crossed[1]) / (len(crossed) - 2)
    a, g = 1.0, Vec2(0, 1).rotated(angle / 2).y
    while abs(a - g) > 1e-12:  # the pendulum's period by the mean of Gauss
        a, g = (a + g) / 2, (a * g) ** 0.5
    assert pace == pytest.approx(pi * (length / 0.4) ** 0.5 / a, rel=0.02)


def looped(stage: Stage) -> Iterator[Frame]:
    """Runners in a ring and around a planet: the fast ones stay on it, the slow one falls."""
    program, sides = stage.program, stage.chance.randrange(16, 90)
    radius, speed = stage.number(60, 200), stage.number(4, 9) * stage.key(1, -1)
    turn = stage.number(0, 359)

    def ring(size: float) -> list[Vec2]:
        corners = (Vec2.from_angle(turn + 360 / sides * k, size) for k in range(sides))
        return [Vec2(stage.x(corner.x), corner.y) for corner in corners]

    loop = Sprite(collision=Polygon(ring(radius + 20), [ring(radius)]))
    inner = radius * cos(pi / sides)
    fast, slow = program.Runner(0, inner - 9), program.Runner(stage.x(9), inner - 20)
    outside = program.Runner(stage.x(1), -radius - 20 - 8)
    for runner in (fast, slow, outside):
        runner.run(0, loop)
    least = 0.0
    for frame in range(500):
        fast.run(speed * stage.right, loop)
        outside.run(speed * stage.right, loop)
        slow.run(speed * stage.right if 100 < frame < 200 else 2 * stage.right, loop)
        for runner, near, far in (
            (fast, inner - 10 - 8 / cos(pi / sides), radius - 8),
            (outside, inner + 20, radius + 28 + 4),
        ):
            assert frame < 12 or runner.walker.on_floor
            assert frame < 12 or near < runner.position.length < far
        least = min(least, fast.y)
        stage.seen["fast"] += fast.y < -inner / 2
        stage.seen["around"] += outside.y > inner / 2
        assert slow.position.length < radius
        if frame > 300:
            assert slow.y > 0.6 * inner
        yield Frame([fast, outside, slow], loop)
    assert least < -0.8 * inner + 8


PLAYS = [
    Play(
        "Stomp on it or get hurt",
        stomped,
        LAWS,
        floors={"stomps": 20, "hurts": 100, "bumps": 10},
        axis=SIZE / 2,
    ),
    Play(
        "Jumps in seconds",
        leapt,
        LAWS,
        frames=3000,
        floors={"flies": 5000, "lands": 70, "late": 6, "bumps": 50, "thrown with the key": 4},
        axis=SIZE / 2,
    ),
    Play(
        "Slide down a wall and jump off it",
        climbed,
        LAWS,
        frames=3000,
        floors={"slides": 400, "jumps": 30, "late": 5},
        axis=SIZE / 2,
    ),
    Play(
        "A wall beside me",
        beside,
        LAWS,
        floors={"walls": 400, "none": 4000, "slope": 40},
        axis=SIZE / 2,
    ),
    Play(
        "Grab a ledge",
        grabbed,
        LAWS,
        frames=3000,
        floors={"hangs": 800, "climbs": 30, "grabs": 16, "lets go": 30},
        axis=SIZE / 2,
    ),
    Play(
        "A rope to swing on",
        swung,
        LAWS,
        frames=5000,
        floors={"flies": 2000, "swings": 80, "pushes": 50, "too far": 20},
        axis=SIZE / 2,
    ),
    Play(
        "Run around a loop",
        looped,
        [never_in_a_wall, same_when_mirrored],
        frames=3000,
        floors={"fast": 900, "around": 1000},
    ),
]
