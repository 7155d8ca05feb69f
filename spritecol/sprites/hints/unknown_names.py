"""Names that other libraries use: the AttributeError says what to use here."""

from collections.abc import Iterable
from typing import Any

from spritecol._support.range_check import of_public_name
from spritecol._support.vectors import Vec2
from spritecol.shapes import Capsule, Circle, Ellipse, Polygon, Rect, Segment, Shape, Triangle
from spritecol.sprites.hints.mistakes import Misnamed

VANISH = "call vanish()"
PLACE = "assign position, or x and y"
HITS = "call hits(targets), or check(targets) for a list of those that are hit"
OF_PYGAME = (
    "pygame's groups take sprites of pygame: derive from spritecol.integrations.pygame.Sprite, "
    "which is both, or use spritecol.Group"
)
ON_FLOOR = "it is called on_floor"
A_GROUP_HAS_IT = "a Group has it, of the sprites that are looked for: "

OF_SPRITES = {
    "kill": VANISH,
    "destroy": VANISH,
    "alive": "read vanished, which is the opposite",
    "groups": "a sprite does not know its Groups; ask a Group: sprite in group",
    "add_internal": OF_PYGAME,
    "add": "a Group has it: group.add(sprite)",
    "remove": "a Group has it: group.remove(sprite), or group.discard(sprite)",
    "clamp_ip": "compare its aabb, which is (left, top, right, bottom), and write x and y",
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
    "visible_area": ("a Group of what blocks the view has it: walls.visible_area(x, y, radius)"),
    "query_point": f"{A_GROUP_HAS_IT}group.query_point(x, y)",
    "query_box": f"{A_GROUP_HAS_IT}group.query_box(left, top, right, bottom)",
    "query_circle": f"{A_GROUP_HAS_IT}group.query_circle(x, y, radius)",
    "query_shape": f"{A_GROUP_HAS_IT}group.query_shape(sprite)",
    "raycast_all": f"{A_GROUP_HAS_IT}group.raycast_all(x1, y1, x2, y2)",
    "pairs": "call check(targets) for a list of those that are hit",
    **dict.fromkeys(("collides_with", "collides", "collide", "intersects", "overlap"), HITS),
    **dict.fromkeys(
        ("width", "height"), "the box round its shapes is aabb: left, top, right, bottom"
    ),
    "radius": "its shapes have it: sprite.shapes[0].r",
    "is_on_floor": "move_and_slide returns it, slide.on_floor; a CharacterController remembers it",
    "hitbox": "assign collision; world_shapes are its shapes in the world, and aabb is their box",
    "flip_h": "assign scale_x = -1, which mirrors the shapes about the center",
    "move": "add to x and y, or call move_and_slide(dx, dy, targets)",
    "move_to": PLACE,
    "set_position": PLACE,
    "rotate": "add to angle, in degrees",
    "look_at": "assign angle = Vec2(x - sprite.x, y - sprite.y).angle",
    "distance_to": "call distance(other).distance, which is that of the shapes",
    "pos": "it is called position, or x and y",
    "raycast": f"{A_GROUP_HAS_IT}Group(sprite).raycast(x1, y1, x2, y2)",
    "center": "the place is x and y, and center_x and center_y are what the sprite turns about",
    "overlaps": HITS,
    "contains": "call hits(other); for a point ask Group(sprite).query_point(x, y)",
    "name": "its shapes have names, [shape.name for shape in sprite.shapes]; or assign one",
}
"""What to use on a sprite instead of a name of pygame, arcade, Godot or of Group."""

COLUMNS = (
    *("vx", "vy", "speed", "health", "hp", "life", "damage", "score"),
    *("z", "team", "visible", "collision_enable", "center_x", "center_y"),
)
"""Numbers that sprites have, or often have, and that are no columns by themselves."""

