"""Boxes in, pairs of positions out: which bounding boxes overlap."""
