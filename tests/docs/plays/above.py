"""Plays of the page about games seen from above."""

from collections.abc import Iterator
from math import cos, dist, radians, sin

from docs.plays.form import Frame, Play, Stage

from spritecol import Rect, Sprite, Vec2

PAGE = "recipes/above.md"


def carried(stage: Stage) -> Iterator[Frame]:
    """A tank of any scale turns. Its turret sits on the mount and looks at the target."""
    program = stage.program
    tank = Sprite(collision=Rect(-16, -10, 32, 20))
    turret, target = Sprite(collision=Rect(0, -2, 20, 4)), Sprite()
    for _ in range(200):
        tank.position, target.position = (
            (stage.number(-300, 300), stage.number(-300, 300)) for _ in range(2)
        )
        tank.angle, tank.scale_x, tank.scale_y = (
            stage.number(0, 360),
            stage.key(1, -1, 2),
            stage.key(1, 0.5),
        )
        if dist(tank.position, target.position) < 50:
            continue
        muzzle = program.aim(tank, turret, target)
        x, turn = 8 * tank.scale_x, radians(tank.angle)
        mount = Vec2(tank.x + x * cos(turn), tank.y + x * sin(turn))
        away = target.position - mount
        assert turret.position.distance_to(mount) < 1e-9
        assert muzzle.distance_to(mount + away * (20 / away.length)) < 1e-9
        yield Frame()


PLAYS = [
    Play("A turret on a tank", carried),
]

NOT_YET = [
    "A car seen from above",
    "Checkpoints and laps",
    "Turn into a lane as wide as the body",
    "Fog of war",
]
