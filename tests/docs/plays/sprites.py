"""Plays of the page about sprites."""

from collections.abc import Iterator

from docs.plays.form import Frame, Play, Stage

from spritecol import Sprite, Vec2, clean, draw, update

PAGE = "sprites.md"


def in_the_sky(stage: Stage) -> Iterator[Frame]:
    """Clouds that are there move by a pixel, and are drawn from low to high z."""
    program = stage.program
    sky, ages = [], {}
    for _ in range(200):
        shown = stage.key(True, False)
        cloud = program.Cloud(stage.number(0, 99), z=stage.number(0, 4), visible=shown)
        sky.append(stage.key(cloud, [cloud, None]))
        ages[cloud] = cloud.x
        if stage.chance.random() < 0.5:
            gone = stage.key(*ages)
            gone.vanish()
            del ages[gone]
        update(sky)
        clean(sky)
        ages = {one: x + 1 for one, x in ages.items()}
        assert all(one.x == x for one, x in ages.items())
        program.drawn = []
        draw(sky)
        assert program.drawn == sorted(one.z for one in ages if one.visible)
        stage.seen["drawn"] += len(program.drawn)
        yield Frame()


def sent(stage: Stage) -> Iterator[Frame]:
    """Missiles fly at goals that rest, that flee and that turn. Each arrives, and turns no more
    than it may.
    """
    program = stage.program
    for _ in range(12):
        missile = Sprite(stage.x(0), 0, angle=stage.number(0, 359))
        if stage.mirrored:
            missile.angle = 180 - missile.angle
        goal = Vec2(stage.x(stage.number(-300, 300)), stage.number(-300, 300))
        speed, pace = stage.number(2, 9), stage.key(0.0, 0.4)
        way = Vec2(speed * pace * stage.right, 0).rotated(0 if pace == 0 else 20 * stage.right)
        for frame in range(700):
            before = missile.angle
            program.steer(missile, goal, speed, frame)
            assert abs(missile.angle - before) <= 3 + frame / 20 + 1e-9
            if missile.position.distance_to(goal) < speed:
                stage.seen["arrived"] += 1
                break
            goal += way
            yield Frame()
        else:
            raise AssertionError("it circles around its goal")


PLAYS = [
    Play("Cloud", in_the_sky, floors={"drawn": 5000}),
    Play("steer", sent, floors={"arrived": 72}),
]
