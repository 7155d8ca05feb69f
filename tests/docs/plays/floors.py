"""Plays of the page about floors, crates and doors."""

from collections.abc import Iterator
from math import sin
from typing import Any

import pytest
from docs.plays.form import (
    BODY,
    GUIDE,
    LAWS,
    SIZE,
    WORLD,
    Frame,
    Play,
    Stage,
    edges,
    never_in_a_wall,
    never_out_of_the_world,
    never_two_in_one_place,
)
from docs.test_pages import blocks

from spritecol import CharacterController, Circle, Group, Rect, Sprite

PAGE = "recipes/floors.md"


def crates_of(stage: Stage, *boxes: tuple[float, float, float, float]) -> Group[Sprite]:
    """Boxes by left, top, width and height. (x, y) is in the middle of the upper side."""
    return Group(
        Sprite(stage.x(x + width / 2), y, collision=Rect(-width / 2, 0, width, height))
        for x, y, width, height in boxes
    )


def carried(stage: Stage) -> Iterator[Frame]:
    """Parcels lie on a row of belts and go with the one below their middle. Bouncers fall on
    springs, which throw them as high as their speed says.
    """
    program = stage.program
    speeds = [
        stage.key(-2, -1, 1, 2, 2.5 if stage.whole else stage.number(-2, 2)) for _ in range(5)
    ]
    belts: Group[Any] = Group(program.Belt(stage.x(70 + 100 * k, 100), 400) for k in range(5))
    for belt, speed in zip(belts, speeds, strict=True):
        belt.speed = speed * stage.right
    springs: Group[Any] = Group(program.Spring(stage.x(100 * k + 20, 16), 634) for k in range(6))
    for spring in springs:
        spring.throw = stage.number(3, 12)
    level = Group(belts, springs, stage.boxes(*edges()))
    parcels = [Sprite(stage.x(stage.number(80, 560)), 400, collision=BODY) for _ in range(2)]
    bouncers = [Sprite(stage.x(100 * k + 28), 600, collision=BODY) for k in (0, 3)]
    walkers = [CharacterController(body) for body in (*parcels, *bouncers)]
    falls, thrown = [0.0] * 4, [(0.0, 0)] * 2
    for walker in walkers:
        walker.move(0, 0.4, level)
    for _ in range(300):
        for k, walker in enumerate(walkers):
            body, stood, floor = walker.sprite, walker.on_floor, walker.floor
            place = (stage.x(body.x) - 70) / 100
            old, falls[k], before = falls[k], program.thrown(walker, falls[k]) + 0.4, body.position
            assert stood or falls[k] == old + 0.4
            assert not stood or falls[k] <= 0.4
            walker.move(program.carry(walker, level), falls[k], level)
            if k < 2 and stood and before.y == 400 and 0 < place < 5:
                ways = {
                    speeds[min(max(int(place - 1e-7), 0), 4)],
                    speeds[min(int(place + 1e-7), 4)],
                }
                moved = (body.x - before.x) * stage.right
                assert any(moved == pytest.approx(way) for way in ways)
                assert (
                    len(ways) == 1
                    or floor not in belts
                    or moved == pytest.approx(floor.speed * stage.right)
                )
                stage.seen["rides"] += 1
                stage.seen["seams"] += len(ways) == 2
            if k >= 2 and stood and floor in springs:
                thrown[k - 2] = before.y, 1
                stage.seen["thrown"] += 1
                assert falls[k] == pytest.approx(0.4 - floor.throw)
            elif k >= 2 and thrown[k - 2][1] and falls[k] < 0:
                height, frames = thrown[k - 2][0], thrown[k - 2][1] + 1
                speed = falls[k] - 0.4 * frames
                if not walker.on_ceiling and not walker.on_floor:
                    flight = speed * frames + 0.2 * frames * (frames + 1)
                    assert body.y == pytest.approx(height + flight)
                thrown[k - 2] = height, frames
        yield Frame([*parcels, *bouncers], level, WORLD)


