"""`explain`, which says in sentences why two sprites hit or do not hit.

It uses only public calls, and the first sentence is the result of `hits`. So the explanation cannot
contradict the result.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice, product
from math import inf, isnan
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

from spritecol._support.arguments import unknown_keyword
from spritecol._support.public_classes import belong_to
from spritecol._support.range_check import ALL_LAYERS, LIMIT, shown
from spritecol._support.vectors import Vec2
from spritecol.shapes import Shape
from spritecol.sprites.events.present_pairs import lasting_sprites
from spritecol.sprites.group import Group
from spritecol.sprites.hints import sprite_mistakes
from spritecol.sprites.row.sprite_row import is_unlisted
from spritecol.sprites.sprite import Sprite

if TYPE_CHECKING:
    from spritecol.typing import Only, Targets

NEAREST = 5
"""How many sprites of a Group are explained."""

MOST_TOLD = 4
"""How many shapes, or pairs of shapes, are described one by one."""

ARGUMENTS = ("a", "b", "mask", "exclude", "where", "shapes", "target_shapes")
"""What `explain` takes: two sides, and the conditions of `hits`."""

SIDES = ("to the right", "below", "to the left", "above")


class AskedSide(NamedTuple):
    """One of the two sprites.

    Attributes:
        sprite: the sprite.
        called: its name in sentences.
        argument: the argument of `explain` that names its shapes.
        names: those names, or None if all shapes count.
    """

    sprite: Sprite
    called: str
    argument: str
    names: Collection[str] | None

    def shapes(self) -> list[Shape]:
        """Return its shapes that count."""
        return [s for s in self.sprite.shapes if self.names is None or s.name in self.names]

    def shape(self, shape: Shape) -> str:
        """Return the name of one of its shapes in sentences."""
        named = f" {shape.name!r}" if shape.name else ""
        return f"the {type(shape).__name__}{named} of {self.called}"

    def layer(self, shape: Shape) -> int:
        """Return the layers that a shape is on: its own, or its sprite's."""
        return self.sprite.collision_layer if shape.layer is None else shape.layer

    def mask(self, shape: Shape) -> int:
        """Return the layers that a shape sees: its own, or its sprite's."""
        return self.sprite.collision_mask if shape.mask is None else shape.mask


def explain(a: Sprite, b: Targets, **only: Unpack[Only]) -> str:
    """Why two sprites hit or do not.

    It is slow, and meant for debugging and for the messages of tests.

    Args:
        a: a Sprite.
        b: a Sprite; or a Group or an iterable of sprites, of which the nearest five are explained.
        only: the conditions of `hits`: `mask`, `exclude`, `where`, `shapes` and `target_shapes`.

    Returns:
        A str with one sentence per line. The first sentence begins with "They hit" if `a.hits(b)`
        is True under the same conditions, or else with "They do not hit". The causes follow, the
        first cause first.

    Raises:
        TypeError: `a` is not a Sprite, `b` contains anything else, or a condition has the wrong
            type.

    >>> hero = Sprite(0, 0, collision=Rect(0, 0, 16, 16), collision_layer=1)
    >>> coin = Sprite(20, 0, collision=Circle(8, 8, 8), collision_mask=2)
    >>> print(explain(hero, coin))
    They do not hit.
    The second Sprite does not see layer 1 of the first Sprite: its mask is 2.
    The boxes are 4 px apart: the second Sprite is to the right.
    """
    for name in only:
        if name not in ARGUMENTS:
            raise unknown_keyword("explain", name, ARGUMENTS)
    if not isinstance(a, Sprite):
        raise TypeError(f"explain() is about a Sprite, got {shown(a)}")
    if not isinstance(b, Sprite | Group):
        b = Group(*lasting_sprites(b, "b"))
    hit = a.hits(b, **only)
    told = _of_pair(a, b, hit, only) if isinstance(b, Sprite) else _of_group(a, b, only)
    return "\n".join([_answer(hit), *told])


def _answer(hit: bool) -> str:
    return "They hit." if hit else "They do not hit."


def _of_group(a: Sprite, group: Group[Any], only: Only) -> Iterator[str]:
    """Yield the results and causes for the members whose boxes are nearest."""
    members = sorted(group, key=lambda other: _distance(_gap(a, other)))
    for member in members[:NEAREST]:
        hit = a.hits(member, **only)
        yield f"{member!r}: {_answer(hit)}"
        yield from (f"    {sentence}" for sentence in _of_pair(a, member, hit, only))
    if not members:
        yield "The Group is empty."
    if len(members) > NEAREST:
        yield f"These are the nearest of {len(members)} sprites."


