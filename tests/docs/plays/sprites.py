"""Plays of the page about sprites."""

from collections.abc import Iterator

from docs.plays.form import Frame, Play, Stage

from spritecol import clean, draw, update

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


PLAYS = [Play("Cloud", in_the_sky, floors={"drawn": 5000})]
