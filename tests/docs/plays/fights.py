"""Plays of the page about fights."""

from collections.abc import Iterator
from math import inf
from typing import Any

import pytest
from docs.plays.form import Frame, Play, Stage, edges, never_in_a_wall, same_when_mirrored

from spritecol import Circle, Group, Rect, Sprite, Vec2, check

PAGE = "recipes/fights.md"

ROOM = edges(400, 300)


def spared(stage: Stage) -> Iterator[Frame]:
    """Two heroes among enemies that come and go, in frames or in seconds of any length. A hit
    costs a life if the last one is long enough ago.
    """
    program, seconds = stage.program, stage.key(True, False)
    program.SAFE = safe = 1.0 if seconds else 60
    heroes, enemies = [program.Hero(0, 0), program.Hero(60, 0)], Group[Any]()
    lives, last, now = [3, 3], [-inf, -inf], 0.0
    for frame in range(400):
        if frame % 20 == 0:
            x = stage.number(-20, 80)
            enemies.add(Sprite(x, stage.number(-9, 9), collision=Circle(0, 0, 8)))
        if frame % 50 == 49:
            enemies[0].vanish()
        dt = stage.key(1 / 144, 1 / 60, 1 / 30, 0.1) if seconds else 1
        now += dt
        for k, hero in enumerate(heroes):
            hero.x += stage.number(-3, 3)
            hero.update(*([dt] if seconds else []))
            touched = any((hero.position - one.position).length < 16 for one in enemies)
            waited = now - last[k] - safe
            if touched and abs(waited) > 1e-9 and waited > 0:
                last[k], lives[k] = now, lives[k] - 1
                stage.seen["hits"] += 1
            elif touched and abs(waited) <= 1e-9:  # as rounding has it
                check(enemies, hero)
                if hero.life < lives[k]:
                    last[k], lives[k] = now, hero.life
            stage.seen["spared"] += touched and waited < 0
        check(enemies, heroes)
        assert [hero.life for hero in heroes] == lives
        yield Frame()


def knocked(stage: Stage) -> Iterator[Frame]:
    """Heroes are thrown about while they walk. In the open, they slide as far as the sum says."""
    program = stage.program
    walls = stage.boxes(*ROOM, (180, 120, 40, 30))
    heroes = [program.Hero(stage.x(x), 60) for x in (60, 300)]
    for frame in range(200):
        for hero in heroes:
            if frame % 40 == 0:
                hero.knock = Vec2(stage.number(-60, 60) * stage.right, stage.number(-60, 60))
            walk = stage.number(-2, 2) * stage.right, stage.number(-2, 2)
            before, knock = hero.position, hero.knock
            hero.update(*walk, walls)
            free = before + knock + walk
            if hero.position == free and not hero.knock.length > knock.length:
                assert hero.knock == knock * 0.8
                stage.seen["free"] += 1
            else:
                stage.seen["walls"] += 1
                assert hero.knock.length <= 0.8 * knock.length + 1e-9
        yield Frame(heroes, walls)
    loner = program.Hero(0, 0)
    loner.knock = throw = Vec2(stage.number(-30, 30), stage.number(-30, 30))
    for _ in range(120):
        loner.update(0, 0, ())
    assert loner.position.distance_to(throw * 5) < 1e-6


def dashed(stage: Stage) -> Iterator[Frame]:
    """Keys at random. A dash takes 8 frames of 12 pixels, the next has to wait, and it is safe."""
    program = stage.program
    walls = stage.boxes(*ROOM, (180, 120, 4, 60))
    hero, bullets = program.Hero(stage.x(200), 60), Group[Any]()
    hero.way = Vec2(stage.right, 0)
    started, way, life = -inf, Vec2(stage.right, 0), 3
    for frame in range(300):
        if frame % 15 == 0:
            keys = stage.key(-2, 0, 2) * stage.right, stage.key(-2, 0, 2)
        pressed = stage.chance.random() < 0.1
        dashes = frame - started < 8
        if not dashes and keys != (0, 0):
            way = Vec2(*keys) / Vec2(*keys).length
        if pressed and frame - started >= 40:
            started, dashes = frame, True
            stage.seen["dashes"] += 1
        expected = Sprite(hero.x, hero.y, collision=Circle(0, 0, 8))
        expected.move_and_slide(way * 12 if dashes else keys, walls)
        hero.update(*keys, pressed, walls)
        assert hero.position.distance_to(expected.position) < 1e-9
        if frame % 7 == 0:
            x, y = hero.position
            bullets.add(
                Sprite(x + stage.number(-20, 20) * stage.right, y, collision=Circle(0, 0, 4))
            )
        touched = sum((hero.position - one.position).length < 12 for one in bullets)
        check(bullets, hero)
        life -= 0 if dashes else touched
        assert hero.life == life
        stage.seen["safe"] += touched * dashes
        bullets[0].vanish()
        bullets.add(Sprite(hero.x, hero.y + 30, collision=Circle(0, 0, 4)))
        yield Frame([hero], walls, told=[hero.life])


