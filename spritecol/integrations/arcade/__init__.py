"""For arcade: fast collision functions, a sprite with exact shapes, a debug view.

Modules::

    drop_in/           arcade's collision functions, faster
    arcade_sprite      Sprite, an arcade sprite that owns a sprite of spritecol: its Body; hit boxes
    sprite_lists       check and pairs for SpriteLists
    arcade_debug_view  draw_shapes, and draw_answers for what questions return
    _arcade_install    puts the drop-ins into arcade, and takes them out

Start with docs/coming-from-arcade.md.
"""

from spritecol.integrations import _needed

_needed.demand_arcade()  # before the first import of a module that imports arcade

# ruff: noqa: E402 (hence the imports below it)
from spritecol._support.public_classes import belong_to
from spritecol.integrations.arcade._arcade_install import install, uninstall
from spritecol.integrations.arcade.arcade_debug_view import (
    draw_answers,
    draw_shapes,
)
from spritecol.integrations.arcade.arcade_sprite import Body, Sprite
from spritecol.integrations.arcade.drop_in.arcade_searches import (
    check_for_collision,
    check_for_collision_with_list,
    check_for_collision_with_lists,
    get_sprites_at_point,
)
from spritecol.integrations.arcade.sprite_lists import check, pairs

__all__ = [
    "Body",
    "Sprite",
    "check",
    "check_for_collision",
    "check_for_collision_with_list",
    "check_for_collision_with_lists",
    "draw_answers",
    "draw_shapes",
    "get_sprites_at_point",
    "install",
    "pairs",
    "uninstall",
]


def __dir__() -> list[str]:
    """List the public names, so that completion does not offer internal modules."""
    return sorted([*__all__, *(name for name in globals() if name[:2] == "__")])


belong_to(__name__, *map(globals().get, __all__))
