"""Plays of the page about cameras and edges."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from docs.plays.form import (
    Frame,
    Play,
    Stage,
    never_in_a_wall,
    never_out_of_the_world,
    same_when_mirrored,
)

from spritecol import Circle, Group, Overlaps, Point, Rect, Sprite

PAGE = "recipes/cameras.md"


def knocked_about(stage: Stage) -> Iterator[Frame]:
    """Many bodies run against the edges, by all kinds of moves, as fast as they like."""
    left, top, right, bottom = -40, -9, stage.number(60, 400), stage.number(60, 300)
    ends = sorted((stage.x(left), stage.x(right)))
    world = stage.program.walls_around(ends[0], top, ends[1], bottom)
    bodies = [Sprite(stage.x(30), 30, collision=Circle(0, 0, 10))]
    bodies += [Sprite(stage.x(40), 40, collision=Rect(-8, -8, 16, 16))]
    for _ in range(200):
        for body in bodies:
            motion = stage.number(-900, 900) * stage.right, stage.number(-900, 900)
            body.move_and_slide(motion, world)
            stage.seen["edges"] += 1
        bodies[0].move_and_bounce(motion, world, max_bounces=100)
        bodies[1].move_and_collide(motion[1] * stage.right, motion[0] * stage.right, world)
        yield Frame(bodies, world, (ends[0], top, ends[1], bottom))


def filmed(stage: Stage) -> Iterator[Frame]:
    """Whoever walks through the world is always on the screen, at a whole pixel, and rests there
    while the camera does.
    """
    pygame = pytest.importorskip("pygame")
    program = stage.program
    hero = program.Sprite(image=pygame.Surface((32, 32)), x=1000, y=400)
    pace, camera, shown = stage.key(0.7, 1, 3, 4.5, 250), program.look(hero), []
    for frame in range(800):
        if frame % 80 == 0:
            way = stage.key(-1, 0, 1), stage.key(-1, 0, 1)
        hero.x = min(max(hero.x + pace * way[0], 0), 2000 - 32)
        hero.y = min(max(hero.y + pace * way[1], 0), 500 - 32)
        before, camera = camera, program.follow(camera, hero)
        for x, y in (camera, program.look(hero)):
            assert type(x) is type(y) is int
            assert 0 <= x <= 2000 - 320
            assert 0 <= y <= 500 - 240
            shown = hero.rect.move(-x, -y)
            assert pygame.Rect(0, 0, 320, 240).contains(shown)
        if 0 < camera[0] < 2000 - 320:
            assert 100 <= hero.rect.centerx - camera[0] <= 220
            assert camera[0] in (before[0], hero.rect.centerx - 100, hero.rect.centerx - 220)
            if 100 <= hero.rect.centerx - before[0] <= 220:
                assert camera[0] == before[0]
            stage.seen["rests"] += camera[0] == before[0]
            stage.seen["moves"] += camera[0] != before[0]
        x, y = program.look(hero)
        assert x in (0, 2000 - 320) or hero.rect.centerx - x == 160
        assert y in (0, 500 - 240) or hero.rect.centery - y == 120
        yield Frame()


def mapped(stage: Stage) -> Iterator[Frame]:
    """Each pixel of the map has the color of what is at its place in the world."""
    pygame = pytest.importorskip("pygame")
    program = stage.program
    hero = Sprite(stage.number(0, 900), stage.number(0, 900), collision=Circle(0, 0, 40))
    walls = Group(
        Sprite(hero.x + stage.number(-400, 300), hero.y + stage.number(-300, 200)) for _ in range(4)
    )
    foes = Group(
        Sprite(hero.x + stage.number(-400, 400), hero.y + stage.number(-300, 300)) for _ in range(4)
    )
    for sprite in walls:
        sprite.collision = Rect(0, 0, stage.number(40, 200), stage.number(40, 200))
    for sprite in foes:
        sprite.collision = Circle(0, 0, stage.number(20, 60))
    layers = (Group(hero), "white"), (foes, "red"), (walls, "gray")
    for _ in range(10):
        screen = pygame.Surface((320, 240))
        program.minimap(screen, hero, walls, foes)
        for column, row in product(range(1, 79, 3), range(1, 59, 3)):
            x, y = hero.x - 400 + 10 * column + 5, hero.y - 300 + 10 * row + 5
            around = [
                next(
                    (color for group, color in layers if group.query_point(x + dx, y + dy)), "black"
                )
                for dx, dy in (
                    (0, 0),
                    (9, 9),
                    (-9, 9),
                    (9, -9),
                    (-9, -9),
                    (9, 0),
                    (-9, 0),
                    (0, 9),
                    (0, -9),
                )
            ]
            if len(set(around)) == 1:
                assert screen.get_at((230 + column, 10 + row)) == pygame.Color(around[0])
                stage.seen[around[0]] += 1
        foes[0].vanish() if len(foes) > 1 else walls[0].move_and_slide(30, 20, ())
        hero.x += stage.number(-30, 30)
        yield Frame()


def in_rooms(stage: Stage) -> Iterator[Frame]:
    """Two heroes go anywhere. Each is in the room that has its middle, and in one at a time."""
    program = stage.program
    rooms = Group(program.Room(100 * k, 100 * j) for k in range(4) for j in range(3))
    heroes = [program.Hero(50, 50), program.Hero(150, 150)]
    watch = Overlaps(rooms, heroes, target_shapes="middle")
    for frame in range(150):
        for hero in heroes:
            hero.position = stage.key(
                (stage.number(-50, 450), stage.number(-50, 350)),
                (100 * stage.key(0, 1, 2, 3, 4), 100 * stage.key(0, 1, 2) + 14),  # on an edge
            )
        if frame == 100:
            rooms[5].vanish()
        watch.update()
        for hero in heroes:
            x, y = hero.x, hero.y - 14
            found = [r for r in rooms if r.x <= x < r.x + 100 and r.y <= y < r.y + 100]
            assert hero.rooms == found
            assert hero.room is (found[0] if found else None)
            stage.seen["rooms"] += len(found)
        yield Frame()


def through_portals(stage: Stage) -> Iterator[Frame]:
    """Three heroes, and two pairs of portals. Who enters one is at the same place in the other."""
    program = stage.program
    portals = [program.Portal(stage.x(x), y) for x, y in ((0, 0), (300, 0), (0, 200), (300, 170))]
    for one, other in ((0, 1), (2, 3)):
        portals[one].goal, portals[other].goal = portals[other], portals[one]
    heroes = [program.Hero(stage.x(-60), y) for y in (0, 100, 200)]
    ways = [(4, 0), (3, 2), (2, 1)]
    for _ in range(300):
        for k, hero in enumerate(heroes):
            if stage.chance.random() < 0.03:
                ways[k] = stage.number(-9, 9), stage.number(-4, 4)
            dx, dy = ways[k]
            within = hero.portal
            assert within is next((p for p in portals if p.hits(hero)), None)
            hero.position += dx * stage.right, dy
            if not -100 < (hero.x - stage.x(0)) * stage.right < 400 or not -60 < hero.y < 260:
                hero.position = stage.x(150), 100
            place = hero.position
            entered = next((p for p in portals if p.hits(hero)), None)
            leads = hero.use(portals)
            assert leads == (entered is not None and entered is not within)
            if leads and entered:
                stage.seen["teleports"] += 1
                here = hero.position - entered.goal.position
                assert here == pytest.approx(place - entered.position)
            else:
                assert hero.position == place
        yield Frame(heroes)


def around_the_room(stage: Stage) -> Iterator[Frame]:
    """In a tunnel that leads out on both sides: never in a wall, and drawn wherever a part is."""
    program = stage.program
    hero = Sprite(stage.x(60), 102, collision=Rect(-12, -12, 24, 24))
    for frame in range(300):
        if frame % 10 == 0:
            way = stage.number(-9, 9), stage.number(-9, 9) * stage.key(0, 1)
        if frame % 30 == 0:
            way = stage.number(-300, 300), 0
        if frame % 100 == 0:
            hero.position = stage.x(60), 102
        program.walk(hero, way[0] * stage.right, way[1])
        assert 0 <= hero.x <= 320
        drawn = program.images(hero)
        for column in range(
            frame % 5, 320, 5
        ):  # each column of the screen that has a part of the hero
            parts = [x for x, _ in drawn if x - 12 < column + 0.5 < x + 12]
            inside = any(abs(column + 0.5 - hero.x - k) < 12 for k in (-320, 0, 320))
            assert bool(parts) == inside
        stage.seen["twice"] += len(drawn) == 2
        yield Frame([hero], program.walls, wraps=320)


def without_edges(stage: Stage) -> Iterator[Frame]:
    """Rocks drift, break, change and come. A ship hits what is near it, also around the edges."""
    program = stage.program
    shapes = [Circle(0, 0, 14), Rect(-20, -9, 40, 18), Rect(0, -5, 60, 10)]

    def rock() -> Sprite:
        x, y = stage.number(0, 799), stage.number(0, 599)
        return Sprite(x, y, collision=stage.key(*shapes), angle=stage.number(0, 359))

    rocks, ghosts = Group(rock() for _ in range(60)), Group[Any]()
    rocks[3].scale_x, rocks[4].center_x, rocks[5].collision_layer = -1.5, 10, 2
    ship = Sprite(collision_mask=1)
    for _ in range(50):
        ship.collision = Circle(0, 0, stage.key(5, 20, 240))  # and no rock is larger than 60
        rocks.x, rocks.y = rocks.x + stage.number(-40, 40), rocks.y + stage.number(-40, 40)
        rocks.angle += 7
        change = stage.key("shot", "broken", "layer", "switched", "grown", "none")
        if change == "shot" and rocks:
            rocks[0].vanish()
        elif change == "broken":
            rocks.add(rock(), rock())
        elif change != "none":
            for one in rocks[::3]:
                if change == "layer":
                    one.collision_layer = 3 - one.collision_layer
                    one.collision_mask = stage.key(1, 2, 3)
                elif change == "switched":
                    one.collision_enable = not one.collision_enable
                else:
                    one.collision = stage.key(*shapes)
            if change != "layer":
                ghosts.clear()
        program.wrap(rocks, ghosts)
        stage.seen[change] += 1
        assert len(ghosts) == 3 * len(rocks)
        assert all(one.collision_mask == one.owner.collision_mask for one in ghosts)
        ship.position = stage.key((1, 1), (799, 300), (400, 599), (0, 0), (stage.number(0, 799), 5))
        found = {getattr(other, "owner", other) for other in ship.check([rocks, ghosts])}
        ships = [
            Sprite(ship.x + dx, ship.y + dy, collision=ship.collision, collision_mask=1)
            for dx in (-800, 0, 800)
            for dy in (-600, 0, 600)
        ]
        assert found == {one for one in rocks if one.hits(ships)}
        stage.seen["across"] += len(found) > len(ship.check(rocks))
        stage.seen["hits"] += len(found)
        yield Frame(
            [Sprite(one.x, one.y, collision=Point(0, 0)) for one in rocks], (), (0, 0, 800, 600)
        )


PLAYS = [
    Play(
        "The edges of a world",
        knocked_about,
        [never_in_a_wall, never_out_of_the_world],
    ),
    Play("A camera", filmed, [], 10, floors={"rests": 500, "moves": 500}),
    Play(
        "A minimap", mapped, frames=60, floors={"white": 60, "red": 60, "gray": 500, "black": 5000}
    ),
    Play("Rooms, cameras and music", in_rooms, frames=900, floors={"rooms": 500}),
    Play("Two portals", through_portals, [same_when_mirrored], floors={"teleports": 60}),
    Play(
        "Out on the left, in on the right",
        around_the_room,
        [never_in_a_wall, same_when_mirrored],
        floors={"twice": 40},
        axis=160,
    ),
    Play(
        "A world without edges",
        without_edges,
        [never_out_of_the_world],
        frames=300,
        floors={"shot": 30, "broken": 30, "switched": 30, "across": 30, "hits": 100},
    ),
]