def sprung(stage: Stage) -> Iterator[Frame]:
    """A `Jumper` whose floor may throw it. No key makes a throw lower."""
    names: dict[str, Any] = {"thrown": stage.program.thrown}
    for block in blocks((GUIDE / "walking.md").read_text("utf-8")):
        jumper = "class Jumper" in block.code
        code = block.code.replace("min(self.fall, 0.0)\n", "thrown(walker, self.fall)\n")
        code = code if jumper else block.code
        exec(code, names)
        if jumper:
            break
    assert code != block.code
    level = stage.boxes(*edges())
    springs: Group[Any] = Group(stage.program.Spring(16 * k, 634) for k in range(0, 40, 2))
    for spring in springs:
        spring.throw = stage.number(7, 12)
    hero, throw, frames = names["Jumper"](stage.number(20, 600), 600), 0.0, 0
    held, across = False, 0.0
    for frame in range(600):
        if frame % 30 == 0:
            across = stage.number(-3, 3)
        floor, struck = hero.walker.floor, stage.chance.random() < 0.2
        held = struck or (held and stage.chance.random() < 0.7)
        if floor in springs:
            throw, frames = floor.throw, 0
            stage.seen["sprung"] += 1
        hero.update([level, springs], across, struck, held)
        frames += 1
        if throw and hero.walker.on_ceiling:
            throw = 0.0
        elif throw > 0.4 * frames:
            assert hero.fall <= 0.4 * frames - throw + 1e-9
        yield Frame([hero], [level, springs], WORLD)


def slid(stage: Stage) -> Iterator[Frame]:
    """Two runners on stone and ice. While nothing stops them, their speed follows a formula."""
    blocks = [(stage.chance.randrange(40) * 16, stage.key(592, 608, 624), 16, 16) for _ in range(8)]
    level = stage.boxes(*edges(), *blocks)
    for k in range(5):
        kind = stage.key(stage.program.Ice, stage.program.Ice, Sprite)
        width = stage.number(60, 120)
        level.add(kind(stage.x(128 * k, width), 500, collision=Rect(0, 0, width, 20)))
    runners: list[Any] = [
        stage.program.Runner(Sprite(stage.x(stage.number(30, 600)), 490, collision=BODY))
        for _ in range(2)
    ]
    ways = [0.0] * 2
    for frame in range(500):
        for k, runner in enumerate(runners):
            walker, body = runner.walker, runner.walker.sprite
            if frame % 40 == 20 * k:
                ways[k] = stage.key(1, -1, 0, stage.number(-1, 1))
            if frame % 160 == 80 * k:
                body.position = stage.x(stage.number(30, 600)), 490
            if walker.on_floor and stage.chance.random() < 0.03:
                runner.fall = -7.0  # a jump
            stood, floor, bumped = walker.on_floor, walker.floor, walker.on_ceiling
            grip = (0.03 if type(floor) is stage.program.Ice else 0.3) if stood else 0.05
            before, x = runner.vx, body.x
            runner.update(ways[k] * stage.right, level)
            goal = 4 * ways[k] * stage.right
            if runner.vx or not walker.on_wall:
                assert runner.vx - goal == pytest.approx((before - goal) * (1 - grip))
                stage.seen["ice" if grip == 0.03 else "air" if grip == 0.05 else "stone"] += 1
                assert abs(body.x - x) <= abs(runner.vx) + 1e-9
            else:
                assert walker.on_wall
                stage.seen["walls"] += 1
            assert stood or not bumped or runner.fall > 0
            assert not walker.on_wall or runner.vx == 0
        yield Frame(
            [one.walker.sprite for one in runners],
            level,
            WORLD,
            [stage.right * one.vx for one in runners],
        )


def crumbled(stage: Stage) -> Iterator[Frame]:
    """Three heroes run over a bridge that crumbles below them and comes back."""
    program = stage.program
    bridge: Group[Any] = Group(program.Crumbling(stage.x(100 + 32 * k, 32), 400) for k in range(12))
    solid = stage.boxes(*edges(), (0, 400, 100, 240), (484, 400, 156, 240))
    bodies = [Sprite(stage.x(stage.number(20, 600)), 390, collision=BODY) for _ in range(3)]
    walkers = [CharacterController(body) for body in bodies]
    falls, ways, steps = [0.0] * 3, [0.0] * 3, dict.fromkeys(bridge, -1000)
    for frame in range(700):
        for k, walker in enumerate(walkers):
            body = walker.sprite
            if frame % 30 == 10 * k:
                ways[k] = stage.key(2, -2, 0, stage.number(-3, 3))
            if body.y > 500:
                body.position = stage.x(stage.number(110, 470)), stage.number(380, 440)
                if body.hits(bridge):
                    body.position = stage.x(40), 390
            falls[k] = min(falls[k] * (not walker.on_floor) + 0.4, 8.0)
            walker.move(ways[k] * stage.right, falls[k], [solid, bridge])
        for floor in bridge:
            gone = not floor.collision_enable
            floor.update(walkers)
            left, top = floor.position
            within = any(
                one.x - 8 < left + 32 and left < one.x + 8 and one.y - 28 < top + 8 and top < one.y
                for one in bodies
            )
            if steps[floor] < 0 and any(walker.floor is floor for walker in walkers):
                steps[floor] = frame
            late = frame - steps[floor]
            if late >= 120 and not within:
                steps[floor] = -1000
                stage.seen["back"] += gone
            assert floor.collision_enable == (late < 20 or steps[floor] < 0)
            stage.seen["waits"] += 120 <= late < 700 and within
            stage.seen["crumbles"] += late == 20
        yield Frame(bodies, Group(solid, [one for one in bridge if one.collision_enable]), WORLD)


