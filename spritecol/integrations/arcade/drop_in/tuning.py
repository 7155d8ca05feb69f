"""Every measured threshold of the drop-ins for arcade.

Each states its unit, the rows of `benchmarks/run.py arcade_drop_in` that set it, and what changes
with it. No result depends on one: they only decide which of several equivalent ways is taken.
"""

SEARCH_BUFFERS_FROM = 8
"""Sprites. The length from which a SpriteList is filtered by its buffers of positions and sizes.
Set by the searches in one list, 3 and 10. Lower: short lists pay for getting the buffers; higher:
lists of medium length read every sprite."""
