"""Poses that shapes of several corners are tried in; what is not said is a sprite's default."""

from typing import Any

QUARTER_POSES: list[dict[str, Any]] = [
    {},
    {"angle": 90, "center_x": 3, "center_y": 5},
    {"angle": 180, "scale_x": -2, "scale_y": 3, "x": 40, "y": -7},
    {"angle": 270, "scale_x": 3, "center_x": -4, "offset_sync": True},
]
"""Quarter turns and whole numbers: float64 is exact in them."""

TURNED_POSES: list[dict[str, Any]] = [
    {"angle": 30},
    {"angle": 77.7, "scale_x": 3.3, "scale_y": 0.7, "center_x": 2.5, "x": 100, "y": 50},
    {"angle": -161, "scale_x": -1.7, "scale_y": 1.1, "center_y": 9, "x": -3000.3, "y": 1234.5},
    {"angle": 45, "scale_x": 0.01, "scale_y": 0.013, "x": 7},
    {"angle": 10, "scale_x": 1000, "scale_y": -700},
]
"""Any angle, and any size of a pixel."""
