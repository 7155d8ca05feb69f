"""The names of `support.hooks` for tests that still ask for them here."""

from support.hooks import around, crowds_around, limit

__all__ = ["around", "crowds_around", "limit"]
