"""Exact sprite collision for 2D games.

>>> from spritecol import Circle, Rect, Sprite
>>> hero = Sprite(0, 0, collision=Circle(0, 0, 9))
>>> wall = Sprite(20, -9, collision=Rect(0, 0, 9, 99))
>>> hero.hits(wall), hero.move_and_slide(30, 4, wall).travel
(False, Vec2(11.0, 4.0))

For details, call `help(spritecol.Sprite)` and the like. docs/calls.md has all calls from A to Z,
and docs/guide/index.md is the guide.

sprites    Sprite, Group; Number; update, draw, clean
shapes     Rect, Circle, Capsule, Ellipse, Triangle, Polygon, Segment, Point; Shape; Frames
hits       Sprite.hits and Sprite.check; check, pairs, explain; DISCARD, Discard; ALL_LAYERS
how deep   Sprite.contacts, separation, depenetrate, distance: Contact, Distance
events     Overlaps, Changes
places     Group.query_point, query_box, nearest, raycast, visible_area, ...: Near, RayHit
moves      Sprite.move_and_slide, move_and_bounce, move_and_collide, sweep: Slide, Bounces, SweepHit
walking    CharacterController
ways       Paths and Way, of spritecol.paths
tiles      shapes_from_tiles, of spritecol.tiles
vectors    Vec2, Box
saving     World, Snapshot, Difference, History
arrays     Group.pair_indices, ...: ContactArrays, RayArrays, SweepArrays, SlideArrays
warnings   SpritecolWarning

Modules: spritecol.tiles, spritecol.paths, spritecol.spatial, spritecol.testing, spritecol.typing,
and spritecol.integrations with pygame, arcade, tiled, ldtk and ray. On the command line,
`python -m spritecol.view level.tmx` shows the shapes of a file.
"""

from spritecol import _build

_build.demand_main_interpreter()  # before the first import of a compiled module
_build.demand()

# ruff: noqa: E402 (for that reason the imports come after it)
from importlib import import_module
from typing import TYPE_CHECKING

from spritecol._support.public_classes import belong_to
from spritecol._support.range_check import ALL_LAYERS
from spritecol._support.vectors import Box, Vec2
from spritecol._support.warned import SpritecolWarning
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
from spritecol.sprites.copy_and_pickle import _new, _renew
from spritecol.sprites.events.callbacks import DISCARD, Discard, check
from spritecol.sprites.events.game_loop import clean, draw, update
from spritecol.sprites.group import Group
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
from spritecol.sprites.row.stored_numbers import Number
from spritecol.sprites.sprite import Sprite

if TYPE_CHECKING:  # at run time they are imported on first use: see `_LATER`
    from spritecol.paths import Paths as Paths
    from spritecol.paths import Way as Way
    from spritecol.shapes.frames import Frames
    from spritecol.sprites.character_controller import CharacterController
    from spritecol.sprites.explain import explain
    from spritecol.sprites.overlaps import Overlaps
    from spritecol.sprites.questions.answer_arrays import (
        ContactArrays,
        RayArrays,
        SlideArrays,
        SweepArrays,
    )
    from spritecol.tiles import shapes_from_tiles as shapes_from_tiles
    from spritecol.world.history import History
    from spritecol.world.world import Difference, Snapshot, World

_build.demand_lock()  # which importing a compiled module enables, if that is allowed

__version__ = "1.0.0rc2"

__all__ = [
    "ALL_LAYERS",
    "DISCARD",
    "Bounces",
    "Box",
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
    "Paths",
    "Point",
    "Polygon",
    "RayArrays",
    "RayHit",
    "Rect",
    "Segment",
    "Shape",
    "Slide",
    "SlideArrays",
    "Snapshot",
    "Sprite",
    "SpritecolWarning",
    "SweepArrays",
    "SweepHit",
    "Triangle",
    "Vec2",
    "Way",
    "World",
    "check",
    "clean",
    "draw",
    "explain",
    "pairs",
    "shapes_from_tiles",
    "update",
]

_PUBLIC_MODULES = ("integrations", "paths", "spatial", "testing", "tiles", "typing")

_LATER = {
    "CharacterController": "sprites.character_controller",
    "ContactArrays": "sprites.questions.answer_arrays",
    "Difference": "world.world",
    "Frames": "shapes.frames",
    "History": "world.history",
    "Overlaps": "sprites.overlaps",
    "Paths": "paths",
    "explain": "sprites.explain",
    "RayArrays": "sprites.questions.answer_arrays",
    "SlideArrays": "sprites.questions.answer_arrays",
    "Snapshot": "world.world",
    "SweepArrays": "sprites.questions.answer_arrays",
    "Way": "paths",
    "World": "world.world",
    "shapes_from_tiles": "tiles",
}
"""The public names that are imported on first use, and their modules. Importing them would take
half as long as importing all the rest."""


def __dir__() -> list[str]:
    """List the public names, so that completion does not offer internal modules."""
    names = [*__all__, *_PUBLIC_MODULES]
    return sorted([*names, *(name for name in globals() if name[:2] == "__")])


if not TYPE_CHECKING:  # to which every name would seem to be public

    def __getattr__(name: str) -> object:
        """Import some names, and the public modules, when they are first used."""
        module = _LATER.get(name)
        if module is not None:
            value = getattr(import_module(f"spritecol.{module}"), name)
        elif name in _PUBLIC_MODULES:
            value = import_module(f"spritecol.{name}")
        else:
            from spritecol._support.names import INSTEAD, remedy_in

            remedy = remedy_in(INSTEAD["spritecol"], name)
            raise AttributeError(
                f"module 'spritecol' has no attribute {name!r}{f': {remedy}' if remedy else ''}",
                name=name,
                obj=import_module("spritecol"),
            )
        globals()[name] = value
        return value


# Names that are imported later do so by themselves.
belong_to(__name__, *map(globals().get, __all__), _new, _renew)
