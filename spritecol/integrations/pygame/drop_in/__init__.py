"""Replacements for the collision functions of pygame-ce, with the same answers."""
