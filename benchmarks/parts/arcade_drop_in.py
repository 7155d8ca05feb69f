"""arcade's collision functions beside the drop-ins of `spritecol.integrations.arcade`.

Both search the same sprites, and must find the same. Before each call of "after all have moved"
every sprite of the list is given a new position, which is not measured.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from harness.contender import Calls, UnavailableError
from harness.contest import contest
from harness.measuring import Effort
from harness.rows import Row, missing
from peers import load

PART = "arcade_drop_in"
PEER = "arcade"
MOMENTS = 100  # sets of places, where all move
SIZES = (1, 3, 10, 30, 100, 1_000, 10_000)


def rows(effort: Effort) -> Iterator[Row]:
    """All searches in all sizes."""
    try:
        peer = load("arcade_searches")
    except UnavailableError as error:
        yield missing(PART, "all searches", SIZES[0], PEER, str(error))
        return
    note = "" if effort.quick else peer.window()
    effort = effort.but(rounds=7, seconds=0.02)
    for count in (1, 25) if effort.quick else SIZES:
        scene = peer.Scene(count, effort.quick)
        for name, (search, before) in scene.searches().items():
            if name in peer.PAIRS and count > 1:
                continue
            ours, theirs = (search_with(m, search, before) for m in (peer.ours, peer.theirs))
            for row in contest(PART, name, count, ours, {PEER: partial(list, [theirs])}, effort):
                yield row._replace(note=note)


def search_with(module: Any, search: Callable[[Any], Any], before: Any) -> Calls:
    """A search by the functions of a module."""
    made = Calls(lambda: search(module), before=before)
    made.moments = MOMENTS
    return made
