"""Polygons from the pixels of an image."""
