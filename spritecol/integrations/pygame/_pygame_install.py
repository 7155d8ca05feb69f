"""`install` and `uninstall`, which replace pygame's own functions by the drop-ins and restore
them.
"""

from typing import Any

from pygame import sprite as pygame_sprite

from spritecol.integrations.pygame.drop_in import collided, pygame_searches

REPLACEMENTS: dict[str, Any] = {
    "spritecollide": pygame_searches.spritecollide,
    "groupcollide": pygame_searches.groupcollide,
    "spritecollideany": pygame_searches.spritecollideany,
    "collide_rect": collided.collide_rect,
    "collide_rect_ratio": collided.collide_rect_ratio,
    "collide_circle": collided.collide_circle,
    "collide_circle_ratio": collided.collide_circle_ratio,
    "collide_mask": collided.collide_mask,
}

_replaced: dict[str, Any] = {}


def install() -> None:
    """Replace the functions of `pygame.sprite` by the drop-ins, to speed up an existing game.

    Call it before any module runs `from pygame.sprite import spritecollide` or the like: names that
    were imported earlier still refer to pygame's functions. A second call does nothing.

    >>> import pygame
    >>> install()
    >>> pygame.sprite.groupcollide is groupcollide
    True
    >>> uninstall()
    """
    for name, replacement in REPLACEMENTS.items():
        found = getattr(pygame_sprite, name)
        if found is not replacement:
            _replaced[name] = found
            setattr(pygame_sprite, name, replacement)


def uninstall() -> None:
    """Restore what `install` replaced, except what other code has replaced since.

    >>> import pygame
    >>> original = pygame.sprite.spritecollide
    >>> install()
    >>> uninstall()
    >>> pygame.sprite.spritecollide is original
    True
    """
    for name, original in _replaced.items():
        if getattr(pygame_sprite, name) is REPLACEMENTS[name]:
            setattr(pygame_sprite, name, original)
    _replaced.clear()