def _of_pair(a: Sprite, b: Sprite, hit: bool, only: Only) -> list[str]:
    """Return the causes of the result for two sprites, each once."""
    return list(dict.fromkeys(_causes(a, b, hit, only)))


def _causes(a: Sprite, b: Sprite, hit: bool, only: Only) -> Iterator[str]:
    if a is b:
        yield "They are one sprite, which never hits itself."
        return
    kinds = type(a).__name__, type(b).__name__
    called = ("first ", "second ") if kinds[0] == kinds[1] else ("", "")
    one, other = (
        AskedSide(sprite, f"the {place}{kind}", names, _collection(only.get(names)))
        for sprite, place, kind, names in zip(
            (a, b), called, kinds, ("shapes", "target_shapes"), strict=True
        )
    )
    absent = [*_of_absence(one), *_of_absence(other)]
    if hit:
        yield from _of_contacts(one, other, only)
    elif absent:
        yield from absent
    elif a.hits(b):
        yield from _of_conditions(one, other, only)
    else:
        if a.distance(b) < inf and a.distance(b, exclude=only.get("exclude")).distance == inf:
            yield _sentence(f"{other.called} is excluded by exclude.")
        yield from _of_names(one)
        yield from _of_names(other)
        yield from _of_layers(one, other, only.get("mask"))
        yield from _of_place(one, other, only)
    for side in (one, other):
        yield from _of_one_way(side)
        yield from (f"{message}." for message in _mistakes_of(side.sprite))


def _mistakes_of(sprite: Sprite) -> Iterator[str]:
    """Yield the warnings about a sprite, even if it was not the first of its class."""
    yield from sprite_mistakes.of_sprite(sprite)
    if (sprite.x, sprite.y) == (0.0, 0.0):
        yield from sprite_mistakes.of_far_center(sprite, sprite.center_x, sprite.center_y)


def _collection(names: Any) -> Collection[str] | None:
    return [names] if isinstance(names, str) else names


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _of_absence(side: AskedSide) -> Iterator[str]:
    """Yield why a sprite cannot hit anything."""
    if side.sprite.vanished:
        yield _sentence(f"{side.called} has vanished, so it can no longer hit anything.")
    elif not side.sprite.shapes:
        is_empty = side.sprite.collision is not None
        what = "collision is []" if is_empty else "it has neither an image nor a collision"
        yield _sentence(f"{side.called} has no shapes: {what}.")
    if is_unlisted(side.sprite):
        yield _sentence(f"{side.called} has left all SpriteLists.")
    if not side.sprite.collision_enable:
        yield _sentence(f"{side.called} is disabled: its collision_enable is False.")


def _of_contacts(one: AskedSide, other: AskedSide, only: Only) -> Iterator[str]:
    """Yield which shapes overlap, and how deep."""
    narrow: Any = {name: value for name, value in only.items() if name != "where"}
    contacts = sorted(one.sprite.contacts(other.sprite, **narrow), key=lambda found: -found.depth)
    for found in contacts[:MOST_TOLD]:
        yield _sentence(
            f"{one.shape(found.shape)} and {other.shape(found.other_shape)} overlap by "
            f"{found.depth:.4g} px."
        )
    if len(contacts) > MOST_TOLD:
        yield f"These are the deepest of {len(contacts)} pairs of shapes."


def _of_conditions(one: AskedSide, other: AskedSide, only: Only) -> Iterator[str]:
    """Yield which conditions exclude a hit of two sprites that hit without them."""
    given: Any = only
    alone = [name for name in given if not one.sprite.hits(other.sprite, **{name: given[name]})]
    for name in alone or given:
        if name == "exclude":
            yield _sentence(f"without exclude they would hit: it contains {other.called}.")
        elif name == "where":
            yield "Without where they would hit: it does not return True."
        elif name == "mask":
            yield from _of_layers(one, other, given[name])
        else:
            yield from _of_names(one if name == "shapes" else other)
    if not alone:
        yield "No single condition prevents the hit: together they leave no shapes that hit."


def _of_names(side: AskedSide) -> Iterator[str]:
    """Yield how many of its shapes count because of their names."""
    count, every = len(side.shapes()), side.sprite.shapes
    if count < len(every):
        own = dict.fromkeys(repr(shape.name) for shape in every)
        yield (
            f"With {side.argument}={shown(side.names)}, {count} of {len(every)} shapes of "
            f"{side.called} count; they are named {', '.join(own)}."
        )


