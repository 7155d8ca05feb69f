"""Exact sprite collision for 2D games; see README.md."""

from spritecol import _build

_build.demand_main_interpreter()  # before the first import of a compiled module
_build.demand()

# ruff: noqa: E402 (for that reason the imports come after it)
from importlib import import_module
from typing import TYPE_CHECKING

from spritecol._support.public_names import belong_to
from spritecol._support.range_check import ALL_LAYERS
from spritecol._support.vectors import Vec2
from spritecol.shapes import (
    Capsule,
    Circle,
    Ellipse,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Triangle,
)
from spritecol.sprites.containers.group import Group
from spritecol.sprites.events.callbacks import DISCARD, Discard, check
from spritecol.sprites.events.game_loop import clean, draw, update
from spritecol.sprites.hints.mistakes import SpritecolWarning
from spritecol.sprites.questions.answer_arrays import ContactArrays, Rays, Slides, Sweeps
from spritecol.sprites.questions.answers import (
    Bounces,
    Changes,
    Contact,
    Distance,
    Near,
    RayHit,
    Slide,
    SweepHit,
)
from spritecol.sprites.questions.hits import pairs
from spritecol.sprites.sprite.copy_and_pickle import _new, _renew
from spritecol.sprites.sprite.sprite import Sprite
from spritecol.sprites.sprite.stored_numbers import Number

if TYPE_CHECKING:  # at run time they are imported when they are first used: see `_LATER`
    from spritecol.shapes.frames import Frames
    from spritecol.sprites.events.overlaps import Overlaps
    from spritecol.sprites.hints.explain import explain
    from spritecol.sprites.motion.character_controller import CharacterController
    from spritecol.world.history import History
    from spritecol.world.world import Difference, Snapshot, World

_build.demand_lock()  # which the import of a compiled module switches on, if it may

__version__ = "0.1.0"

__all__ = [
    "ALL_LAYERS",
    "DISCARD",
    "Bounces",
    "Capsule",
    "Changes",
    "CharacterController",
    "Circle",
    "Contact",
    "ContactArrays",
    "Difference",
    "Discard",
    "Distance",
    "Ellipse",
    "Frames",
    "Group",
    "History",
    "Near",
    "Number",
    "Overlaps",
    "Point",
    "Polygon",
    "RayHit",
    "Rays",
    "Rect",
    "Segment",
    "Shape",
    "Slide",
    "Slides",
    "Snapshot",
    "Sprite",
    "SpritecolWarning",
    "SweepHit",
    "Sweeps",
    "Triangle",
    "Vec2",
    "World",
    "check",
    "clean",
    "draw",
    "explain",
    "pairs",
    "update",
]

_PUBLIC_MODULES = ("integrations", "paths", "spatial", "testing", "tiles", "typing")

_LATER = {
    "CharacterController": "sprites.motion.character_controller",
    "Difference": "world.world",
    "Frames": "shapes.frames",
    "History": "world.history",
    "Overlaps": "sprites.events.overlaps",
    "explain": "sprites.hints.explain",
    "Snapshot": "world.world",
    "World": "world.world",
}
"""The public names that are imported when they are first used, and their modules.
Together they would take as long as a quarter of all the rest."""


def __dir__() -> list[str]:
    """What is for users, so that completion offers no internal module."""
    return sorted([*__all__, *_PUBLIC_MODULES, *(name for name in globals() if name[:2] == "__")])


if not TYPE_CHECKING:  # which would take any name for a public one

    def __getattr__(name: str) -> object:
        """Import what is only imported when it is used: some names, and the public modules."""
        if name in _LATER:
            value = getattr(import_module(f"spritecol.{_LATER[name]}"), name)
        elif name in _PUBLIC_MODULES:
            value = import_module(f"spritecol.{name}")
        else:
            from spritecol.sprites.hints.unknown_names import OF_PACKAGE

            hint = f": {OF_PACKAGE[name]}" if name in OF_PACKAGE else ""
            raise AttributeError(
                f"module 'spritecol' has no attribute {name!r}{hint}",
                name=name,
                obj=import_module("spritecol"),
            )
        globals()[name] = value
        return value


# What is imported later does so by itself.
belong_to(__name__, *map(globals().get, __all__), _new, _renew)
