"""Exact sprite collision for 2D games; see README.md."""

from spritecol import _build

_build.demand_main_interpreter()  # before the first import of a compiled module
_build.demand()

# ruff: noqa: E402 (for that reason the imports come after it)
from spritecol._engine.pipeline.plan import use_cores
from spritecol._numbers.range_check import ALL_LAYERS
from spritecol.shapes import Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Triangle
from spritecol.sprites.callbacks import DISCARD, Discard, check
from spritecol.sprites.contact_records import Contact, ContactArrays, Distance
from spritecol.sprites.copy_and_pickle import _new, _renew
from spritecol.sprites.detection import pairs
from spritecol.sprites.game_loop import clean, draw, update
from spritecol.sprites.group import Group
from spritecol.sprites.misuse import SpritecolWarning
from spritecol.sprites.near import Near
from spritecol.sprites.overlaps import Changes, Overlaps
from spritecol.sprites.ray_hits import RayHit, Rays
from spritecol.sprites.sprite import Sprite
from spritecol.sprites.sweep_hits import Slide, SweepHit, Sweeps

_build.demand_lock()  # which the import of a compiled module switches on, if it may

__version__ = "0.1.0"

__all__ = [
    "ALL_LAYERS",
    "DISCARD",
    "Changes",
    "Circle",
    "Contact",
    "ContactArrays",
    "Discard",
    "Distance",
    "Ellipse",
    "Group",
    "Near",
    "Overlaps",
    "Point",
    "Polygon",
    "RayHit",
    "Rays",
    "Rect",
    "Segment",
    "Shape",
    "Slide",
    "Sprite",
    "SpritecolWarning",
    "SweepHit",
    "Sweeps",
    "Triangle",
    "check",
    "clean",
    "draw",
    "pairs",
    "update",
    "use_cores",
]

_PUBLIC_MODULES = ("integrations", "spatial", "tiles", "typing")


def __dir__() -> list[str]:
    """What is for users, so that completion offers no internal module."""
    return sorted([*__all__, *_PUBLIC_MODULES, *(name for name in globals() if name[:2] == "__")])


# Pickles, reprs and tracebacks name this package and not the module inside it, so that modules may
# move. (`Group` is a compiled class and names it by itself; DISCARD is no class.)
for _public in (
    *(Circle, Ellipse, Point, Polygon, Rect, Segment, Shape, Triangle, Sprite, Discard),
    *(Near, RayHit, Rays, Slide, SpritecolWarning, SweepHit, Sweeps),
    *(Changes, Contact, ContactArrays, Distance, Overlaps),
    *(check, pairs, clean, draw, update, use_cores, _new, _renew),
):
    _public.__module__ = "spritecol"
del _public