def _of_layers(one: AskedSide, other: AskedSide, mask: int | None) -> Iterator[str]:
    """Yield which shapes cannot hit because of their layers and masks, or of the `mask`
    argument.
    """
    told = dict.fromkeys(
        sentence
        for shape, its in product(one.shapes(), other.shapes())
        for sentence in _of_roles(one, shape, other, its, mask)
    )
    yield from islice(told, MOST_TOLD)
    if len(told) > MOST_TOLD:
        yield "More of their shapes do not match by layers and masks."


def _of_roles(
    one: AskedSide, shape: Shape, other: AskedSide, its: Shape, mask: int | None
) -> Iterator[str]:
    """Yield why two shapes cannot hit because of their layers, if they cannot."""
    if mask is not None:
        if not other.layer(its):
            yield _sentence(f"{_owner(other, its, its.layer)} is on no layer.")
        elif not mask & other.layer(its):
            yield (
                f"mask={_bits(mask)} does not include {_layer_words(other.layer(its))} of "
                f"{_owner(other, its, its.layer)}."
            )
        return
    for asker, asking, target, asked in ((one, shape, other, its), (other, its, one, shape)):
        if not target.layer(asked):
            yield _sentence(f"{_owner(target, asked, asked.layer)} is on no layer.")
        elif not asker.mask(asking) & target.layer(asked):
            yield _sentence(
                f"{_owner(asker, asking, asking.mask)} does not see "
                f"{_layer_words(target.layer(asked))} "
                f"of {_owner(target, asked, asked.layer)}: its mask is "
                f"{_bits(asker.mask(asking))}."
            )


def _owner(side: AskedSide, shape: Shape, own: int | None) -> str:
    """Name whose layers count: the sprite's, or a shape's own."""
    return side.called if own is None else side.shape(shape)


def _layer_words(bits: int) -> str:
    return f"layer{'s' if bits.bit_count() != 1 else ''} {_bits(bits)}"


def _bits(bits: int) -> str:
    """Format layers as a number, and the number of each. Sprites do not store names of layers."""
    if bits == ALL_LAYERS:
        return "ALL_LAYERS"
    each = [str(1 << bit) for bit in range(64) if bits >> bit & 1]
    return str(bits) if len(each) < 2 else f"{bits} ({'|'.join(each)})"


def _gap(a: Sprite, b: Sprite) -> Vec2:
    """Return how far apart the boxes are along x and y; negative if b is to the left, or above."""
    (left, top, right, bottom), box = a.aabb, b.aabb
    x = max(box[0] - right, 0.0) + min(box[2] - left, 0.0)
    y = max(box[1] - bottom, 0.0) + min(box[3] - top, 0.0)
    return Vec2(x, y)


def _distance(gap: Vec2) -> float:
    """Return the length of a gap, which is infinite if a sprite has no box."""
    return inf if isnan(gap.length) else gap.length


def _of_place(one: AskedSide, other: AskedSide, only: Only) -> Iterator[str]:
    """Yield how far apart they are: their boxes, or the shapes that may hit."""
    gap = _gap(one.sprite, other.sprite)
    if gap.length > 0.0:
        yield f"The boxes are {gap.length:.4g} px apart: {other.called} is {_sides(gap)}."
        return
    narrow: Any = {name: only[name] for name in ("mask", "shapes", "target_shapes") if name in only}
    found = one.sprite.distance(other.sprite, **narrow)
    if found.distance == 0.0:
        yield "They touch, and touching is not a hit."
    elif found.distance < inf:
        mine, its = _nearest(one, found.point), _nearest(other, found.other_point)
        yield _sentence(
            f"{mine} and {its} are {found.distance:.4g} px apart: {other.called} is "
            f"{_sides(-found.normal)}."
        )


def _nearest(side: AskedSide, point: Vec2) -> str:
    """Name the shape of a sprite that is nearest to a point. Scale may move that beyond the
    limit.
    """
    if not all(abs(place) <= LIMIT for place in point):
        return side.called
    found = Group(side.sprite).nearest(*point, target_shapes=side.names)
    return side.called if found is None else side.shape(found.other_shape)


def _sides(way: Vec2) -> str:
    """Name the direction of a vector, to the nearest eighth of a turn."""
    eighth = round(way.angle / 45.0) % 8
    return " and ".join(SIDES[side % 4] for side in {eighth // 2, (eighth + 1) // 2})


def _of_one_way(side: AskedSide) -> Iterator[str]:
    """Yield that one-way shapes count as ordinary shapes here."""
    count = sum(shape.one_way is not None for shape in side.shapes())
    if count:
        yield _sentence(
            f"{side.called} has {count} one-way shape{'s' if count > 1 else ''}. One-way matters "
            "only for moves, sweeps and rays, and not here."
        )


belong_to("spritecol", explain)
