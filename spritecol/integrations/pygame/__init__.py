"""For pygame-ce: fast collision functions, a sprite of both, shapes of images, a debug view.

See docs/coming-from-pygame.md.
"""

try:
    from pygame import FRect  # noqa: F401 (the pygame that pygame-ce came from has none)
except ImportError as error:
    raise ImportError(
        'spritecol.integrations.pygame needs pygame-ce: pip install "spritecol[pygame]"'
    ) from error

from spritecol.integrations.pygame.collided import (
    collide_circle,
    collide_circle_ratio,
    collide_mask,
    collide_rect,
    collide_rect_ratio,
)
from spritecol.integrations.pygame.drop_ins import groupcollide, spritecollide, spritecollideany
from spritecol.integrations.pygame.patching import install, uninstall

__all__ = [
    "collide_circle",
    "collide_circle_ratio",
    "collide_mask",
    "collide_rect",
    "collide_rect_ratio",
    "groupcollide",
    "install",
    "spritecollide",
    "spritecollideany",
    "uninstall",
]