OF_GROUPS = {
    "check": "call check(group, other), the function of spritecol; pairs(other) has no callbacks",
    "move_and_slide_all": "it is called move_and_slide_arrays(dx, dy, targets)",
    "contacts": (
        "a sprite has it: Sprite(collision=shape).contacts(group, mask=ALL_LAYERS); "
        "for all, group.contact_arrays(other)"
    ),
    "update": "call spritecol.update(group), which calls the update of each sprite",
    "draw": "call spritecol.draw(group, surface), which calls the draw of each sprite",
    "sprites": "a Group is a sequence itself; list(group) is a list",
    "empty": "call clear()",
    "append": "call add(sprite)",
    "insert": "its order is that of adding: call add(sprite)",
    "pop": "take one out by sprite = group[-1], and group.remove(sprite)",
    "move": "add to its columns: group.x += dx; or call move_and_slide_arrays(dx, dy, targets)",
    "velocity": 'keep numbers, such as vx and vy: column("vx") reads, and set_column writes them',
    "extend": "call add(*sprites)",
    "has": "ask: sprite in group",
    "copy": "make another one: Group(*group)",
    "sort": "its order is that of adding; sorted(group, key=...) is a sorted list",
    "kill": "call vanish() on each sprite; clear() only takes them out",
    "add_internal": OF_PYGAME,
    "collides_with": HITS,
    "sweep": "a sprite has it: sprite.sweep(dx, dy, group); for all, group.sweep_arrays",
    "vanish": "call vanish() on each sprite; clear() only takes them out",
    "move_and_slide": "a sprite has it; for all, group.move_and_slide_arrays(dx, dy, targets)",
    "move_and_collide": "a sprite has it: call sprite.move_and_collide(...) for each of the Group",
    **{
        name: f"a sprite has it, sprite.{name}(targets); for all, group.separation_arrays()"
        for name in ("depenetrate", "separation")
    },
    "query_rect": "it is called query_box(left, top, right, bottom)",
    "pos": "its sprites have x and y, and so has the Group, as columns",
    "position": "its sprites have x and y, and so has the Group, as columns",
    "scale": "it has scale_x and scale_y as columns",
    "rotation": "it is called angle",
    "layer": "it is called collision_layer",
    "mask": "it is called collision_mask",
    **{
        name: f"each sprite has its own: for sprite in group: sprite.{name} = ..."
        for name in ("collision", "image")
    },
    **{name: f'as a column it is column("{name}"), and set_column writes it' for name in COLUMNS},
}
"""What to use on a Group instead of a name of another library or of Sprite."""

OF_CONTROLLERS = {
    "update": "call move(dx, dy, targets) once in each frame",
    "drop": "pass drop=True, as in move(0, 1, targets, drop=True)",
    "jump": "pass a motion along up, as in move(0, -6, targets)",
    **dict.fromkeys(
        ("velocity", "vx", "vy"),
        "you keep the velocity, and pass move(dx, dy, targets) what it is in a frame",
    ),
    **dict.fromkeys(("on_ground", "grounded", "is_grounded"), ON_FLOOR),
    **{
        f"is_{name}": f"read {name}, which is no method"
        for name in ("on_floor", "on_wall", "on_ceiling")
    },
    **{
        name: f"move returns a Slide: slide = walker.move(dx, dy, targets), then slide.{name}"
        for name in (
            *("travel", "remainder", "wall_normal", "carried", "pushed", "stepped"),
            *("crushed", "crushed_by"),
        )
    },
    "hits": (
        "what a move met is slide.hits, slide = walker.move(...); else walker.sprite.hits(targets)"
    ),
    "rect": (
        "its sprite has it, walker.sprite.rect, if it is one of spritecol.integrations.pygame; "
        "any sprite has x and y, and the box aabb"
    ),
}
"""What to use on a CharacterController instead of such a name."""

READ_OF_CONTROLLERS = {
    "sprite": "make another one, CharacterController(sprite)",
    **dict.fromkeys(
        ("on_floor", "on_wall", "on_ceiling", "floor", "floor_normal", "floor_motion"),
        "move(dx, dy, targets) sets it",
    ),
}
"""What sets the attributes of a CharacterController that can only be read."""

OF_NEAR = {
    "sprite": "it is called other: the sprite that was found",
    "shape": "it is called other_shape: the shape that was found",
    "x": "read point.x for the place, other.x for that of the sprite",
    "y": "read point.y for the place, other.y for that of the sprite",
    "vanish": "it is no sprite, but tells of one: call other.vanish()",
    "pos": "read point",
}
"""What to use on a `Near`."""

OF_CONTACTS = {
    "reflect": "call bounce(vx, vy)",
    **dict.fromkeys(("point", "pos", "position"), "read points, one or two"),
    **dict.fromkeys(("penetration", "overlap"), "it is called depth"),
    **dict.fromkeys(("mtv", "separation"), "it is called push"),
}
"""What to use on a `Contact`."""

