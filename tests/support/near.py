"""Numbers that are equal up to rounding."""

from typing import Any

import pytest


def near(found: Any, wanted: Any) -> bool:
    """Whether numbers, in lists and tuples of any depth, are within 1e-9 of those wanted."""
    if isinstance(wanted, (list, tuple)):
        return len(found) == len(wanted) and all(map(near, found, wanted))
    return bool(found == pytest.approx(wanted, abs=1e-9, rel=1e-9))
