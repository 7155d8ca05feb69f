"""Shared code of the tests: scenes, levels, oracles to check against, and ways to run Python."""