def bumped(stage: Stage) -> Iterator[Frame]:
    """Two heads hit rows of blocks. Brute force tells which, and which one is nearest."""
    solid = stage.boxes(*edges(), (0, 560, 200, 10))
    boxes = [(16 * i, y, 16, 16) for y in (540, 576) for i in range(1, 39)]
    chosen = [*stage.chance.sample(boxes, 50), (stage.number(300, 500), 500, 40, 8)]
    blocks = stage.boxes(*chosen)
    walkers = [
        CharacterController(Sprite(stage.x(x), 640, collision=BODY))
        for x in (40, stage.number(200, 600))
    ]
    ways, falls, gone = [0.0] * 2, [0.0] * 2, 0
    for frame in range(500):
        for k, walker in enumerate(walkers):
            body = walker.sprite
            if frame % 20 == 10 * k:
                ways[k] = stage.key(2, -2, 0, stage.number(-3, 3))
            if walker.on_floor:
                falls[k] = stage.key(-8, -5, 0)
            falls[k] = max(falls[k], 0) + 0.4 if walker.on_ceiling else falls[k] + 0.4
            walker.move(ways[k] * stage.right, falls[k], [solid, blocks])
            left, top, right, _ = body.aabb
            met = [
                block
                for block in blocks
                if block.aabb.left < right and left < block.aabb.right
                if abs(block.aabb.bottom - top) < 1e-9
            ]
            found = stage.program.bumped(walker, blocks)
            if not walker.on_ceiling:
                assert not found
                continue
            assert set(met) <= set(found)
            assert all(-1e-9 < top - block.aabb.bottom < 1 for block in found)
            apart = [
                max(block.aabb.left - body.x, body.x - block.aabb.right, 0.0) for block in found
            ]
            assert apart == sorted(apart)
            stage.seen["bumps"] += len(found) > 0
            stage.seen["two"] += len(found) > 1
            if found and stage.chance.random() < 0.3:
                found[0].vanish()
                gone += 1
        yield Frame([walker.sprite for walker in walkers], Group(solid, blocks), WORLD)


def pushed(stage: Stage) -> Iterator[Frame]:
    """Two heroes push crates that lie on each other and fall from ledges, onto heads, too."""
    program = stage.program
    ledges = [(0, 560, 250, 80), (330, 600, 100, 40)]
    solid = stage.boxes(*edges(), *ledges)
    crates = crates_of(
        stage,
        *((x, 544 - 16 * k, 16, 16) for x in (60, 150, 200) for k in (2, 0, 1)),
        (stage.number(450, 470), 624, 16, 16),
        (500, 616, 24, 24),
        (340, 580, 16, 20),
    )
    bodies = [Sprite(stage.x(x), 500, collision=BODY) for x in (30, 420)]
    walkers, people = [CharacterController(body) for body in bodies], Group(bodies)
    ways, falls, before = [0.0] * 2, [0.0] * 2, [crate.x for crate in crates]
    for frame in range(500):
        for k, (walker, body) in enumerate(zip(walkers, bodies, strict=True)):
            if frame % 40 == 20 * k:
                ways[k] = stage.key(2, -2, stage.number(-3, 3))
            if frame % 100 == 50 * k:
                x = stage.key(40, 110, 180, 480, 550)  # between crates, or beside the large one
                body.position = stage.x(x), 500 if x < 400 else 600
                if body.hits([solid, crates]):
                    body.position = stage.x(300), 300
            if walker.on_floor:
                falls[k] = -6.0 if stage.chance.random() < 0.05 else 0.0
            falls[k] = min((max(falls[k], 0) if walker.on_ceiling else falls[k]) + 0.4, 8)
            program.walk_and_push(walker, ways[k] * stage.right, falls[k], solid, crates, people)
            assert not people.hits(crates)
        heights = {crate: crate.y for crate in crates}
        program.let_fall(crates, solid, people)
        for crate in crates:
            stage.seen["falls"] += crate.y > heights[crate]
            if crate.y != pytest.approx(heights[crate] + 3):
                assert crate.sweep(0, 1e-6, [solid, crates, people])
        moved = [abs(crate.x - x) for crate, x in zip(crates, before, strict=True)]
        before = [crate.x for crate in crates]
        assert max(moved) <= 2 + 1e-9
        stage.seen["pushes"] += sum(way > 0 for way in moved)
        stage.seen["heads"] += any(
            abs(crate.aabb.bottom - body.y + 28) < 1e-9 and abs(crate.aabb.left - body.x + 4) < 16
            for crate in crates
            for body in bodies
        )
        if frame == 300:
            crates[4].vanish()
            before.pop(4)
        assert not crates.pairs()
        yield Frame([*crates, *bodies], solid, WORLD)


