"""Plays of the page about events."""

from collections.abc import Iterator
from itertools import product

from docs.plays.form import Frame, Play, Stage

from spritecol import Circle, Group, Overlaps, Rect, Segment, Sprite

PAGE = "events.md"


def at_doors(stage: Stage) -> Iterator[Frame]:
    """Each door counts who is in it now, whoever comes, goes, vanishes or is disabled."""
    program = stage.program
    doors = Group(program.Door(100 * k, 0) for k in range(3))
    people = Group(Sprite(stage.number(-20, 320), 20, collision=Circle(0, 0, 8)) for _ in range(6))
    watch = Overlaps(doors, people)
    paces = {person: stage.number(-9, 9) for person in people}
    for frame in range(200):
        for person in people:
            person.x += paces[person]
            if not -30 < person.x < 340:
                person.x = stage.number(-20, 320)
        if frame % 40 == 20:
            stage.key(*people).vanish()
            x = stage.key(0, 100, stage.number(0, 300))
            people.add(Sprite(x, 20, collision=Circle(0, 0, 8)))
            paces[people[-1]] = stage.number(-9, 9)
        if frame % 30 == 10:
            person = stage.key(*people)
            person.collision_enable = not person.collision_enable
        changes = watch.update()
        stage.seen["entered"] += len(changes.entered)
        for door in doors:
            inside = [one for one in people if one.collision_enable and -8 < one.x - door.x < 18]
            assert door.visitors == len(inside)
        yield Frame()


def in_lava(stage: Stage) -> Iterator[Frame]:
    """Heroes lose a point of health for each update in lava after the one in which they enter."""
    program = stage.program
    heroes = [program.Hero(stage.number(-30, 130), stage.number(-20, 40)) for _ in range(4)]
    pools = Group(Sprite(x, 0, collision=Rect(0, 0, 60, 20)) for x in (0, 100))
    burning = Overlaps(heroes, pools, stay=program.burn)
    lost = dict.fromkeys(heroes, 0)
    before: set[tuple[Sprite, Sprite]] = set()
    for frame in range(200):
        for hero in heroes:
            if frame % 7 == 0:
                hero.position = stage.number(-30, 180), stage.number(-20, 40)
        if frame == 150:
            pools[0].vanish()
        burning.update()
        now = {(hero, pool) for hero, pool in product(heroes, pools) if hero.hits(pool)}
        for hero, _ in now & before:
            lost[hero] += 1
            stage.seen["burned"] += 1
        before = now
        assert all(hero.health == 100 - lost[hero] for hero in heroes)
        yield Frame()


def through_gates(stage: Stage) -> Iterator[Frame]:
    """Each bullet passes each gate once per flight, however fast, and meets it at its face."""
    program = stage.program
    gates = Group(program.Gate(100 * k, 0) for k in (1, 2, 3))
    for flight in range(30):
        bullets = Group(Sprite(0, stage.number(5, 95), collision=Circle(0, 0, 2)) for _ in range(3))
        watch = Overlaps(gates, bullets, swept=True)
        watch.update()
        paces = [stage.key(3, 40, 500, stage.number(1, 900)) for _ in bullets]
        counts = [len(gate.passed) for gate in gates]
        entered = []
        while bullets[0].x < 400 or bullets[1].x < 400 or bullets[2].x < 400:
            for bullet, pace in zip(bullets, paces, strict=True):
                bullet.x += pace if bullet.x < 400 else 0
            entered += watch.update().entered
            yield Frame(events=entered)
        assert len(entered) == 9
        for gate, count in zip(gates, counts, strict=True):
            assert len(gate.passed) >= count + 3
            for x, y in gate.passed[count:]:
                assert gate.x - 1e-9 <= x <= gate.x + 5 + 1e-9
                ways = [Segment(0, one.y, 999, one.y) for one in bullets]
                assert min(Sprite(collision=way).distance((x, y)) for way in ways) <= 2 + 1e-9
        stage.seen["flights"] += flight > 0


PLAYS = [
    Play("Door", at_doors, floors={"entered": 200}),
    Play("burn", in_lava, floors={"burned": 300}),
    Play("Gate", through_gates, floors={"flights": 100}),
]
