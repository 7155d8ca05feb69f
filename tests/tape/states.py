"""The digests of a life whose World is saved, spoiled and restored again and again.

The life goes on as if nothing had happened, so the hashes of its answers show whether a restore
leaves a trace.
"""

from typing import Any

from spritecol import World

EVERY = 10  # frames


class States:
    """The World of a life, whose digests it gives to the tape.

    Args:
        life: its sprites are the list `sprites`, of which `second` is a Group; `watches` are
            Overlaps, `made` is how many sprites there were, and `walkers` may walk on a `level`.
        members: the members of the World.
        columns: its columns.
    """

    def __init__(self, life: Any, *members: Any, columns: tuple[str, ...]) -> None:
        self.life = life
        self.world = World(*members, columns=columns)

    def take(self, frame: int) -> None:
        """Take the digest in some of the frames; then change everything, and go back."""
        if frame % EVERY != EVERY - 1:
            return
        life, saved = self.life, self.world.save()
        life.tape.add("digests", saved.digest())
        for sprite in life.sprites[::3]:
            sprite.x += 1.5
            sprite.angle += 10
            sprite.collision = [0, 0, 9, 9]
        life.sprites[1].vanish()
        life.second.clear()
        life.watches[0].clear()
        life.made += 1
        for walker in getattr(life, "walkers", ()):
            walker.move(3, 9, life.level)
        self.world.restore(saved)
        life.tape.add("digests", self.world.digest())
