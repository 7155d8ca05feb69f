"""What can be written to a sprite: each number, flag and name, alone."""

import math
from typing import Any

from spritecol import Circle, Point, Polygon, Rect

STAR = Polygon([(0, 0), (9, 0), (2, 2), (0, 9)], [], name="star")
WRITTEN: dict[str, Any] = {
    "x": 1.0,
    "y": 3.0,
    "angle": 10.0,
    "scale_x": 2.0,
    "scale_y": 0.5,
    "center_x": 1.0,
    "center_y": 5.0,
    "collision_enable": True,
    "collision_sync": False,
    "offset_sync": True,
    "visible": False,
    "z": 1,
    "collision_layer": 2,
    "collision_mask": 8,
    "collision": Circle(0, 0, 4, name="body"),
    "vx": -1.0,
    "hp": 5,
    "armor": 2,
}
"""Each number, flag and name of a sprite, and a value that a user has written to every sprite."""

ALONE: dict[str, tuple[str, Any]] = {
    "x": ("x", 2.5),
    "minus zero": ("x", -0.0),
    "y": ("y", -4.0),
    "angle": ("angle", 370.0),
    "angle of minus zero": ("angle", -0.0),
    "scale_x": ("scale_x", -2.0),
    "scale_y": ("scale_y", 0.25),
    "center_x": ("center_x", 2.0),
    "center_y": ("center_y", 6.0),
    "shape": ("collision", Rect(0, 0, 3, 3)),
    "polygon": ("collision", STAR),
    "name": ("collision", Circle(0, 0, 4, name="head")),
    "one way": ("collision", Circle(0, 0, 4, name="body", one_way=(0, -1))),
    "layer of a shape": ("collision", Circle(0, 0, 4, name="body", layer=2)),
    "several shapes": ("collision", [Circle(0, 0, 4, name="body"), Point(0, 0)]),
    "enable": ("collision_enable", False),
    "sync": ("collision_sync", True),
    "offset": ("offset_sync", False),
    "visible": ("visible", True),
    "z": ("z", 2),
    "float z": ("z", 1.0),
    "layer": ("collision_layer", 4),
    "no layers": ("collision_layer", 1),
    "mask": ("collision_mask", 2**63),
    "vx": ("vx", 7.0),
    "infinite": ("vx", math.inf),
    "nan": ("vx", math.nan),
    "hp": ("hp", -(2**63)),
    "armor": ("armor", 3),
    "armor is a float": ("armor", 2.0),
}
"""What is written to one sprite, and nothing else."""


def column_of(name: str) -> str:
    """Return the name by which a difference tells what was written."""
    written = ALONE[name][0]
    return "shapes" if written == "collision" else written
