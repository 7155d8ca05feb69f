"""Plays of the page about contacts."""

from collections.abc import Iterator
from math import hypot

from docs.plays.form import Frame, Play, Stage

from spritecol import Circle, Sprite, check

PAGE = "contacts.md"


def fenced(stage: Stage) -> Iterator[Frame]:
    """Sparks fly from where sword and shield overlap, away from the middle of the shield."""
    program = stage.program
    swords = [program.Sword(0, 0), program.Sword(60, 30)]
    shields = [Sprite(collision=Circle(0, 0, radius)) for radius in (8, 20)]
    for _ in range(200):
        for one in (*swords, *shields):
            one.position = stage.number(0, 90), stage.number(0, 60)
            one.angle = stage.number(0, 359)
        program.sparks.clear()
        found = check(swords, shields)
        assert len(found) == sum(a.hits(b) for a in swords for b in shields)
        assert len(found) <= len(program.sparks) <= 2 * len(found)
        for x, y, normal in program.sparks:
            near = [
                shield
                for sword, shield in found
                if hypot(x - shield.x, y - shield.y) <= shield.shapes[0].radius + 1e-6
                and sword.distance((x, y)) < 1e-6
                and normal in [contact.normal for contact in sword.contacts(shield)]
            ]
            assert near
            assert abs(normal.length - 1) < 1e-9
            stage.seen["sparks"] += 1
        yield Frame()


PLAYS = [Play("Sword", fenced, floors={"sparks": 100})]
