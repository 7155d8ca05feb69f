"""Names that other libraries use: the AttributeError says what to use here."""

from collections.abc import Iterable
from typing import Any

from spritecol.sprites.hints.misuse import Misnamed

VANISH = "call vanish()"
PLACE = "assign x and y"
HITS = "call hits(targets), or check(targets) for a list of those that are hit"
OF_PYGAME = (
    "pygame's groups take sprites of pygame: derive from spritecol.integrations.pygame.Sprite, "
    "which is both, or use spritecol.Group"
)
A_GROUP_HAS_IT = "a Group has it, of the sprites that are looked for: "

OF_SPRITES = {
    "kill": VANISH,
    "alive": "read vanished, which is the opposite",
    "groups": "a sprite does not know its Groups; ask a Group: sprite in group",
    "add_internal": OF_PYGAME,
    "rect": (
        "the place of a sprite is x and y, the box round its shapes is aabb; "
        "spritecol.integrations.pygame.Sprite has a rect"
    ),
    "colliderect": HITS,
    "collidepoint": "call hits(Sprite(x, y, collision=Point(0, 0))), or group.query_point(x, y)",
    "collides_with_sprite": HITS,
    "collides_with_list": "call check(targets)",
    "remove_from_sprite_lists": VANISH,
    "queue_free": VANISH,
    "nearest": f"{A_GROUP_HAS_IT}group.nearest(sprite.x, sprite.y, exclude=sprite)",
    "nearest_k": f"{A_GROUP_HAS_IT}group.nearest_k(sprite.x, sprite.y, k, exclude=sprite)",
    "line_of_sight": "a Group of what blocks the view has it: walls.line_of_sight(x1, y1, x2, y2)",
    "query_point": f"{A_GROUP_HAS_IT}group.query_point(x, y)",
    "query_box": f"{A_GROUP_HAS_IT}group.query_box(left, top, right, bottom)",
    "query_circle": f"{A_GROUP_HAS_IT}group.query_circle(x, y, radius)",
    "query_shape": f"{A_GROUP_HAS_IT}group.query_shape(sprite)",
    "raycast_all": f"{A_GROUP_HAS_IT}group.raycast_all(x1, y1, x2, y2)",
    "pairs": "call check(targets) for a list of those that are hit",
    "collides_with": HITS,
    "move": "add to x and y, or call move_and_slide(dx, dy, targets)",
    "move_to": PLACE,
    "set_position": PLACE,
    "rotate": "add to angle, in degrees",
    "look_at": "assign angle = Vec2(x - sprite.x, y - sprite.y).angle",
    "distance_to": "call distance(other).distance, which is that of the shapes",
}
"""What to use on a sprite instead of a name of pygame, arcade, Godot or of Group."""

OF_GROUPS = {
    "update": "call spritecol.update(group), which calls the update of each sprite",
    "draw": "call spritecol.draw(group, surface), which calls the draw of each sprite",
    "sprites": "a Group is a sequence itself; list(group) is a list",
    "empty": "call clear()",
    "append": "call add(sprite)",
    "extend": "call add(*sprites)",
    "has": "ask: sprite in group",
    "copy": "make another one: Group(*group)",
    "sort": "its order is that of adding; sorted(group, key=...) is a sorted list",
    "kill": "call vanish() on each sprite; clear() only takes them out",
    "add_internal": OF_PYGAME,
    "collides_with": HITS,
    "sweep": "a sprite has it: sprite.sweep(dx, dy, group); for all, group.sweep_arrays",
    "vanish": "call vanish() on each sprite; clear() only takes them out",
}
"""What to use on a Group instead of a name of another library or of Sprite."""

OF_CONTROLLERS = {
    "update": "call move(dx, dy, targets) once in each frame",
    "jump": "pass a motion along up, as in move(0, -6, targets)",
    "velocity": "you keep the velocity, and pass move(dx, dy, targets) what it is in a frame",
}
"""What to use on a CharacterController instead of such a name."""

OF_NEAR = {
    "x": "read point.x for the place, other.x for that of the sprite",
    "y": "read point.y for the place, other.y for that of the sprite",
    "vanish": "it is no sprite, but tells of one: call other.vanish()",
}
"""What to use on a `Near`."""

OF_HITS = {
    **OF_NEAR,
    "reflect": "call bounce(vx, vy)",
    "time": "read fraction, from 0 to 1",
}
"""What to use on a `RayHit` or a `SweepHit`."""

OF_OVERLAPS = {
    name: f"update() returns it: changes = watch.update(), then changes.{name}"
    for name in ("entered", "stayed", "exited")
}
"""What to use on an `Overlaps`."""

OF_PACKAGE = {
    "Box": "it is called Rect",
    "Line": "it is called Segment",
    "collide": "call check(a, b), pairs(a, b) or sprite.hits(targets)",
    "shapes_from_tiles": "spritecol.tiles has it",
    "draw_shapes": "spritecol.integrations.pygame has it, and that of arcade",
}
"""What to use instead of a name that `spritecol` does not have."""


class NamedElsewhere:
    """A descriptor for a name that a class does not have: reading it raises an AttributeError.

    `hasattr` is False. An attribute that the user defines takes precedence, whether in the object,
    in a subclass or in another base class.
    """

    def __init__(self, name: str, remedy: str) -> None:
        self.name = name
        self.remedy = remedy
        self.__doc__ = f"Not here: {remedy}."

    def __get__(self, instance: Any, kind: Any = None) -> Any:
        kind = kind or type(instance)
        bases = iter(kind.__mro__)
        for base in bases:
            if vars(base).get(self.name) is self:
                break
        for base in bases:
            if self.name in vars(base):
                value = vars(base)[self.name]
                bind = getattr(type(value), "__get__", None)
                return bind(value, instance, kind) if bind else value
        thing = (
            f"type object {kind.__name__!r}" if instance is None else f"{kind.__name__!r} object"
        )
        raise AttributeError(
            f"{thing} has no attribute {self.name!r}: {self.remedy}",
            name=self.name,
            obj=kind if instance is None else instance,
        )


def offered(thing: object) -> Iterable[str]:
    """What `dir` and completion show of an object: all but names that are not there."""
    return [name for name in object.__dir__(thing) if _is_there(thing, name)]


def _is_there(thing: object, name: str) -> bool:
    found = [vars(base)[name] for base in type(thing).__mro__ if name in vars(base)]
    if not found or name in getattr(thing, "__dict__", ()):
        return True
    return not all(isinstance(value, NamedElsewhere | Misnamed) for value in found)
