"""Read tables that are text files in `support/data`: sections of lines."""

from pathlib import Path

DATA = Path(__file__).parent / "data"


def lines_of(file: str, section: str) -> list[str]:
    """Return the lines of a section, which begins with its name in brackets."""
    text = (DATA / file).read_text(encoding="utf-8")
    _, found, rest = text.partition(f"\n[{section}]\n")
    assert found, section
    return [line for line in rest.split("\n[")[0].splitlines() if line]
