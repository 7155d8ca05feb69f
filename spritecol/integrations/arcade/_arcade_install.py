"""`install` and `uninstall`, which replace arcade's own functions by the drop-ins and restore
them.
"""

from importlib import import_module
from typing import Any

from spritecol.integrations.arcade.drop_in import arcade_searches

REPLACEMENTS: dict[str, Any] = {
    "check_for_collision": arcade_searches.check_for_collision,
    "check_for_collision_with_list": arcade_searches.check_for_collision_with_list,
    "check_for_collision_with_lists": arcade_searches.check_for_collision_with_lists,
    "get_sprites_at_point": arcade_searches.get_sprites_at_point,
}

MODULES = (
    "arcade",
    "arcade.sprite_list",
    "arcade.sprite_list.collision",
    "arcade.physics_engines",
    "arcade.paths",
)
"""The modules of arcade that define or import some of these names."""

_replaced: dict[tuple[str, str], Any] = {}


def install() -> None:
    """Replace arcade's functions by the drop-ins, to speed up an existing game.

    arcade's physics engines and path searches then use them too. Call it before any module runs
    `from arcade import check_for_collision` or the like: names that were imported earlier still
    refer to arcade's functions. A second call does nothing.

    >>> import arcade
    >>> install()
    >>> arcade.check_for_collision is check_for_collision
    True
    >>> uninstall()
    """
    for module_name in MODULES:
        module = import_module(module_name)
        for name, replacement in REPLACEMENTS.items():
            found = getattr(module, name, replacement)
            if found is not replacement:
                _replaced[module_name, name] = found
                setattr(module, name, replacement)


def uninstall() -> None:
    """Restore what `install` replaced, except what other code has replaced since.

    >>> import arcade
    >>> original = arcade.check_for_collision
    >>> install()
    >>> uninstall()
    >>> arcade.check_for_collision is original
    True
    """
    for (module_name, name), original in _replaced.items():
        module = import_module(module_name)
        if getattr(module, name) is REPLACEMENTS[name]:
            setattr(module, name, original)
    _replaced.clear()
