"""A contest: ours and the peers on one scene; a row for each peer, ours over theirs."""

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from harness.contender import Answer, Contender, UnavailableError
from harness.measuring import Effort, Timing, compare, measure, progress
from harness.rows import Row, amount, missing, row
from harness.targets import MICROSECONDS

Enter = Callable[[], Sequence[Contender]]
"""Makes the ways in which a peer is tried; raises `UnavailableError` if the peer is not there."""

SHOWN = 3  # other ways of a peer whose times are noted


def contest(
    part: str,
    case: str,
    size: int,
    ours: Contender,
    entrants: Mapping[str, Enter],
    effort: Effort,
    reference: Mapping[str, Callable[[int], Answer]] | None = None,
) -> Iterator[Row]:
    """Compare the answers, then measure everyone in turns."""
    progress(f"{part}: {case}, {size:,}")
    contenders: dict[str, list[Contender]] = {"": [ours]}
    absent: dict[str, str] = {}
    for peer, enter in entrants.items():
        try:
            contenders[peer] = list(enter())
        except UnavailableError as error:
            absent[peer] = str(error)
    everyone = [way for ways in contenders.values() for way in ways]
    compare(everyone, reference)
    found = count(ours)
    if not effort.quick:
        for contender in everyone:
            contender.settle()
        gc.collect()
        gc.freeze()  # so that collecting between the blocks costs little
    measured = measure(contenders, effort)
    gc.unfreeze()
    for peer in entrants:
        if peer in absent:
            yield missing(part, case, size, peer, absent[peer])
            continue
        best, timing, others = measured[peer]
        notes = [best.note] if best.note else []
        if 0 < len(others) <= SHOWN:
            notes += [f"{way}: {amount(seconds)}" for way, seconds in others.items()]
        made = row(part, case, size, peer, measured[""].timing, timing)
        yield made._replace(way=best.way, found=found, note="; ".join(notes))


def allowance(
    part: str, case: str, size: int, ours: Contender, microseconds: float, effort: Effort
) -> Row:
    """A row that compares a time with a fixed one."""
    progress(f"{part}: {case}, {size:,}")
    ours.settle()
    timing = measure({"": [ours]}, effort)[""].timing
    fixed = microseconds * 1e-6
    return row(part, case, size, MICROSECONDS.format(microseconds), timing, Timing(fixed, fixed))


def count(contender: Contender) -> int | None:
    """How many pairs its last frame found."""
    if contender.geometry is None:
        return None
    answer = contender.answer()
    return len(answer) if isinstance(answer, np.ndarray) and answer.ndim > 1 else None
