"""The table of all rows, a module for each topic, in the order of docs/benchmarks.md."""

from collections.abc import Iterable
from importlib import import_module

TOPICS = (
    *("pairs", "bullet_hell", "motion", "places", "crowds", "worlds", "drop_ins", "pygame_rects"),
    *("questions", "calls", "near", "frames"),
)


def load(topics: Iterable[str] = TOPICS) -> list[str]:
    """Enter the rows of topics; a topic that asks for what is not here is left out, and told."""
    lacking = []
    for topic in topics:
        try:
            import_module(f"table.{topic}")
        except ImportError as error:
            lacking.append(f"the rows of {topic} are left out: {error}\n")
    return lacking
