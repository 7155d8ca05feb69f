"""For pygame-ce: fast collision functions, a sprite of both, shapes from images, a debug view.

Modules::

    drop_in/           pygame's collision functions, faster
    sprite/            Sprite: a sprite of pygame and of spritecol at once
    image_shapes       shapes_from_surface: the opaque pixels of an image as polygons
    pygame_debug_view  draw_shapes, fill_shapes, and draw_answers for what questions return
    _pygame_install    puts the drop-ins into pygame, and takes them out

Start with docs/coming-from-pygame.md.
"""

from spritecol.integrations import _needed

_needed.demand_pygame()  # before the first import of a module that imports pygame

# ruff: noqa: E402 (hence the imports below it)
from spritecol._support.public_classes import belong_to
from spritecol.integrations.pygame._pygame_install import install, uninstall
from spritecol.integrations.pygame.drop_in.collided import (
    collide_circle,
    collide_circle_ratio,
    collide_mask,
    collide_rect,
    collide_rect_ratio,
)
from spritecol.integrations.pygame.drop_in.pygame_searches import (
    groupcollide,
    spritecollide,
    spritecollideany,
)
from spritecol.integrations.pygame.image_shapes import shapes_from_surface
from spritecol.integrations.pygame.pygame_debug_view import (
    draw_answers,
    draw_shapes,
    fill_shapes,
)
from spritecol.integrations.pygame.sprite.pygame_sprite import Sprite

__all__ = [
    "Sprite",
    "collide_circle",
    "collide_circle_ratio",
    "collide_mask",
    "collide_rect",
    "collide_rect_ratio",
    "draw_answers",
    "draw_shapes",
    "fill_shapes",
    "groupcollide",
    "install",
    "shapes_from_surface",
    "spritecollide",
    "spritecollideany",
    "uninstall",
]


def __dir__() -> list[str]:
    """List the public names, so that completion does not offer internal modules."""
    return sorted([*__all__, *(name for name in globals() if name[:2] == "__")])


belong_to(__name__, *map(globals().get, __all__))
