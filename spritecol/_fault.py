"""A switch for one small fault, read once: SPRITECOL_FAULT=<n>. Scratch only."""

import os

NUMBER = int(os.environ.get("SPRITECOL_FAULT") or 0)


def fault(number: int) -> bool:
    """Whether this fault is switched on."""
    return number == NUMBER
