"""Faults that were found once, and stay away: each a few lines of data in `tests/cases`.

A case begins with a line `# name`, and ends before the next one. Its lines are Python, with all
public names at hand, or claims:

    expression -> value     they are equal, to the last bit
    expression ~> value     they are within 1e-9 of each other, number by number
    expression !> TypeError, part of the message

A line that begins with four spaces continues the one before it.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import spritecol

FILES = sorted((Path(__file__).parent / "cases").glob("*.txt"))


def cases() -> Iterator[Any]:
    for file in FILES:
        for text in ("\n" + file.read_text(encoding="utf-8")).split("\n# ")[1:]:
            name, _, lines = text.partition("\n")
            yield pytest.param(lines, id=f"{file.stem}: {name.strip()}")


def statements(lines: str) -> list[str]:
    """The lines of a case, each with what continues it."""
    joined: list[str] = []
    for line in lines.splitlines():
        if line.startswith("    ") and joined:
            joined[-1] += "\n" + line
        elif line.strip():
            joined.append(line)
    return joined


def near(found: Any, wanted: Any) -> bool:
    if isinstance(wanted, (list, tuple)):
        return len(found) == len(wanted) and all(map(near, found, wanted))
    return bool(found == pytest.approx(wanted, abs=1e-9, rel=1e-9))


def hold(claim: str, names: Mapping[str, Any]) -> bool:
    """Whether a line is a claim; one that does not hold is an error."""
    for sign in (" -> ", " ~> ", " !> "):
        expression, found, wanted = claim.rpartition(sign)
        if not found:
            continue
        if sign == " !> ":
            error, _, message = wanted.partition(", ")
            with pytest.raises(eval(error, dict(names))) as raised:
                eval(expression, dict(names))
            assert message in str(raised.value)
            return True
        value, other = (eval(side, dict(names)) for side in (expression, wanted))
        assert value == other if sign == " -> " else near(value, other), claim
        return True
    return False


@pytest.mark.parametrize("lines", list(cases()))
def test_a_fault_stays_away(lines: str) -> None:
    names: dict[str, Any] = {"math": __import__("math"), "spritecol": spritecol}
    names |= {name: getattr(spritecol, name) for name in spritecol.__all__}
    claims = 0
    for statement in statements(lines):
        if hold(statement, names):
            claims += 1
        else:
            exec(statement, names)
    assert claims, "a case without a claim"
