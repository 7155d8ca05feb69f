"""`Sprite`: a sprite of both pygame and this package."""

from math import isnan
from typing import Any

from pygame import sprite as pygame_sprite
from pygame.rect import FRect
from pygame.surface import Surface

import spritecol
from spritecol._support.range_check import shown, unwritable
from spritecol.integrations.pygame.sprite import float_rect
from spritecol.integrations.pygame.sprite.placement import ImageAttribute, RectAttribute
from spritecol.sprites.row.sprite_row import Attribute, revive

_BASE_IMAGE: Any = spritecol.Sprite.image  # the descriptor behind the property below

PYGAME_ATTRIBUTES = vars(pygame_sprite.Sprite())
"""The attributes of every pygame sprite, such as its groups. They must not be copied."""


class _Later:
    """A container that every pygame sprite has. A sprite of both libraries gets it on first
    read.
    """

    def __init__(self, name: str, kind: Any) -> None:
        self.name, self.kind = name, kind

    def __get__(self, sprite: Any, kind: Any) -> Any:
        if sprite is None:
            return self
        made = vars(sprite)[self.name] = self.kind()
        return made


_NO_GROUPS = (int, float, str, Surface)


def _sorted(name: str, groups: tuple[Any, ...]) -> tuple[list[Any], list[Any]]:
    """Sort groups into pygame's and spritecol's. Refuse values that are passed by
    mistake.
    """
    others: list[Any] = []
    ours: list[Any] = []
    for group in groups:
        if isinstance(group, spritecol.Group):
            ours.append(group)
        elif isinstance(group, _NO_GROUPS):
            raise TypeError(
                f"{name} takes groups of pygame or spritecol; the pose of a Sprite is given by "
                f"name (x=, y=, image=, ...), got {shown(group)} for a group"
            )
        else:
            others.append(group)
    return others, ours


