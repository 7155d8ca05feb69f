"""Replacements for the collision functions of arcade, with the same answers."""