OF_HITS = {
    **OF_NEAR,
    **OF_CONTACTS,
    "time": "read fraction, from 0 to 1",
    "distance": "read fraction, the share of the way: hit.fraction * Vec2(dx, dy).length",
    "target": "it is called other: the sprite that is hit",
    "pos": "read point, where it hits",
    "position": "read point, where it hits",
}
"""What to use on a `RayHit` or a `SweepHit`."""

OF_CONTACT_ARRAYS = {
    name: f"it is called {name[:-1]}"
    for name in ("positions", "shapes", "normals", "depths", "points", "counts")
}
"""What to use on a `ContactArrays`."""

OF_SLIDES = {
    **dict.fromkeys(("on_ground", "grounded", "is_on_floor"), ON_FLOOR),
    **{f"is_{name}": f"it is called {name}" for name in ("on_wall", "on_ceiling")},
    **dict.fromkeys(
        ("hit", "other", "normal", "point"),
        "it has several: for hit in slide.hits, read hit.other, hit.normal, hit.point",
    ),
    **dict.fromkeys(("collisions", "contacts"), "they are called hits"),
    **dict.fromkeys(("x", "y", "position"), "the sprite has it, which has moved by slide.travel"),
    **dict.fromkeys(("motion", "dx", "dy"), "read travel, the way that it went"),
    "velocity": "you keep it: for hit in slide.hits: velocity = hit.slide(*velocity)",
}
"""What to use on a `Slide`."""

OF_OVERLAPS = {
    name: f"update() returns it: changes = watch.update(), then changes.{name}"
    for name in ("entered", "stayed", "exited")
} | {"check": "call update() once in each frame"}
"""What to use on an `Overlaps`."""

OF_BOUNCES = {
    "hit": "it has several: for hit in bounces.hits",
    "collisions": "they are called hits",
    **dict.fromkeys(("vx", "vy"), "read velocity, (vx, vy) after the last bounce"),
}
"""What to use on a `Bounces`."""

OF_SNAPSHOTS = {
    "save": "write a file: Path(file).write_bytes(snapshot.to_bytes())",
    "restore": "call world.restore(snapshot)",
    "load": "call world.restore(snapshot)",
}
"""What to use on a `Snapshot`."""

OF_WORLDS = {
    "snapshot": "call save(), which returns a Snapshot",
    "rollback": "call restore(snapshot), or rewind(frame) of a History",
    "load_state": "call restore(snapshot), or load(data) of bytes",
    "undo": "call restore(snapshot) of one that was saved before",
    "add": "its members are given when it is made: World(*members); a Group among them may grow",
    "to_bytes": "a Snapshot has it: world.save().to_bytes()",
}
"""What to use on a `World`."""

OF_VECTORS = {
    "normalize": "call normalized()",
    "normalize_ip": "a vector stays as it is: v = v.normalized()",
    "rotate": "call rotated(degrees)",
    "rotate_ip": "a vector stays as it is: v = v.rotated(degrees)",
    "magnitude": "read length",
    "mag": "read length",
    "magnitude_squared": "read length_squared",
    "distance": "call distance_to(other)",
    "scale_to_length": "multiply: v.normalized() * length",
    "lerp": "calculate: a + (b - a) * share",
    "heading": "read angle",
    "angle_to": "rotate this one away: other.rotated(-vector.angle).angle",
}
"""What to use on a `Vec2`."""

_CENTER = "read x and y, the middle"
_POINT = "make a sprite of it: Group(Sprite(collision=shape)).query_point(x, y)"
_SIDES = "read bounds: left, top, right, bottom"