class Sprite(spritecol.Sprite, pygame_sprite.Sprite):
    """A pygame sprite that is also a `spritecol.Sprite`. It is drawn and checked with the same
    pose.

    As in pygame, the positional arguments are the groups to join, of pygame or of spritecol. Pass
    the pose by keyword. pygame's groups draw the sprite rotated and scaled about its center, and
    the checks of both libraries accept it.

    Args:
        groups: groups of pygame and Groups of spritecol to join.
        pose: the keyword arguments of `spritecol.Sprite`: x, y, image, collision, angle, and so on.

    Attributes:
        image: assign the image unrotated and unscaled. Reading gives the image as it is drawn now,
            which is the same Surface while angle is 0 and both scales are 1.
        original_image: the image that was assigned. After painting on it, assign it again.
        rect: the box around the image in the world, in whole pixels: exactly where `image` is
            drawn. Without an image, the box around the shapes: its left, top, width and height are
            each rounded to the nearest pixel. Assigning to it, or writing to it
            (`sprite.rect.x += 5`, `sprite.rect.clamp_ip(screen)`), moves the sprite. Its size
            follows from the image and the pose. For the box around the shapes, read `aabb`.
        frect: the same box before rounding, as a `pygame.FRect`. Writing to it can move the sprite
            by fractions of pixels. pygame stores about seven digits of its numbers.
        smooth: if True, the image is scaled and rotated with filters. Default False. A subclass may
            set it.

    `kill` and `vanish` do the same: the sprite leaves all groups of both kinds, and all checks. As
    in pygame, it is back when it is added to one of pygame's groups again. A Group of spritecol
    ignores it until then. Override `kill` in a subclass to extend it: `vanish` calls `kill`.

    Raises:
        TypeError: a positional argument is a number or an image, or a keyword argument has the
            wrong type.
        ValueError: a number of the pose is out of range.

    >>> import pygame
    >>> group = pygame.sprite.Group()
    >>> ship = Sprite(group, x=100, y=50, image=pygame.Surface((40, 20)))
    >>> ship.rect
    Rect(100, 50, 40, 20)
    >>> ship.angle = 90
    >>> ship.rect.center, ship.rect.size, ship.image.get_size()
    ((120, 60), (20, 40), (20, 40))
    >>> ship.rect.left += 5
    >>> ship.x
    105.0
    >>> ship.vanish()
    >>> len(group)
    0
    """

    smooth = False
    _draws_its_image = True  # for a hint

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Let a subclass set `image = ...` without hiding the property."""
        super().__init_subclass__(**kwargs)
        cls._state_image()

    @classmethod
    def __attrs_init_subclass__(cls) -> None:
        super().__attrs_init_subclass__()
        cls._state_image()

    @classmethod
    def _state_image(cls) -> None:
        if isinstance(cls.__dict__.get("image"), Attribute):
            cls.image = ImageAttribute(cls.image)

    def __init__(self, *groups: Any, **pose: Any) -> None:
        if groups:
            _sorted("Sprite", groups)  # before anything changes
        image = pose.pop("image", None) if pose else None
        super().__init__(**pose)
        if image is not None:  # last, since it warns about shapes around its corner
            self.image = image
        if groups:
            self.add(*groups)

    image = ImageAttribute()
    rect = RectAttribute()

    @property
    def frect(self) -> FRect:
        """The box around the image before rounding to pixels. Writing to it moves the sprite."""
        return float_rect.frect_of(self)

    @frect.setter
    def frect(self, value: Any) -> None:
        float_rect.move_box_to(self, value)

    @property
    def original_image(self) -> Surface | None:
        """The image that was assigned to `image`. Read-only."""
        found: Surface | None = _BASE_IMAGE.__get__(self)
        return found

    @original_image.setter
    def original_image(self, value: object) -> None:
        raise unwritable("original_image", "image")

    @original_image.deleter
    def original_image(self) -> None:
        raise unwritable("original_image", "image")

    def _shapes_box(self) -> tuple[float, float, float, float]:
        """Return (left, top, width, height) of the shapes; without shapes, the position with size
        0.
        """
        box = self.aabb
        if isnan(box.left):
            return self.x, self.y, 0.0, 0.0
        return box.left, box.top, box.width, box.height

    # They hide the descriptors of `spritecol.Sprite` that only say what to use instead.
    alive = pygame_sprite.Sprite.alive
    groups = pygame_sprite.Sprite.groups

    def add_internal(self, group: Any) -> None:
        """Join a group of pygame. Each way of adding a sprite to one calls this. It undoes `kill`.

        Args:
            group: the group.
        """
        revive(self)
        pygame_sprite.Sprite.add_internal(self, group)

    def add(self, *groups: Any) -> None:
        """Join groups of pygame, and Groups of spritecol.

        Args:
            *groups: the groups, singly or in lists, of both kinds.

        Raises:
            TypeError: a number or an image is passed as a group.
        """
        others, ours = _sorted("add", groups)
        pygame_sprite.Sprite.add(self, *others)
        for group in ours:
            group.add(self)

    def remove(self, *groups: Any) -> None:
        """Leave groups of pygame, and Groups of spritecol.

        Args:
            *groups: the groups, singly or in lists, of both kinds.

        Raises:
            TypeError: a number or an image is passed as a group.
        """
        others, ours = _sorted("remove", groups)
        pygame_sprite.Sprite.remove(self, *others)
        for group in ours:
            group.discard(self)

    def kill(self) -> None:
        """Leave all groups and checks, until the sprite is added to a group of pygame again."""
        pygame_sprite.Sprite.kill(self)
        spritecol.Sprite.vanish(self)

    def vanish(self) -> None:
        """Leave all groups and checks: another name for `kill`."""
        self.kill()

    def __getstate__(self) -> Any:
        """Return the user's attributes without pygame's own, because a copy is not in any group."""
        state: Any = super().__getstate__()
        attributes, slots = state if isinstance(state, tuple) else (state, None)
        kept = {
            name: value
            for name, value in (attributes or {}).items()
            if name not in PYGAME_ATTRIBUTES
        }
        return kept, slots


# A sprite is complete without pygame's `__init__`, even if its own is never called.
for _name, _value in PYGAME_ATTRIBUTES.items():
    setattr(Sprite, _name, _value if _value is None else _Later(_name, type(_value)))
