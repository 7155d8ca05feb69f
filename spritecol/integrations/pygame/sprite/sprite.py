"""`Sprite`: a sprite of pygame and of this package in one."""

from math import ceil, floor, isnan
from typing import Any, TypedDict, Unpack

from pygame import sprite as pygame_sprite
from pygame.rect import FRect, Rect
from pygame.surface import Surface

import spritecol
from spritecol._numbers.limits import shown
from spritecol.integrations.pygame.drop_in.crowds import KILLS
from spritecol.integrations.pygame.sprite.live_rect import PlacedRect, move
from spritecol.integrations.pygame.sprite.placement import SET_OWNER, box_of, is_still, rect_of
from spritecol.integrations.pygame.sprite.turned_image import transformed

_BASE_IMAGE: Any = spritecol.Sprite.image  # the descriptor that the property below goes through

PYGAMES_OWN = frozenset(vars(pygame_sprite.Sprite()))
"""The attributes in which pygame keeps a sprite's groups, among others: not to be copied."""


class Pose(TypedDict, total=False):
    """What a `Sprite` takes by name, with the defaults of `spritecol.Sprite`."""

    x: float
    y: float
    image: Surface | None
    collision: Any
    angle: float
    scale_x: float
    scale_y: float
    center_x: float | None
    center_y: float | None
    z: float
    collision_enable: bool
    collision_sync: bool
    offset_sync: bool
    visible: bool


class Sprite(spritecol.Sprite, pygame_sprite.Sprite):
    """A pygame sprite that is a `spritecol.Sprite` too: one pose says where it is drawn and hit.

    As in pygame the arguments are the groups to be in; the pose follows by name. pygame's groups
    draw it turned and scaled about its center, and the checks of both libraries take it.

    Attributes:
        image: assign the picture as it is when nothing is turned or scaled; it reads as it is to be
            drawn now, which is the same Surface while angle is 0 and both scales are 1.
        original_image: the picture that was assigned. After painting on it, assign it again.
        rect: the box round the picture in the world, in whole pixels: exactly where `image` is to
            be drawn. Without an image the box round the shapes. To assign to it, or to write to it
            (`sprite.rect.x += 5`, `sprite.rect.clamp_ip(screen)`), moves the sprite; its size
            follows from the image and the pose. The box round the shapes is `aabb`.
        smooth: True scales and turns the picture with filters (False); a subclass may set it.

    `kill` and `vanish` do the same here: the sprite leaves pygame's groups, and all checks for
    good. To add to it in a subclass override `kill`, which `vanish` calls.

    >>> group = pygame_sprite.Group()
    >>> ship = Sprite(group, x=100, y=50, image=Surface((40, 20)))
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
    _drawn: tuple[tuple[float, float, float, bool], Surface] | None = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        """Let a subclass say `image = ...` and `rect` work on."""
        super().__init_subclass__(**kwargs)
        if cls.__dict__.get("image") is _BASE_IMAGE:
            del cls.image  # as the default it is kept; here it would hide the property below

    def __new__(cls, *arguments: Any, **named: Any) -> "Sprite":
        """Make the sprite; all that it needs is there though `__init__` should not be called."""
        self: Sprite = super().__new__(cls)
        pygame_sprite.Sprite.__init__(self)
        return self

    def __init__(self, *groups: Any, **pose: Unpack[Pose]) -> None:
        for group in groups:
            if isinstance(group, int | float | Surface):
                raise TypeError(
                    "Sprite takes the groups that it is to be in, and its pose by name (x=, y=, "
                    f"image=, ...), got {shown(group)} for a group"
                )
        image = pose.pop("image", None)
        if image is not None:
            self.image = image
        super().__init__(**pose)
        self.add(*groups)

    @property  # type: ignore[override]  # narrower than what spritecol alone would take
    def image(self) -> Surface | None:
        """The picture as it is to be drawn; assign it as it is when nothing is turned."""
        original: Surface | None = _BASE_IMAGE.__get__(self)
        if original is None or is_still(self):
            return original
        look = (self.angle % 360, self.scale_x, self.scale_y, self.smooth)
        if self._drawn is None or self._drawn[0] != look:
            self._drawn = look, transformed(original, *look)
        return self._drawn[1]

    @image.setter
    def image(self, value: Surface | None) -> None:
        if value is not None and not isinstance(value, Surface):
            raise TypeError(f"image must be a pygame Surface or None, got {shown(value)}")
        _BASE_IMAGE.__set__(self, value)
        self._drawn = None

    @property
    def original_image(self) -> Surface | None:
        """The picture that was assigned to `image`; not writable."""
        found: Surface | None = _BASE_IMAGE.__get__(self)
        return found

    @property
    def rect(self) -> PlacedRect:
        """The box round the picture in whole pixels; writing to it moves the sprite."""
        original: Surface | None = _BASE_IMAGE.__get__(self)
        if original is not None:
            return rect_of(self, original)
        rect = PlacedRect(*self._box_of_shapes())
        SET_OWNER(rect, self)
        return rect

    @rect.setter
    def rect(self, value: Any) -> None:
        try:
            target = value if isinstance(value, Rect | FRect) else FRect(value)
        except TypeError as error:
            raise TypeError(
                f"rect must be a Rect, or what pygame takes for one, got {shown(value)}"
            ) from error
        move(self, self.current_rect(), target.left, target.top)

    def current_rect(self) -> Rect:
        """`rect` as a plain Rect."""
        return Rect(self.rect)

    def move_rect(self, left: float | None, top: float | None) -> None:
        """Move the sprite so that its rect begins there; None leaves an axis as it is."""
        now, x, y = self._box(), self.x, self.y
        try:
            if left is not None:
                self.x = x + left - now[0]
            if top is not None:
                self.y = y + top - now[1]
        except ValueError:  # not finite, or too far away: not half a move either
            self.x = x
            raise

    def _box(self) -> tuple[float, float, int, int]:
        """Left and top, not rounded, and the size of `rect`."""
        original = self.original_image
        return self._box_of_shapes() if original is None else box_of(self, original)

    def _box_of_shapes(self) -> tuple[int, int, int, int]:
        """The pixels that the shapes lie in; without shapes the place without a size."""
        left, top, right, bottom = self.aabb
        if isnan(left):
            return floor(self.x), floor(self.y), 0, 0
        return floor(left), floor(top), ceil(right) - floor(left), ceil(bottom) - floor(top)

    def kill(self) -> None:
        """Leave all of pygame's groups, and all checks for good."""
        pygame_sprite.Sprite.kill(self)
        spritecol.Sprite.vanish(self)

    def vanish(self) -> None:
        """The same as `kill`."""
        self.kill()

    def __getstate__(self) -> Any:
        """The user's attributes; not those of pygame, since a copy is in no group."""
        state: Any = super().__getstate__()
        attributes, slots = state if isinstance(state, tuple) else (state, None)
        kept = {
            name: value
            for name, value in (attributes or {}).items()
            if name not in PYGAMES_OWN and name != "_drawn"
        }
        return kept, slots


KILLS.add(
    Sprite.kill
)  # so that `groupcollide` need not go pair by pair where it kills such sprites