def boxed(stage: Stage) -> Iterator[Frame]:
    """Two fighters walk and jump in a room. They never overlap, and no wall is left."""
    program = stage.program
    walls = stage.boxes((-220, -400, 20, 600), (200, -400, 20, 600))
    fighters = [Sprite(stage.x(x), 100, collision=program.BODY) for x in (-60, 60)]
    falls, ways = [0.0, 0.0], [1.0, -1.0]
    for _ in range(250):
        for k, fighter in enumerate(fighters):
            if stage.chance.random() < 0.1:
                ways[k] = stage.number(-6, 6)
                falls[k] = stage.key(0.0, -11.0) if fighter.y == 100 else falls[k]
            fighter.move_and_slide(ways[k] * stage.right, 0, walls)
            falls[k] += 0.5
            fighter.y = min(fighter.y + falls[k], 100)
        same = stage.chance.random() < 0.02
        if same:
            fighters[1].position = fighters[0].position
        places = [fighter.position for fighter in fighters]
        near = fighters[0].hits(fighters[1])
        left, right = fighters[::-1] if stage.mirrored else fighters
        program.push_apart(left, right, walls)
        assert fighters[0].distance(fighters[1]) > -1e-9
        assert [fighter.y for fighter in fighters] == [place.y for place in places]
        if same:
            assert left.x < right.x
            stage.seen["same"] += 1
        if not near:
            assert [fighter.position for fighter in fighters] == places
        stage.seen["pushes"] += near
        yield Frame(fighters, walls)


def jumped(stage: Stage) -> Iterator[Frame]:
    """Fighters walk and jump among walls of all heights. Nobody is in a wall that is taller than
    they are high, and blows hit whom numbers say.
    """
    program = stage.program
    walls = Group[Any]()
    for k in range(6):
        wall = program.Wall(stage.x(60 * k + stage.number(30, 50), 10), stage.number(-40, 60))
        wall.tall = stage.key(10, 20, 40, 80)
        walls.add(wall)
    walls.add(wide := program.Wall(stage.x(100, 150), 120))
    wide.collision = Rect(0, 0, 150, 40)
    fighters = Group(program.Fighter(stage.x(x), 40) for x in (0, 200, 380))
    ways, facing = dict.fromkeys(fighters, (0.0, 0.0)), dict.fromkeys(fighters, not stage.mirrored)
    for fighter in fighters:
        fighter.facing = stage.right
    for _ in range(250):
        for fighter in fighters:
            if stage.chance.random() < 0.1:
                ways[fighter] = stage.number(-4, 4), stage.number(-3, 3)
            dx, dy = ways[fighter]
            dy = abs(dy) if fighter.y < -40 else -abs(dy) if fighter.y > 160 else dy
            dx = abs(dx) if fighter.x < -20 else -abs(dx) if fighter.x > 420 else dx * stage.right
            before = fighter.height
            below = max((wall.tall for wall in walls if wall.hits(fighter)), default=0)
            jump = stage.chance.random() < 0.1
            fighter.update(dx, dy, jump, walls)
            under = [wall.tall for wall in walls if wall.hits(fighter)]
            assert fighter.height >= max(under, default=0)
            assert fighter.height <= before + 6
            if before == below and not jump:
                assert fighter.height == below
            stage.seen["on walls"] += fighter.height in under
            stage.seen["over walls"] += fighter.height > max(under, default=inf)
            assert fighter.z == fighter.y
            facing[fighter] = dx > 0 if dx else facing[fighter]
        for fighter in fighters:
            struck = fighter.strike(fighters)
            for other in fighters:
                ahead = (other.x - fighter.x) * (1 if facing[fighter] else -1)
                reached = -10 < ahead < 50 and abs(other.y - fighter.y) < 12
                level = abs(other.height - fighter.height) < 30
                assert (other in struck) == (reached and level and other is not fighter)
            stage.seen["blows"] += len(struck)
        yield Frame(fighters, told=[fighter.height for fighter in fighters])


def flown(stage: Stage) -> Iterator[Frame]:
    """A jump from the ground is as high as its sum."""
    fighter, top, expected = stage.program.Fighter(0, 0), 0.0, 0.0
    for frame in range(60):
        fighter.update(0, 0, frame == 5, ())
        top = max(top, fighter.height)
        yield Frame()
    for rise in range(15):
        expected += max(6.0 - 0.4 * rise, 0)
    assert top == pytest.approx(expected)
    assert fighter.height == 0
    stage.seen["jumps"] += 1


PLAYS = [
    Play("Safe for a while after a hit", spared, floors={"hits": 30, "spared": 200}),
    Play(
        "Knockback",
        knocked,
        [never_in_a_wall, same_when_mirrored],
        floors={"free": 500, "walls": 60},
    ),
    Play(
        "A dash",
        dashed,
        [never_in_a_wall, same_when_mirrored],
        floors={"dashes": 40, "safe": 20},
    ),
    Play(
        "Fighters that stay apart",
        boxed,
        [never_in_a_wall, same_when_mirrored],
        floors={"pushes": 200, "same": 20},
    ),
    Play(
        "Height above the ground",
        jumped,
        [same_when_mirrored],
        floors={"on walls": 30, "over walls": 100, "blows": 30},
        axis=200,
    ),
    Play("Height above the ground", flown, plays=1, frames=60),
]
