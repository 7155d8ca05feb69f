"""Plays of the page about looking."""

from collections.abc import Iterator
from math import hypot

from docs.plays.form import Frame, Play, Stage

from spritecol import Circle, Group, Sprite

PAGE = "looking.md"


def with_the_mouse(stage: Stage) -> Iterator[Frame]:
    """The mouse picks what a painter would have painted last at its place."""

    def coin_at(x: float, y: float) -> Sprite:
        return Sprite(x, y, z=stage.number(0, 3), collision=Circle(0, 0, 9))

    coins = Group(coin_at(stage.number(0, 60), stage.number(0, 60)) for _ in range(12))
    for frame in range(200):
        x, y = stage.number(-9, 69) + 0.25, stage.number(-9, 69) + 0.5
        if frame % 20 == 10:
            stage.key(*coins).vanish()
            coins.add(coin_at(x + 0.1, y))
        stage.key(*coins).z = stage.number(0, 3)
        painted = None
        for coin in sorted(coins, key=lambda coin: coin.z):  # equal ones stay in their order
            if hypot(coin.x - x, coin.y - y) < 9:
                painted = coin
        assert stage.program.picked(coins, x, y) is painted
        stage.seen["picked"] += painted is not None
        yield Frame()


PLAYS = [Play("picked", with_the_mouse, floors={"picked": 200})]
