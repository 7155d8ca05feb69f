"""Sorting whole numbers by their bits; C-level only."""