def shoved(stage: Stage) -> Iterator[Frame]:
    """Two heroes push crates through a room. A crate moves along one axis, by what stops a hero."""
    solid = stage.boxes(*edges(), (300, 100, 32, 200), (100, 400, 200, 32))
    places = [(stage.number(60, 500), 60 + 70 * k, 32, 32) for k in range(8)]
    crates = crates_of(stage, *places)
    crates = Group(crate for crate in crates if not crate.hits(solid))
    heroes = Group(
        Sprite(stage.x(20), 20, collision=Circle(0, 0, 12)),
        Sprite(stage.x(610), 610, collision=Rect(-12, -12, 24, 24)),
    )
    ways: list[Any] = [(0, 0)] * 2
    for frame in range(600):
        for k, hero in enumerate(heroes):
            if frame % 30 == 15 * k:
                ways[k] = stage.key(
                    (3, 0), (-3, 0), (0, 3), (0, -3), (2, 1), (stage.number(-4, 4), -2)
                )
            starts, start = [crate.position for crate in crates], hero.position
            way = ways[k][0] * stage.right, ways[k][1]
            stage.program.push(hero, way, [solid, heroes], crates)
            moves = [crate.position - at for crate, at in zip(crates, starts, strict=True)]
            for move in filter(None, moves):
                assert 0 in move
                along = 0 if move.x else 1
                assert 0 < move[along] / way[along] <= 1 + 1e-9
                stage.seen["pushes"] += 1
                stage.seen["whole"] += move[along] == pytest.approx(way[along])
            assert sum(map(bool, moves)) <= 2
            went = hero.position - start
            for axis in (0, 1) if k else ():  # a circle may slide off a corner
                assert abs(went[axis]) <= abs(way[axis]) + 1e-9
        yield Frame([*heroes, *crates], solid, WORLD)


def ridden(stage: Stage) -> Iterator[Frame]:
    """Towers on a lift and on the ground. Heroes walk among them, and push them."""
    program = stage.program
    lift, ground = stage.boxes((200, 500, 160, 12))[0], stage.boxes(*edges())
    bodies: Group[Any] = Group(
        program.Body(stage.x(x), y, width, height)
        for x, y, width, height in [
            (230, 500, 16, 16),
            (230, 484, 16, 16),
            (232, 468, 10, 24),
            (270, 500, 16, 16),
            (stage.number(290, 340), 500, 10, 24),
            (500, 640, 16, 16),
            (stage.number(530, 600), 640, 10, 24),
            *((x, 100, 16, 16) for x in (260, 276, 292, 308)),
        ]
    )
    fast = stage.boxes((240, 100, 100, 12))[0]
    walkers, ways = [bodies[k] for k in (2, 4, 6)], {}
    wide, high = stage.number(0, 150), stage.number(0, 90)
    for frame in range(300):
        if frame % 20 == 0:
            ways = {body: stage.key(0, 0, 1, -1) * stage.right for body in walkers}
        if frame % 100 == 50:
            walkers[2].position = stage.x(stage.number(220, 340)), 440 - 90
        before, lift.x = lift.x, stage.x(200 + wide * sin(frame / 31), 160)
        lift.y, lift.dx = 500 + high * sin(frame / 15), lift.x - before
        start, fast.x = fast.x, stage.x(240 + 200 * sin(frame / 25), 100)
        fast.dx = fast.x - start
        places = {body: body.x - before for body in bodies}
        floors = {body: body.walker.floor for body in bodies}
        pushes = {body: body.push for body in bodies}
        program.move_all(bodies, Group(lift, fast, ground), ways)
        for k, body in enumerate(bodies[7:]):  # they touch each other, and nobody lags behind
            assert (body.x - fast.x - 50) * stage.right == pytest.approx(16 * k - 30)
        for body in bodies:
            stage.seen["pushed"] += bool(pushes[body])
            if floors[body] is lift and body.walker.floor is lift:
                assert body.y == pytest.approx(lift.y)
                moved = body.x - lift.x - places[body]
                left, top, right, bottom = body.aabb
                if len(bodies.query_box(left - 9, top + 1, right + 9, bottom - 1)) == 1:
                    assert moved == pytest.approx(ways.get(body, 0))
                    stage.seen["rides"] += 1
            elif isinstance(floors[body], program.Body):
                stage.seen["towers"] += 1
        yield Frame([*bodies], Group(lift, fast, ground), WORLD)


