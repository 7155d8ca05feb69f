"""`install` and `uninstall`: the drop-ins in the place of pygame's own functions."""

from typing import Any

from pygame import sprite as pygame_sprite

from spritecol.integrations.pygame.drop_in import collided, searches

REPLACEMENTS: dict[str, Any] = {
    "spritecollide": searches.spritecollide,
    "groupcollide": searches.groupcollide,
    "spritecollideany": searches.spritecollideany,
    "collide_rect": collided.collide_rect,
    "collide_rect_ratio": collided.collide_rect_ratio,
    "collide_circle": collided.collide_circle,
    "collide_circle_ratio": collided.collide_circle_ratio,
    "collide_mask": collided.collide_mask,
}

_replaced: dict[str, Any] = {}


def install() -> None:
    """Put the drop-ins into `pygame.sprite`: an existing game gets faster by this one call.

    Call it before `from pygame.sprite import spritecollide` and the like run anywhere; names that
    were imported so before keep pygame's functions. A second call does nothing.

    >>> install()
    >>> pygame_sprite.groupcollide is searches.groupcollide
    True
    >>> uninstall()
    """
    for name, replacement in REPLACEMENTS.items():
        found = getattr(pygame_sprite, name)
        if found is not replacement:
            _replaced[name] = found
            setattr(pygame_sprite, name, replacement)


def uninstall() -> None:
    """Give `pygame.sprite` back what `install` replaced there, unless others replaced it since."""
    for name, original in _replaced.items():
        if getattr(pygame_sprite, name) is REPLACEMENTS[name]:
            setattr(pygame_sprite, name, original)
    _replaced.clear()
