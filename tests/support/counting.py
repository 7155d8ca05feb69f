"""Count the cases of a law that are not trivial, and fail if there are too few."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def at_least(**floors: int) -> Iterator[Counter[str]]:
    """Count cases by their kind, and fail if there were too few of any kind.

    A law over random scenes holds as well where nothing hits. So the test counts what it is about:

        with at_least(hits=200, grazes=20) as seen:
            for scene in scenes:
                ...
                seen["hits"] += len(hits)

    Args:
        floors: the least number of each kind.

    Raises:
        AssertionError: Fewer than that were counted.
    """
    seen: Counter[str] = Counter()
    yield seen
    few = {kind: seen[kind] for kind, floor in floors.items() if seen[kind] < floor}
    assert not few, f"too few cases that are not trivial: {few}, needed {floors}"
