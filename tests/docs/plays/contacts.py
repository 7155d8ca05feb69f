"""Plays of the page about contacts."""

from collections.abc import Iterator
from math import hypot

from docs.plays.form import Frame, Play, Stage, same_when_mirrored

from spritecol import Circle, Sprite, check

PAGE = "contacts.md"


def sparks_fly(stage: Stage) -> Iterator[Frame]:
    """A sword strikes two shields. Sparks begin in both shapes, and fly from the shield."""
    program = stage.program
    sword = program.Sword(stage.x(0), 0)
    shields = [Sprite(0, 0, collision=Circle(0, 0, 20)) for _ in range(2)]
    for _ in range(200):
        sword.angle = stage.number(-89, 89)
        sword.angle = 180 - sword.angle if stage.mirrored else sword.angle
        sword.scale_y = stage.right
        for shield in shields:
            shield.position = stage.x(stage.number(-30, 60)), stage.number(-40, 40)
        program.sparks.clear()
        struck = [other for _, other in check(sword, shields)]
        stage.seen["strokes"] += len(struck)
        assert bool(struck) == bool(program.sparks)
        for x, y, normal in program.sparks:
            stage.seen["sparks"] += 1
            assert abs(hypot(*normal) - 1) < 1e-9
            there = (Sprite(x, y, collision=Circle(0, 0, 1e-6)),)
            assert sword.hits(there)
            inside = [one for one in struck if one.position.distance_to((x, y)) < 20 + 1e-6]
            assert inside
            deep = max(sword.separation(one).length for one in inside)
            moved = program.Sword(*sword.position + normal * (deep + 0.01), angle=sword.angle)
            moved.scale_y = sword.scale_y
            assert len(inside) > 1 or not moved.hits(inside)
        yield Frame(told=[len(struck), len(program.sparks)])


PLAYS = [
    Play("Sword", sparks_fly, [same_when_mirrored], floors={"strokes": 200, "sparks": 200}),
]
