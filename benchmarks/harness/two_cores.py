"""One core, unless a row says two: nearly all peers have only one thread."""

from collections.abc import Iterator
from contextlib import contextmanager

from harness.contender import Frames, UnavailableError
from spritecol import use_cores
from spritecol._engine.pipeline.plan import use_all_cores
from spritecol._engine.pipeline.workspace import core_count

PEER = "spritecol, two cores"


@contextmanager
def one_core() -> Iterator[None]:
    """Let this library use one core only, and afterward as many as there are."""
    use_cores(1)
    try:
        yield
    finally:
        use_all_cores()


class OnTwoCores(Frames):
    """Another contender's frames, with the second core."""

    note = "the same on two cores"

    def __init__(self, ours: Frames) -> None:
        if core_count() < 2:
            raise UnavailableError("this process may use one core only")
        self.ours, self.moments = ours, ours.moments

    def frame(self, moment: int) -> object:
        return self.ours.frame(moment)

    def time(self, moment: int) -> float:
        use_cores(2)
        taken = super().time(moment)
        use_cores(1)
        return taken
