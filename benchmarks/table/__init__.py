"""The table of all rows, a module for each topic, in the order of docs/benchmarks.md."""

from importlib import import_module

TOPICS = ("pairs", "bullet_hell", "motion", "places", "crowds", "worlds", "drop_ins")


def load() -> None:
    """Enter the rows of all topics."""
    for topic in TOPICS:
        import_module(f"table.{topic}")