def closed(stage: Stage) -> Iterator[Frame]:
    """Doors close and open while people walk through them and stand on them."""
    program = stage.program
    doors: Group[Any] = Group(
        program.Door(stage.x(x, 10), y) for x, y in ((150, 580), (300, 580), (450, 380))
    )
    ground = stage.boxes(*edges(), (400, 440, 110, 12))
    bodies = Group(
        Sprite(stage.x(x), y, collision=BODY) for x, y in ((100, 640), (455, 379), (320, 640))
    )
    walkers = [CharacterController(body) for body in bodies]
    ways, falls = [0.0] * 3, [0.0] * 3
    for frame in range(500):
        for door in doors:
            if stage.chance.random() < 0.02:
                door.speed = stage.key(2, -2, 5, -1.5)
            before = door.y
            door.update(bodies)
            assert door.closed - 60 <= door.y <= door.closed
            wanted = min(max(before + door.speed, door.closed - 60), door.closed)
            if door.y != pytest.approx(wanted):
                left, _, right, bottom = door.aabb
                assert door.speed > 0
                assert bodies.query_box(left, bottom, right, bottom + 1e-6)
                stage.seen["waits"] += 1
            stage.seen["closes"] += door.y == door.closed > before
            stage.seen["opens"] += door.y == door.open < before
        for k, walker in enumerate(walkers):
            if frame % 20 == 5 * k:
                ways[k] = stage.key(2, -2, 0, stage.number(-3, 3))
            if frame % 100 == 30 * k:
                door = stage.key(*doors)
                walker.sprite.position = door.x + 5, door.y  # on its upper side
                if walker.sprite.hits([ground, doors]):
                    walker.sprite.position = stage.x(100), 600
                    if walker.sprite.hits([ground, doors]):
                        walker.sprite.position = stage.x(50), 300
            falls[k] = min(falls[k] * (not walker.on_floor) + 0.4, 8)
            slide = walker.move(ways[k] * stage.right, falls[k], [ground, doors])
            assert not slide.crushed
            stage.seen["on it"] += walker.floor in doors
        yield Frame(bodies, [ground, doors], WORLD)


PLAYS = [
    Play(
        "Conveyor belts and springs",
        carried,
        LAWS,
        floors={"rides": 3000, "seams": 300, "thrown": 100},
        axis=SIZE / 2,
    ),
    Play(
        "Conveyor belts and springs",
        sprung,
        [never_in_a_wall, never_out_of_the_world],
        floors={"sprung": 40},
    ),
    Play(
        "Ice",
        slid,
        LAWS,
        floors={"ice": 1000, "stone": 1000, "air": 2000, "walls": 500},
        axis=SIZE / 2,
    ),
    Play(
        "Floors that crumble",
        crumbled,
        LAWS,
        floors={"crumbles": 100, "back": 80, "waits": 7},
        axis=SIZE / 2,
    ),
    Play("Blocks hit from below", bumped, LAWS, floors={"bumps": 200, "two": 80}, axis=SIZE / 2),
    Play(
        "Crates to push",
        pushed,
        LAWS,
        floors={"pushes": 400, "falls": 100, "heads": 40},
        axis=SIZE / 2,
    ),
    Play(
        "Crates pushed from above",
        shoved,
        [*LAWS, never_two_in_one_place],
        floors={"pushes": 250, "whole": 200},
        axis=SIZE / 2,
    ),
    Play(
        "A crate that rides a platform",
        ridden,
        [*LAWS, never_two_in_one_place],
        floors={"rides": 2500, "towers": 1500, "pushed": 40},
        axis=SIZE / 2,
    ),
    Play(
        "Doors",
        closed,
        LAWS,
        floors={"closes": 40, "opens": 40, "waits": 60, "on it": 1000},
        axis=SIZE / 2,
    ),
]