OF_SHAPES: dict[type, dict[str, str]] = {
    Shape: {
        **dict.fromkeys(
            ("hits", "check", "collides", "colliderect", "intersects"),
            "a sprite has it: Sprite(x, y, collision=shape).hits(targets)",
        ),
        "move": "its sprite moves, and the shape follows it",
        "draw": "draw its sprite, by fill_shapes of spritecol.integrations.pygame",
    },
    Circle: {"radius": "it is called r", "center": _CENTER, "pos": _CENTER, "contains": _POINT},
    Capsule: {"radius": "it is called r"},
    Ellipse: {"radius": "it has two, rx and ry", "center": _CENTER},
    Rect: {
        "points": "it is called corners",
        "w": "it is called width",
        "h": "it is called height",
        **dict.fromkeys(("left", "top", "right", "bottom"), _SIDES),
        "center": "read bounds, or x + width / 2 and y + height / 2",
        "size": "read width and height",
        **dict.fromkeys(("contains", "collidepoint"), _POINT),
    },
    Triangle: {"points": "it is called corners"},
    Segment: {"start": "read x1, y1", "end": "read x2, y2", "points": "read x1, y1, x2, y2"},
    Polygon: {**dict.fromkeys(("vertices", "corners"), "it is called points"), "contains": _POINT},
}
"""What to use on a shape."""

OF_PACKAGE = {
    "use_cores": "all runs on one core; spritecol.integrations.ray takes more processes",
    "Box": "it is called Rect",
    "Line": "it is called Segment",
    "collide": "call check(a, b), pairs(a, b) or sprite.hits(targets)",
    "groupcollide": "call check(a, b), or pairs(a, b)",
    **dict.fromkeys(("spritecollide", "spritecollideany"), "call sprite.check(targets), or hits"),
    **dict.fromkeys(("Vector2", "Vector", "Vec"), "it is called Vec2"),
    "sprite": "it is called Sprite",
    **dict.fromkeys(("Sprites", "SpriteGroup", "SpriteList"), "it is called Group"),
    **dict.fromkeys(("Character", "Walker", "Player"), "it is called CharacterController"),
    "Paths": "from spritecol.paths import Paths",
    "Way": "spritecol.paths has it",
    "shapes_from_tiles": "spritecol.tiles has it",
    "sprites_from_tmx": "spritecol.integrations.tiled has it",
    "sprites_from_ldtk": "spritecol.integrations.ldtk has it",
    **dict.fromkeys(("fill_shapes", "shapes_from_surface"), "spritecol.integrations.pygame has it"),
    "draw_shapes": "spritecol.integrations.pygame has it, and that of arcade",
    **dict.fromkeys(("CellSpace", "LinearQuadtree"), "spritecol.spatial has it"),
    "sync_test": "spritecol.testing has it",
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


def missing(thing: object, name: str, remedies: dict[str, str]) -> AttributeError:
    """The error for a name that an object of a compiled class does not have."""
    remedy = f": {remedies[name]}" if name in remedies else ""
    return AttributeError(
        f"{type(thing).__name__!r} object has no attribute {name!r}{remedy}", name=name, obj=thing
    )


def unchanging(answer: object, name: str) -> AttributeError:
    """The error for a field of an answer that is assigned."""
    return AttributeError(
        f"{name} can't be assigned: a {type(answer).__name__} tells what a call has found; to know "
        "anew, call it again",
        name=name,
        obj=answer,
    )


def offered(thing: object) -> Iterable[str]:
    """What `dir` and completion show of an object: all but names that are not there."""
    return [name for name in object.__dir__(thing) if _is_there(thing, name)]


def _is_there(thing: object, name: str) -> bool:
    found = [vars(base)[name] for base in type(thing).__mro__ if name in vars(base)]
    if not found or name in getattr(thing, "__dict__", ()):
        return True
    return not all(isinstance(value, NamedElsewhere | Misnamed) for value in found)


def unassignable(group: object, name: str, error: AttributeError) -> AttributeError:
    """The error for an attribute that is assigned to a Group; its own one, if the Group has it."""
    if hasattr(type(group), name):
        return of_public_name(error, group, name)
    remedy = OF_GROUPS.get(name, f'set_column("{name}", numbers) writes that of its sprites')
    return AttributeError(
        f"{type(group).__name__!r} object has no attribute {name!r} to assign: {remedy}",
        name=name,
        obj=group,
    )


class OfGroup:
    """A base of Group that has these descriptors: a compiled class can't be given any later."""

    __slots__ = ()


for _kind, _names in {Vec2: OF_VECTORS, OfGroup: OF_GROUPS, **OF_SHAPES}.items():
    for _name, _remedy in _names.items():
        setattr(_kind, _name, NamedElsewhere(_name, _remedy))
Vec2.__dir__ = offered  # type: ignore[assignment, method-assign]
Shape.__dir__ = offered  # type: ignore[assignment, method-assign]
