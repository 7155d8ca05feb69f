"""Plays of the page about hits."""

from collections.abc import Iterator
from typing import Any

from docs.plays.form import Frame, Play, Stage, same_when_mirrored

from spritecol import Circle, Group, Sprite, check

PAGE = "hits.md"


def shot_down(stage: Stage) -> Iterator[Frame]:
    """Bullets and tanks come and go. Pairs in their order tell who loses armor and who vanishes."""
    program = stage.program
    bullets, tanks = Group[Any](), Group[Any]()
    armor: dict[Any, int] = {}
    for frame in range(150):
        if frame % 5 == 0:
            tank = program.Tank(stage.x(stage.number(0, 200), 40), stage.number(0, 90))
            tanks.add(tank)
            armor[tank] = 3
        for _ in range(stage.key(1, 4)):
            bullets.add(program.Bullet(stage.x(stage.number(0, 240)), stage.number(0, 110) + 0.5))
        bullets.x += stage.number(-3, 3) * stage.right
        alive: set[Any] = {*bullets, *tanks}
        pairs = [
            (bullet, tank)
            for bullet in bullets
            for tank in tanks
            if 0 < bullet.x - tank.x < 40 and 0 < bullet.y - tank.y < 20
        ]
        edges = any(bullet.x - tank.x in (0, 40) for bullet in bullets for tank in tanks)
        if edges:  # a place on a left edge is in the tank, on a right edge it is not
            bullets.x += 0.5
            continue
        for bullet, tank in pairs:
            if bullet in alive and tank in alive:
                alive.discard(bullet)
                armor[tank] -= 1
                if armor[tank] == 0:
                    alive.discard(tank)
                    stage.seen["tanks"] += 1
        assert check(bullets, tanks) == pairs
        assert {*bullets, *tanks} == alive
        assert all(tank.armor == armor[tank] for tank in tanks)
        stage.seen["bullets"] += len(pairs)
        yield Frame()


def soaked(stage: Stage) -> Iterator[Frame]:
    """A sponge takes the first that hits it in each check, and no other."""
    program = stage.program
    sponge = program.Sponge(stage.x(0), 0)
    drops = Group(
        Sprite(stage.x(stage.number(-80, 80)), stage.number(-80, 80), collision=Circle(0, 0, 5))
        for _ in range(20)
    )
    for _ in range(170):
        program.absorbed.clear()
        drops.x += stage.number(-9, 9) * stage.right
        near = [drop for drop in drops if drop.position.distance_to(sponge.position) < 55]
        check(drops, sponge)
        assert program.absorbed == near[:1]
        stage.seen["soaked"] += bool(near)
        if near and stage.chance.random() < 0.3:
            near[0].vanish()
            drops.add(Sprite(stage.x(stage.number(-80, 80)), 0, collision=Circle(0, 0, 5)))
        if stage.chance.random() < 0.1:
            drops.x = [stage.x(stage.number(-80, 80)) for _ in drops]
        yield Frame(drops)


PLAYS = [
    Play("Bullet", shot_down, frames=300, floors={"bullets": 300, "tanks": 50}),
    Play("Tank", shot_down, frames=300, floors={"bullets": 300, "tanks": 50}),
    Play("Sponge", soaked, [same_when_mirrored], floors={"soaked": 300}),
]
