"""Plays of the page about hits."""

from collections.abc import Iterator

from docs.plays.form import Frame, Play, Stage

from spritecol import Circle, Group, Sprite, check

PAGE = "hits.md"


def in_a_battle(stage: Stage) -> Iterator[Frame]:
    """Each bullet takes armor from one tank, and each tank vanishes at its third hit."""
    program = stage.program
    tanks = Group(program.Tank(50 * k, 20 * (k % 2)) for k in range(5))
    bullets = Group()
    fired = struck = 0
    for frame in range(200):
        for _ in range(stage.chance.randint(0, 3)):
            bullets.add(program.Bullet(stage.number(-10, 260), -10))
            fired += 1
        bullets.y += stage.key(1, 3, 7.5)
        for bullet in bullets.query_outside(-50, -50, 300, 60):
            bullet.vanish()
            fired -= 1
        if frame % 5 == 0:
            tanks.add(program.Tank(stage.number(0, 220), stage.number(0, 20)))
        before = {tank: tank.armor for tank in tanks}
        found = check(bullets, tanks)
        met = {tank: sum(other is tank for _, other in found) for tank in before}
        for tank, armor in before.items():
            assert armor - met[tank] <= tank.armor <= armor
            assert tank.vanished == (tank.armor == 0)
            assert tank.armor >= 0
            struck += armor - tank.armor
        assert fired == struck + len(bullets)
        assert not check(bullets, tanks)
        stage.seen["struck"] += len(found)
        yield Frame()


def absorbed(stage: Stage) -> Iterator[Frame]:
    """A sponge takes the first one of all that hit it, in their order."""
    program = stage.program
    sponges = [program.Sponge(stage.number(0, 200), 0) for _ in range(3)]
    for _ in range(200):
        enemies = [Sprite(stage.number(-80, 280), 0, collision=Circle(0, 0, 9)) for _ in range(6)]
        program.absorbed = []
        found = check(enemies, sponges)
        firsts = [
            next((one for one in enemies if abs(one.x - sponge.x) < 59), None) for sponge in sponges
        ]
        assert len(program.absorbed) == len([one for one in firsts if one])
        for enemy in enemies:
            assert program.absorbed.count(enemy) == firsts.count(enemy)
        stage.seen["more"] += len(found) > len(program.absorbed)
        yield Frame()


PLAYS = [
    Play("Bullet", in_a_battle, floors={"struck": 100}),
    Play("Tank", in_a_battle, floors={"struck": 100}),
    Play("Sponge", absorbed, floors={"more": 500}),
]
