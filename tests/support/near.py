"""Numbers that are equal up to rounding."""

from typing import Any

import pytest


def near(*wanted: float) -> Any:
    """Return what equals this number, or this tuple of numbers, up to 1e-9 of each."""
    return pytest.approx(wanted[0] if len(wanted) == 1 else wanted, abs=1e-9, rel=1e-9)
