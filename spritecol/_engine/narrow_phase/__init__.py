"""Convex parts: whether two hit, how far apart they are, where they touch, and when they meet."""
