"""`install` and `uninstall`: the drop-ins in the place of arcade's own functions."""

from importlib import import_module
from typing import Any

from spritecol.integrations.arcade.drop_in import searches

REPLACEMENTS: dict[str, Any] = {
    "check_for_collision": searches.check_for_collision,
    "check_for_collision_with_list": searches.check_for_collision_with_list,
    "check_for_collision_with_lists": searches.check_for_collision_with_lists,
    "get_sprites_at_point": searches.get_sprites_at_point,
}

HOMES = (
    "arcade",
    "arcade.sprite_list",
    "arcade.sprite_list.collision",
    "arcade.physics_engines",
    "arcade.paths",
)
"""The modules of arcade that have some of these names, all of them because they imported them."""

_replaced: dict[tuple[str, str], Any] = {}


def install() -> None:
    """Put the drop-ins into `arcade`: an existing game gets faster by this one call.

    arcade's physics engines and path searches use them too. Call it before
    `from arcade import check_for_collision` and the like run anywhere; names that were imported so
    before keep arcade's functions. A second call does nothing.

    >>> import arcade
    >>> install()
    >>> arcade.check_for_collision is searches.check_for_collision
    True
    >>> uninstall()
    """
    for home in HOMES:
        module = import_module(home)
        for name, replacement in REPLACEMENTS.items():
            found = getattr(module, name, replacement)
            if found is not replacement:
                _replaced[home, name] = found
                setattr(module, name, replacement)


def uninstall() -> None:
    """Give arcade back what `install` replaced there, unless others replaced it since."""
    for (home, name), original in _replaced.items():
        module = import_module(home)
        if getattr(module, name) is REPLACEMENTS[name]:
            setattr(module, name, original)
    _replaced.clear()
