"""The search for overlapping bounding boxes: boxes in, pairs of positions out."""
