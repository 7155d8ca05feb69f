"""Pairs of overlapping boxes, found in an index of strips; C-level only."""
