"""Questions, conditions, and roads: what `test_roads.py` asks, in every way, in every scene.

`test_held.py` asks the same of what lives: a deed happens between two questions.

A scene has sprites that ask and sprites that are asked about, each of one to three shapes. Its
truth is what the simplest form says: each shape as a sprite of its own on all layers, one against
one. A condition chooses which pairs of shapes count. A question names its forms: all that answer
it, each as a function. A road is a way to give the same targets.
"""

import collections
import copy
import itertools
import math
import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from typing import Any, NamedTuple

import numpy as np
from support import scenes as some

from spritecol import (
    ALL_LAYERS,
    Capsule,
    Circle,
    Ellipse,
    Group,
    Overlaps,
    Point,
    Polygon,
    Rect,
    Segment,
    Shape,
    Sprite,
    check,
    pairs,
)

NAMES = (None, "body", "fist")
BITS = (1, 1, 2, 4, 6, 1 << 63)
MASKS = (ALL_LAYERS, ALL_LAYERS, 3, 5, 1 << 63 | 1, 0)

# --- scenes --------------------------------------------------------------------------------------

NUMBERS = {True: some.multiples(4, 4, 4), False: some.sized(20)}
"""By whether they are whole."""


def shape_of(rng: random.Random, whole: bool) -> Shape:
    """A shape of any kind with a name, in whole numbers (which often fit exactly) or in any."""
    return some.shape(rng, some.KINDS, NUMBERS[whole], name=rng.choice(NAMES))


def sprite_of(
    rng: random.Random, whole: bool, spread: float, shapes: list[Shape] | None = None
) -> Sprite:
    """A sprite of one to three shapes, of which no two are equal, or of these."""

    def place() -> float:
        return float(4 * rng.randint(-int(spread / 4), int(spread / 4)))

    return Sprite(
        place() if whole else rng.uniform(-spread, spread),
        place() if whole else rng.uniform(-spread, spread),
        collision=shapes
        or list({shape_of(rng, whole): None for _ in range(rng.choice((1, 1, 2, 3)))}),
        angle=rng.choice((0, 0, 90, 180)) if whole else rng.choice((0, rng.uniform(0, 360))),
        scale_x=rng.choice((1, 1, -1, 2)) if whole else rng.choice((1, rng.uniform(-2, 2))),
        scale_y=1 if whole else rng.choice((1, rng.uniform(0.5, 1.5))),
        center_x=4 if whole else rng.uniform(-5, 5),
        center_y=0,
    )


class Part(NamedTuple):
    """One shape of a sprite, as a sprite of its own on all layers.

    Attributes:
        owner, shape: the position of the sprite, and of the shape in it.
        single: a sprite of that shape alone.
        layer, mask: on which layers it is, and whose it meets.
        sprite: whose it is.
    """

    owner: int
    shape: int
    single: Sprite
    layer: int
    mask: int
    sprite: Sprite

    @property
    def name(self) -> str | None:
        return self.single.shapes[0].name


def bare(shape: Shape) -> Shape:
    """The same shape without layers of its own."""
    return type(shape)(**shape.__getstate__() | {"layer": None, "mask": None})


POSE = ("x", "y", "angle", "scale_x", "scale_y", "center_x", "center_y", "collision_sync")


def parts_of(sprites: Iterable[Sprite]) -> list[Part]:
    """All shapes of sprites that take part in hits at all."""
    found = []
    for owner, sprite in enumerate(sprites):
        for k, shape in enumerate(sprite.shapes if sprite.collision_enable else ()):
            pose = {name: getattr(sprite, name) for name in POSE}
            single = Sprite(collision=bare(shape), offset_sync=sprite.offset_sync, **pose)
            layer = sprite.collision_layer if shape.layer is None else shape.layer
            mask = sprite.collision_mask if shape.mask is None else shape.mask
            found.append(Part(owner, k, single, layer, mask, sprite))
    return found


def long_shapes() -> Iterator[list[Shape]]:
    """Again and again, long slanted ones and many side by side, of which each has a name."""
    chain = [Circle(2 * k, 3 * k % 50, 3, name=NAMES[k % 3]) for k in range(-33, 33)]
    bar, line = Rect(-60, -2, 120, 4, 50, name="fist"), Segment(-70, -60, 70, 60, name="body")
    return itertools.cycle([chain, [bar], [line], [Capsule(-50, 40, 50, -40, 3), bar]])


LARGE = 100
"""Sprites. A larger scene has long shapes and sprites of many shapes, and a long slanted way."""


class Scene:
    """Askers and targets, some of which are both, and places, lines and ways to ask about.

    Their layers are on "sprites", on "shapes", or nowhere ("plain").

    Attributes:
        askers, targets: the sprites.
        by: the askers as they are given to a call that takes many.
        made_of: its seed and how many sprites it has.
        places: x, y and a size.
        lines: x1, y1, x2, y2.
        way: by how much askers are swept.
    """

    def __init__(self, seed: int, dress: str, many: int = 9, few: int = 5) -> None:
        rng, spread = random.Random(seed), 32 * math.sqrt(many / 9)
        self.made_of, self.whole = (seed, many, few), seed % 2 == 0
        self.askers = [sprite_of(rng, self.whole, spread * 0.8) for _ in range(few)]
        self.by: Any = self.askers
        self.targets = [sprite_of(rng, self.whole, spread) for _ in range(many)]
        if many > LARGE:
            for one, shapes in zip(
                (*self.askers[3::4], *self.targets[9::25]), long_shapes(), strict=False
            ):
                one.collision = shapes
        self.targets[3:3] = self.askers[:2]
        self.targets[1].collision_enable = False
        self.places = [
            (rng.uniform(-spread, spread), rng.uniform(-spread, spread), rng.uniform(0, 15))
            for _ in range(6)
        ]
        for k in (1, 3, 4):  # in the middle of a sprite
            left, top, right, bottom = self.targets[k + 4].aabb
            self.places[k] = ((left + right) / 2, (top + bottom) / 2, self.places[k][2])
        if self.whole:
            self.places = [(round(x), round(y), round(size)) for x, y, size in self.places]
        ends = self.places[1:] + self.places[:1]
        self.lines = [(*a[:2], *b[:2]) for a, b in zip(self.places, ends, strict=True)]
        longer = 10 if many > LARGE else 4
        self.way = (rng.randint(-10, 10) * longer, rng.randint(-10, 10) * longer)
        self.excluded = self.targets[2::4]
        for sprite in {id(s): s for s in (*self.askers, *self.targets)}.values():
            if dress == "sprites":
                sprite.collision_layer, sprite.collision_mask = rng.choice(BITS), rng.choice(MASKS)
            elif dress == "shapes":
                sprite.collision_layer = rng.choice((1, 2))
                sprite.collision = [
                    type(shape)(
                        **shape.__getstate__()
                        | {"layer": rng.choice((None, *BITS)), "mask": rng.choice((None, *MASKS))}
                    )
                    for shape in sprite.shapes
                ]

    @cached_property
    def asking(self) -> list[Part]:
        return parts_of(self.askers)

    @cached_property
    def asked(self) -> list[Part]:
        return parts_of(self.targets)

    @cached_property
    def touching(self) -> list[tuple[Part, Part]]:
        """All pairs of shapes of askers and of targets that hit."""
        return [(self.asking[p], self.asked[q]) for p, q in touching(*self.made_of)[0]]

    @cached_property
    def within(self) -> list[tuple[Part, Part]]:
        """All pairs of shapes of two targets that hit."""
        return [(self.asked[p], self.asked[q]) for p, q in touching(*self.made_of)[1]]


@cache
def touching(seed: int, many: int, few: int) -> tuple[list[tuple[int, int]], ...]:
    """The numbers of parts that hit, one against one; layers change nothing of it."""
    scene = Scene(seed, "plain", many, few)
    askers, targets = scene.asking, scene.asked
    between = [
        (i, j)
        for i, p in enumerate(askers)
        for j, q in enumerate(targets)
        if p.single.hits(q.single) and p.sprite is not q.sprite
    ]
    within = [
        (i, j)
        for i, p in enumerate(targets)
        for j, q in enumerate(targets[:i])
        if p.single.hits(q.single) and p.sprite is not q.sprite
    ]
    return between, [(j, i) for i, j in within]


POSES: tuple[dict[str, Any], ...] = (
    {},
    {"angle": 90},
    {"angle": 33},
    {"scale_x": 0.4, "scale_y": 2.5},
    {"scale_x": -1, "angle": 200, "scale_y": 1.5},
)


def tile(rng: random.Random, side: int, to_the_right: int = 0, name: str | None = None) -> Shape:
    """One of many shapes on a square from the origin on: often a tile of a grid."""
    x, y = to_the_right + rng.randrange(side), rng.randrange(side)
    named: Any = {"name": name}
    return rng.choice(
        (
            Rect(x // 8 * 8, y // 8 * 8, 8, 8, **named),
            Rect(x // 8 * 8, y // 8 * 8, 8, 8, **named),
            Circle(x, y, 4, **named),
            Ellipse(x, y, 9, 2, 30, **named),
            Capsule(x, y, x + 9, y + 3, 2, **named),
            Segment(x, y, x + 20, y - 3, **named),
            Point(x, y, **named),
            Polygon([(x, y), (x + 9, y), (x + 3, y + 3), (x, y + 9)], **named),
            Rect(x, y, 20, 4, one_way=(0, -1), **named),
            Rect(x, y, 12, 12, layer=2, mask=2, **named),  # which meets nothing
        )
    )


BODIES: list[Any] = [
    Rect(-5, -5, 10, 10),
    Circle(0, 0, 5),
    Capsule(-3, 0, 3, 0, 3),
    Ellipse(0, 0, 8, 3, 40),
    Polygon([(-9, -9), (0, -3), (9, -9), (3, 0), (9, 9), (0, 3), (-9, 9), (-3, 0)]),
    [Rect(-9, -9, 9, 9), Circle(4, 4, 5)],
]


class Levels(Scene):
    """Targets of many shapes, in any pose, and askers of few or of many.

    Attributes:
        kind: bodies among all kinds of shapes; one of many shapes among these; or two grids, of
            which each lies in the gaps of the other, so that all is near and nothing hits, or not.
    """

    KINDS = ("bodies", "many", "grids")

    def __init__(self, seed: int) -> None:
        rng, self.kind = random.Random(seed), self.KINDS[seed % 3]
        side = rng.choice((40, 120))
        poses = [*POSES, {"scale_x": 0, "angle": 20}, {"scale_y": 1e-9}, {"collision_sync": False}]

        def level(count: int) -> list[Shape]:
            if self.kind == "grids":
                size = rng.choice((3, 3, 6))
                return [Rect(10 * (k % 9), 10 * (k // 9), size, size) for k in range(count)]
            made = [tile(rng, side, name=rng.choice(NAMES)) for _ in range(count)]
            return [one for one in made if one.one_way is None]  # which are not met one by one

        def near() -> float:
            return rng.uniform(-12, side + 12)

        many = [level(rng.choice((17, 40, 90))) for _ in range(4)]
        pose = rng.choice(poses)
        if self.kind == "grids":
            self.targets = [Sprite(*rng.choice(((5, 5), (8, 1))), collision=many[0], **pose)]
            self.askers = [Sprite(collision=many[1], **rng.choice((pose, pose, {"angle": 40})))]
        else:
            self.targets = [
                Sprite(collision=some, x=rng.choice((0, 9, 200)), **rng.choice(poses))
                for some in many[:3]
            ]
            self.targets.append(Sprite(-3e5, 1e5, collision=many[3]))
            self.askers = [Sprite(near(), near(), collision=many[3], **rng.choice(POSES))]
            if self.kind == "bodies":
                self.askers = [
                    Sprite(near(), near(), collision=body, angle=rng.choice((0, 0, 45)))
                    for body in rng.sample(BODIES, 4)
                ]
        self.by = self.askers
        self.places = [(near(), near(), rng.uniform(1, 15)) for _ in range(6)]
        self.places[5] = (1e6, -1e6, 3)
        ends = self.places[1:] + self.places[:1]
        self.lines = [(*a[:2], *b[:2]) for a, b in zip(self.places, ends, strict=True)]
        self.way = rng.choice(((200.0, 0.0), (0.0, 30.0), (near(), near() - 60)))
        self.excluded = self.targets[:1]

    @cached_property
    def touching(self) -> list[tuple[Part, Part]]:
        return [(p, q) for p in self.asking for q in self.asked if p.single.hits(q.single)]

    @cached_property
    def within(self) -> list[tuple[Part, Part]]:
        pairs_of_parts = itertools.combinations(self.asked, 2)
        return [(p, q) for p, q in pairs_of_parts if p.owner != q.owner and p.single.hits(q.single)]


# --- conditions ----------------------------------------------------------------------------------


class Condition(NamedTuple):
    """What is chosen, and where the layers of the scene are."""

    name: str
    dress: str = "plain"
    mask: int | None = None
    exclude: bool = False
    where: bool = False
    shapes: str | tuple[str, ...] | None = None
    target_shapes: str | tuple[str, ...] | None = None

    def keywords(self, scene: Scene) -> dict[str, Any]:
        """All conditions as keywords; those that do not choose are left out."""
        given: dict[str, Any] = {"mask": self.mask, "shapes": self.shapes}
        given["target_shapes"] = self.target_shapes
        if self.exclude:
            given["exclude"] = [scene.excluded[0], [None, Group(scene.excluded[1:])]]
        if self.where:
            given["where"] = chosen
        return {name: value for name, value in given.items() if value is not None}

    def takes(self, scene: Scene, part: Part) -> bool:
        """Whether a target's shape is chosen, whoever asks."""
        return (
            not (self.exclude and any(part.sprite is one for one in scene.excluded))
            and (not self.where or chosen(part.sprite))
            and (self.mask is None or bool(part.layer & self.mask))
        )

    def pair(self, scene: Scene, p: Part, q: Part) -> bool:
        """Whether a pair of an asker's and a target's shape counts."""
        layers = self.mask is not None or (p.layer & q.mask and q.layer & p.mask)
        return bool(
            layers
            and self.takes(scene, q)
            and named(p, self.shapes)
            and named(q, self.target_shapes)
        )

    def pair_within(self, scene: Scene, p: Part, q: Part) -> bool:
        """Whether a pair of shapes within one collection counts: either of them may ask."""
        taken = self.takes(scene, p) and self.takes(scene, q)
        return taken and (self.pair(scene, p, q) or self.pair(scene, q, p))

    def place(self, scene: Scene, q: Part) -> bool:
        """Whether a question about a place sees a shape: it is on no layer itself."""
        return self.takes(scene, q) and named(q, self.target_shapes)

    def from_sprite(self, scene: Scene, p: Part, q: Part) -> bool:
        """Whether a question about the place of a sprite compares two shapes: no layer counts."""
        return self.place(scene, q) and named(p, self.shapes)


def named(part: Part, names: str | tuple[str, ...] | None) -> bool:
    return names is None or part.name in ((names,) if isinstance(names, str) else names)


def chosen(sprite: Sprite) -> bool:
    """A `where`."""
    return sprite.x + sprite.y > -12


CONDITIONS = [
    Condition("none"),
    Condition("mask", mask=6, dress="sprites"),
    Condition("exclude", exclude=True, dress="sprites"),
    Condition("where", where=True),
    Condition("shapes", shapes="fist"),
    Condition("target_shapes", target_shapes=("body", "fist")),
    Condition("layers of sprites", dress="sprites"),
    Condition("layers of shapes", dress="shapes"),
    Condition("mask of shapes", dress="shapes", mask=1 << 63 | 2),
    Condition("all", "shapes", 1 << 63 | 7, True, True, ("fist", "body"), ("fist", "body")),
]

# --- roads ---------------------------------------------------------------------------------------


class Asked:
    """Targets as one road gives them.

    Attributes:
        members: the sprites in the order of the container.
        place: the position in the scene of each target, by its id.
    """

    def __init__(
        self,
        scene: Any,
        give: Callable[[], Any],
        once: bool = False,
        members: list[Sprite] | None = None,
    ) -> None:
        self.scene, self.give, self.once = scene, give, once
        self.place = {id(sprite): k for k, sprite in enumerate(scene.targets)}
        self.members = flat(give()) if members is None else members

    def lasting(self) -> Any:
        """The container, or a list of its members if it can be walked through only once."""
        return self.members if self.once else self.give()

    def group(self) -> Group:
        return as_group(self.give())

    def at(self, row: int) -> int:
        """The position in the scene of a member of the container."""
        return -1 if row < 0 else self.place[id(self.members[row])]


def as_group(given: Any) -> Group:
    return given if isinstance(given, Group) else Group(given)


def flat(targets: Any) -> list[Sprite]:
    """The sprites in nested targets, each once, depth first."""
    if isinstance(targets, Sprite):
        return [targets]
    found: dict[int, Sprite] = {}
    for item in targets:
        if item is not None:
            found |= {id(sprite): sprite for sprite in flat(item) if id(sprite) not in found}
    return list(found.values())


class OwnContainer:
    """An iterable of a user's own, by the old protocol: indices until IndexError."""

    def __init__(self, items: list[Sprite]) -> None:
        self.items = items

    def __getitem__(self, index: int) -> Sprite:
        return self.items[index]


def array_of(some: list[Sprite]) -> Any:
    array = np.empty(len(some), object)
    array[:] = some
    return array


CONTAINERS: list[Callable[[list[Sprite]], Any]] = [
    tuple,
    collections.deque,
    OwnContainer,
    array_of,
    lambda some: dict.fromkeys(some, 0).keys(),
    lambda some: dict(enumerate(some)).values(),
    lambda some: [
        some[0],
        None,
        ((some[1],), [some[:2], [[]], some[2:4]]),
        dict.fromkeys(some[4:]),
    ],
    lambda some: [*some, None, some[3:5], Group()],
    lambda some: [Group(), *some, Group(some[1:4])],
]
USED_UP: list[Callable[[list[Sprite]], Any]] = [
    iter,
    lambda some: (one for one in some),
    lambda some: map(Group, (some[:5], some[5:])),
    lambda some: [some[0], None, ((some[1],), [some[:2], iter(some[2:4])]), some[4:]],
]


def in_turn(kinds: list[Callable[[list[Sprite]], Any]]) -> Callable[[list[Sprite]], Any]:
    """Each time another kind of container."""
    left: list[Callable[[list[Sprite]], Any]] = []

    def give(some: list[Sprite]) -> Any:
        if not left:
            left.extend(kinds)
        return left.pop()(some)

    return give


def group_of_groups(some: list[Sprite]) -> Group:
    """Its Groups share members."""
    return Group(Group(some[:4]), Group(Group(some[2:6])), some[5:])


def kept(some: list[Sprite]) -> Group:
    """A Group that rests, and so has kept an index if it is large or forced."""
    group = Group(some)
    for _ in range(9):
        group.pair_indices()
    return group


def lived(some: list[Sprite]) -> Group:
    """A Group at the end of a life: all is where it was, after others came and went."""
    rng = random.Random(7)
    strangers = [Sprite(rng.uniform(-40, 40), collision=Circle(0, 0, 9)) for _ in range(12)]
    group = Group(some[:3], strangers, some[3:])
    homes = [(s.x, s.y, s.angle, s.collision_enable, s.collision) for s in some]
    for step in range(400):
        for sprite in rng.sample(some, 2):
            sprite.x, sprite.y = rng.uniform(-300, 300), rng.uniform(-60, 60)
            if step % 50 == 7:
                sprite.angle += 40
                sprite.collision = Circle(0, 0, 5)
                sprite.collision_enable = not sprite.collision_enable
        if step == 300:
            strangers.pop().vanish()
            group.discard(*strangers[::3])
        group.pair_indices()
    for stranger in strangers:
        stranger.vanish()
    group.discard(some[0])
    group.pair_indices()
    for sprite, (x, y, angle, enable, collision) in zip(some, homes, strict=True):
        sprite.x, sprite.y, sprite.angle, sprite.collision = x, y, angle, collision
        sprite.collision_enable = enable
    group.clear()
    group.add(some)
    return group


def by_columns(some: list[Sprite]) -> Group:
    """All poses written anew, in bulk."""
    group = Group(some)
    x, y, angle = group.x, group.y, group.angle
    group.x, group.y, group.angle = x + 50.0, y[::-1].copy(), angle + 10.0
    group.pair_indices()
    group.x, group.y, group.angle = x, y, angle
    return group


class Road(NamedTuple):
    """A way to give targets.

    Attributes:
        give: makes the container.
        index: whether boxes are compared through an index: always, never, or by number.
        anew: whether it is made for each question.
        once: whether it can be walked through only once.
    """

    name: str
    give: Callable[[list[Sprite]], Any]
    index: bool | None = None
    anew: bool = False
    once: bool = False

    def asked(self, scene: Scene) -> Asked:
        if self.anew:
            return Asked(scene, lambda: self.give(scene.targets), self.once)
        given = self.give(scene.targets)
        return Asked(scene, lambda: given)


ROADS = [
    Road("list", list, False),
    Road("list, by index", list, True),
    Road("containers in turn", in_turn(CONTAINERS), anew=True),
    Road("what is used up, in turn", in_turn(USED_UP), anew=True, once=True),
    Road("backwards", lambda some: some[::-1]),
    Road("list of Groups", lambda some: [Group(some[:5]), some[3], Group(some[3:])]),
    Road("Group", Group, False),
    Road("Group, by index", kept, True),
    Road("Group, by number", kept),
    Road("Group of Groups", group_of_groups, True),
    Road("Group backwards", lambda some: Group(some[::-1]), True),
    Road("Group at the end of a life", lived, True),
    Road("Group by columns", by_columns, True),
]

# --- questions -----------------------------------------------------------------------------------

Answer = list[Any]
Form = Callable[[Asked, dict[str, Any]], Answer]
Narrow = Callable[[Answer], Answer]


class Question(NamedTuple):
    """A question, what is true, and all forms in which it can be asked.

    Attributes:
        truth: the answer by single pairs, from what counts.
        forms: what each form answers, and what that is of the truth.
        ignores: the conditions that do not go with it.
        of_place: whether it is about a place: then nothing asks that is on a layer.
        close: by which share of it a number may differ from the truth.
        scenes: each road is taken in one of so many scenes, since it costs time.
    """

    truth: Callable[[Scene, Condition], Answer]
    forms: dict[str, tuple[Form, Narrow]]
    ignores: tuple[str, ...] = ()
    of_place: bool = False
    close: float = 1e-9
    scenes: int = 2

    def forms_with(self, given: dict[str, Any]) -> Iterator[tuple[str, Form, Narrow]]:
        """The forms that take some conditions: those that return arrays have no `where`."""
        for name, (ask, of_truth) in self.forms.items():
            if "where" not in given or not name.endswith(("_arrays", "_indices")):
                yield name, ask, of_truth

    def least_told_apart(self, condition: Condition) -> int:
        """In how many of four scenes a condition changes the truth, at least."""
        idle = condition.name == "none" or (self.of_place and condition.name.startswith("layers"))
        return 0 if idle else 1


def same(answer: Answer) -> Answer:
    return answer


def without(given: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name not in names}


# Which hit.


def hitting(scene: Scene, condition: Condition) -> Answer:
    found = {(p.owner, q.owner) for p, q in scene.touching if condition.pair(scene, p, q)}
    return sorted(found)


def hitters(answer: Answer) -> Answer:
    """The askers that hit anything."""
    return sorted({i for i, _ in answer})


def by_check(asked: Asked, given: dict[str, Any]) -> Answer:
    return [
        (i, asked.place[id(other)])
        for i, one in enumerate(asked.scene.askers)
        for other in one.check(asked.give(), **given)
    ]


def by_pairs(ask: Callable[..., Any], lasting: bool = False) -> Form:
    def form(asked: Asked, given: dict[str, Any]) -> Answer:
        number = {id(one): i for i, one in enumerate(asked.scene.askers)}
        targets = asked.lasting() if lasting else asked.give()
        found = ask(asked.scene.by, targets, given)
        return [(number[id(a)], asked.place[id(b)]) for a, b in found]

    return form


def by_rows(rows: Any, asked: Asked) -> Answer:
    return [(i, asked.at(j)) for i, j in rows.tolist()]


HITS = Question(
    hitting,
    {
        "one to one": (
            lambda asked, given: [
                (i, asked.place[id(other)])
                for i, one in enumerate(asked.scene.askers)
                for other in asked.members
                if one.hits(other, **given)
            ],
            same,
        ),
        "hits": (
            lambda asked, given: [
                i for i, s in enumerate(asked.scene.askers) if s.hits(asked.give(), **given)
            ],
            hitters,
        ),
        "check": (by_check, same),
        "pairs": (by_pairs(lambda a, b, given: pairs(a, b, **given)), same),
        "pairs of a Group": (by_pairs(lambda a, b, given: as_group(a).pairs(b, **given)), same),
        "the function check": (
            by_pairs(lambda a, b, given: check(a, b, shot=None, hit=None, **given)),
            same,
        ),
        "Overlaps": (
            by_pairs(lambda a, b, given: Overlaps(a, b, **given).update().entered, True),
            same,
        ),
        "pair_indices": (
            lambda asked, given: by_rows(
                as_group(asked.scene.by).pair_indices(asked.give(), **given), asked
            ),
            same,
        ),
        "Group.hits": (
            lambda asked, given: [
                i
                for i, one in enumerate(asked.scene.askers)
                if Group(one).hits(asked.give(), **given)
            ],
            hitters,
        ),
    },
)

# Which hit within.


def hitting_within(scene: Scene, condition: Condition) -> Answer:
    found = {(p.owner, q.owner) for p, q in scene.within if condition.pair_within(scene, p, q)}
    return sorted(found)


def by_pairs_within(ask: Callable[..., Any]) -> Form:
    def form(asked: Asked, given: dict[str, Any]) -> Answer:
        found = ask(asked.lasting(), given)
        # In the order of the container the first one may be the later one of the scene.
        return [tuple(sorted((asked.place[id(a)], asked.place[id(b)]))) for a, b in found]

    return form


WITHIN = Question(
    hitting_within,
    {
        "pairs": (by_pairs_within(lambda b, given: pairs(b, **given)), same),
        "the function check": (by_pairs_within(lambda b, given: check(b, hit=None, **given)), same),
        "Overlaps": (by_pairs_within(lambda b, given: Overlaps(b, **given).update().entered), same),
        "pair_indices": (
            lambda asked, given: [
                tuple(sorted(pair))
                for pair in (
                    (asked.at(i), asked.at(j))
                    for i, j in asked.group().pair_indices(**given).tolist()
                )
            ],
            same,
        ),
    },
)

# Contacts.


def contacts_of(scene: Scene, condition: Condition) -> Answer:
    found = []
    for p, q in scene.touching:
        if condition.pair(scene, p, q):
            (contact,) = p.single.contacts(q.single)
            key = p.owner, q.owner, p.shape, q.shape
            found.append((*key, contact.depth, *contact.normal, *map(tuple, contact.points)))
    return sorted(found, key=lambda row: row[:4])


def shape_number(sprite: Sprite, shape: Shape) -> int:
    """Which of a sprite's shapes one is; they may be equal."""
    return next(k for k, own in enumerate(sprite.shapes) if own is shape)


def by_contacts(asked: Asked, given: dict[str, Any]) -> Answer:
    return [
        (
            i,
            asked.place[id(c.other)],
            shape_number(one, c.shape),
            shape_number(c.other, c.other_shape),
            c.depth,
            *c.normal,
            *map(tuple, c.points),
        )
        for i, one in enumerate(asked.scene.askers)
        for c in one.contacts(asked.give(), **given)
    ]


def by_contact_arrays(asked: Asked, given: dict[str, Any]) -> Answer:
    found = as_group(asked.scene.by).contact_arrays(asked.give(), **given)
    columns = (found.index, found.shape_index, found.normal, found.depth, found.point, found.count)
    return [
        (i, asked.at(j), a, b, depth, nx, ny, *map(tuple, points[:count]))
        for (i, j), (a, b), (nx, ny), depth, points, count in zip(
            *(column.tolist() for column in columns), strict=True
        )
    ]


def by_shape_pairs(asked: Asked, given: dict[str, Any]) -> Answer:
    watch = Overlaps(asked.scene.by, asked.lasting(), by_shape=True, **given)
    number = {id(one): i for i, one in enumerate(asked.scene.askers)}
    met = {(number[id(a)], asked.place[id(b)]): (a, b) for a, b, *_ in watch.update().entered}
    assert all(a.contacts(b, **given) for a, b in met.values())
    return sorted(met)


CONTACTS = Question(
    contacts_of,
    {
        "contacts": (by_contacts, same),
        "contact_arrays": (by_contact_arrays, same),
        "Overlaps by_shape": (by_shape_pairs, lambda truth: sorted({row[:2] for row in truth})),
    },
)

# Ways out, and moves: against single shapes as targets of whole askers.


def counted(scene: Scene, condition: Condition, i: int) -> tuple[Sprite, list[Sprite]]:
    """An asker of the shapes that count, and the single shapes of targets that do."""
    one = copy.copy(scene.askers[i])
    mine = [p for p in scene.asking if p.owner == i and named(p, condition.shapes)]
    one.collision = [bare(scene.askers[i].shapes[p.shape]) for p in mine]
    one.collision_layer, one.collision_mask = 1, ALL_LAYERS
    others = [
        q.single
        for q in scene.asked
        if q.sprite is not scene.askers[i] and mine and condition.pair(scene, mine[0], q)
    ]
    return one, others


def ways_out(scene: Scene, condition: Condition) -> Answer:
    found = []
    for i in range(len(scene.askers)):
        one, others = counted(scene, condition, i)
        line = one.separation(others, along=(3, 4))
        found.append((one.separation(others).length, *line))
    return found


def by_separation(asked: Asked, given: dict[str, Any]) -> Answer:
    return [
        (
            one.separation(asked.give(), **given).length,
            *one.separation(asked.give(), along=(3, 4), **given),
        )
        for one in asked.scene.askers
    ]


def by_depenetrate(asked: Asked, given: dict[str, Any]) -> Answer:
    found = []
    for one in asked.scene.askers:
        x, y = one.x, one.y
        move = one.depenetrate(asked.lasting(), **given)
        assert (one.x, one.y) == (x + move.x, y + move.y)
        one.x, one.y = x, y
        along = one.depenetrate(asked.lasting(), along=(3, 4), **given)
        one.x, one.y = x, y
        found.append((move.length, *along))
    return found


def by_separation_arrays(asked: Asked, given: dict[str, Any]) -> Answer:
    pushes = as_group(asked.scene.by).separation_arrays(asked.give(), **given)
    return [math.hypot(*push) for push in pushes.tolist()]


OUT = Question(
    ways_out,
    {
        "separation": (by_separation, same),
        "depenetrate": (by_depenetrate, same),
        "separation_arrays": (by_separation_arrays, lambda truth: [row[0] for row in truth]),
    },
    ignores=("layers of shapes", "all"),  # the asker's shapes meet different targets
    scenes=4,
)


def slid(scene: Scene, condition: Condition) -> Answer:
    found = []
    for i in range(len(scene.askers)):
        one, others = counted(scene, condition, i)
        found.append(tuple(one.move_and_slide(*scene.way, others).travel))
    return found


def by_slides(asked: Asked, given: dict[str, Any]) -> Answer:
    found = []
    for one in asked.scene.askers:
        x, y = one.x, one.y
        found.append(tuple(one.move_and_slide(*asked.scene.way, asked.lasting(), **given).travel))
        one.x, one.y = x, y
    return found


SLIDES = Question(slid, {"move_and_slide": (by_slides, same)}, OUT.ignores, close=1e-6)

# Distances.


def distances_of(scene: Scene, counts: Callable[[Scene, Part, Part], bool]) -> Answer:
    found = {}
    for p in scene.asking:
        for q in scene.asked:
            if p.sprite is not q.sprite and counts(scene, p, q):
                key = p.owner, q.owner
                distance = p.single.distance(q.single).distance
                found[key] = min(found.get(key, math.inf), max(0.0, distance))
    return [(*key, distance) for key, distance in sorted(found.items())]


def by_distance(asked: Asked, given: dict[str, Any]) -> Answer:
    found = []
    for i, one in enumerate(asked.scene.askers):
        for other in asked.members:
            distance = one.distance(other, **given).distance
            back, forth = other.distance(one).distance, distance
            if given:
                forth = one.distance(other).distance
            assert one is other or math.isclose(back, forth, rel_tol=1e-12)
            if distance < math.inf:
                found.append((i, asked.place[id(other)], max(0.0, distance)))
    return found


DISTANCES = Question(
    lambda scene, condition: distances_of(scene, condition.pair),
    {"distance": (by_distance, same)},
    scenes=4,
)

# What is near a sprite, and what its shapes hit.


def near_of(scene: Scene, condition: Condition) -> Answer:
    found = distances_of(scene, condition.from_sprite)
    return sorted((i, distance, j) for i, j, distance in found)


def by_near_sprites(asked: Asked, given: dict[str, Any]) -> Answer:
    group, found = asked.group(), []
    for i, one in enumerate(asked.scene.askers):
        for k, near in enumerate(group.nearest_k(one, 999, **given)):
            if k < 2 and near.distance > 0:
                seen = {"mask": ALL_LAYERS, **given}
                assert near.point == one.distance(near.other, **seen).other_point
                assert near.other_shape in near.other.shapes
            found.append((i, near.distance, asked.place[id(near.other)]))
    return found


def by_nearest_sprite(asked: Asked, given: dict[str, Any]) -> Answer:
    found = [asked.group().nearest(one, **given) for one in asked.scene.askers]
    return [(i, near.distance) for i, near in enumerate(found) if near is not None]


REACH = 13.37
"""Pixels, at which nothing is that lies on whole numbers."""


def by_query_within(asked: Asked, given: dict[str, Any]) -> Answer:
    return [
        (i, asked.place[id(other)])
        for i, one in enumerate(asked.scene.askers)
        for other in asked.group().query_within(one, REACH, **given)
    ]


NEAR = Question(
    near_of,
    {
        "nearest_k": (by_near_sprites, same),
        "nearest": (by_nearest_sprite, lambda truth: firsts(truth)),  # noqa: PLW0108 (it is below)
        "query_within": (
            by_query_within,
            lambda truth: sorted((i, j) for i, distance, j in truth if distance < REACH),
        ),
    },
    of_place=True,
)


def hit_by_shapes(scene: Scene, condition: Condition) -> Answer:
    counts = condition.from_sprite
    return sorted({(p.owner, q.owner) for p, q in scene.touching if counts(scene, p, q)})


def by_query_shape(asked: Asked, given: dict[str, Any]) -> Answer:
    return [
        (i, asked.place[id(other)])
        for i, one in enumerate(asked.scene.askers)
        for other in asked.group().query_shape(one, **given)
    ]


SHAPES = Question(hit_by_shapes, {"query_shape": (by_query_shape, same)}, of_place=True)

# Questions about a place.


def placed(shape: Callable[..., Shape]) -> Callable[[Scene, Condition], Answer]:
    def truth(scene: Scene, condition: Condition) -> Answer:
        return [
            (k, j)
            for k, place in enumerate(scene.places)
            for j in sorted(
                {
                    q.owner
                    for q in scene.asked
                    if condition.place(scene, q) and Sprite(collision=shape(*place)).hits(q.single)
                }
            )
        ]

    return truth


def by_query(ask: Callable[..., Any]) -> Form:
    def form(asked: Asked, given: dict[str, Any]) -> Answer:
        given = without(given, "shapes")
        return [
            (k, asked.place[id(other)])
            for k, place in enumerate(asked.scene.places)
            for other in ask(asked, *place, **given)
        ]

    return form


def by_sprite(shape: Callable[..., Shape]) -> Form:
    """The law: what a sprite of that shape hits that meets every layer."""

    def ask(asked: Asked, x: float, y: float, size: float, **given: Any) -> Any:
        mask = given.pop("mask", ALL_LAYERS)
        return Sprite(collision=shape(x, y, size)).check(asked.give(), mask=mask, **given)

    return by_query(ask)


def by_indices(name: str, row: Callable[..., Any]) -> Form:
    def form(asked: Asked, given: dict[str, Any]) -> Answer:
        rows = [row(*place) for place in asked.scene.places]
        found = getattr(asked.group(), name)(rows, **without(given, "shapes"))
        return by_rows(found, asked)

    return form


def place_question(kind: str, shape: Callable[..., Shape], row: Callable[..., Any]) -> Question:
    return Question(
        placed(shape),
        {
            f"query_{kind}": (
                by_query(lambda asked, x, y, size, **given: getattr(
                    asked.group(), f"query_{kind}")(*row(x, y, size), **given)),
                same,
            ),
            "query_shape": (
                by_query(lambda asked, x, y, size, **given: asked.group().query_shape(
                    shape(x, y, size), **given)),
                same,
            ),
            "check": (by_sprite(shape), same),
            f"{kind}_indices": (by_indices(f"{kind}_indices", row), same),
        },
        ignores=("shapes",), of_place=True,
    )  # fmt: skip


POINTS = place_question("point", lambda x, y, size: Point(x, y), lambda x, y, size: (x, y))
CIRCLES = place_question("circle", Circle, lambda x, y, size: (x, y, size))
BOXES = place_question(
    "box", lambda x, y, size: Rect(x, y, size, size), lambda x, y, size: (x, y, x + size, y + size)
)

# What is nearest.


def nearest_of(scene: Scene, condition: Condition) -> Answer:
    found = []
    for k, (x, y, _) in enumerate(scene.places):
        best: dict[int, float] = {}
        for q in scene.asked:
            if condition.place(scene, q):
                near = Group(q.single).nearest(x, y)
                assert near is not None
                best[q.owner] = min(best.get(q.owner, math.inf), near.distance)
        found += [(k, distance, j) for distance, j in sorted((d, j) for j, d in best.items())]
    return found


def by_nearest_k(asked: Asked, given: dict[str, Any]) -> Answer:
    group, given = asked.group(), without(given, "shapes")
    return [
        (k, near.distance, asked.place[id(near.other)])
        for k, (x, y, _) in enumerate(asked.scene.places)
        for near in group.nearest_k(x, y, 999, **given)
    ]


def by_nearest(asked: Asked, given: dict[str, Any]) -> Answer:
    group, given = asked.group(), without(given, "shapes")
    found = [group.nearest(x, y, **given) for x, y, _ in asked.scene.places]
    return [(k, near.distance) for k, near in enumerate(found) if near is not None]


def by_nearest_indices(asked: Asked, given: dict[str, Any]) -> Answer:
    points = [place[:2] for place in asked.scene.places]
    positions, distances = asked.group().nearest_indices(points, 999, **without(given, "shapes"))
    return [
        (k, distance, asked.at(j))
        for k in range(len(points))
        for j, distance in zip(positions[k].tolist(), distances[k].tolist(), strict=True)
        if j >= 0
    ]


def firsts(truth: Answer) -> Answer:
    """The first row of each question, as its number and what follows it."""
    seen: dict[Any, Any] = {}
    for row in truth:
        seen.setdefault(row[0], (row[0], row[1]))
    return list(seen.values())


NEAREST = Question(
    nearest_of,
    {
        "nearest_k": (by_nearest_k, same),
        "nearest": (by_nearest, firsts),
        "nearest_indices": (by_nearest_indices, same),
    },
    ignores=("shapes",),
    of_place=True,
)

# Rays, thin and thick.


def ray_question(radius: float, inside: bool) -> Question:
    how: dict[str, Any] = {"radius": radius, "hit_from_inside": inside}

    def truth(scene: Scene, condition: Condition) -> Answer:
        found = []
        for k, line in enumerate(scene.lines):
            rows = [
                (k, hit.fraction, q.owner, q.shape, hit.from_inside, *hit.point, *hit.normal)
                for q in scene.asked
                if condition.place(scene, q)
                for hit in [Group(q.single).raycast(*line, **how)]
                if hit is not None
            ]
            found += sorted(rows)
        return found

    def every(asked: Asked, given: dict[str, Any]) -> Answer:
        group, found = asked.group(), []
        for k, line in enumerate(asked.scene.lines):
            hits = group.raycast_all(*line, **how, **without(given, "shapes"))
            assert [hit.fraction for hit in hits] == sorted(hit.fraction for hit in hits)
            found += sorted(
                (
                    k, hit.fraction, asked.place[id(hit.other)],
                    shape_number(hit.other, hit.other_shape), hit.from_inside, *hit.point,
                    *hit.normal,
                )
                for hit in hits
            )  # fmt: skip
        return found

    def first(asked: Asked, given: dict[str, Any]) -> Answer:
        group, given = asked.group(), without(given, "shapes")
        hits = [group.raycast(*line, **how, **given) for line in asked.scene.lines]
        alls = [group.raycast_all(*line, **how, **given) for line in asked.scene.lines]
        assert hits == [found[0] if found else None for found in alls]
        return [(k, hit.fraction) for k, hit in enumerate(hits) if hit is not None]

    def arrays(asked: Asked, given: dict[str, Any]) -> Answer:
        group, given = asked.group(), without(given, "shapes")
        lines = asked.scene.lines
        starts, ends = [line[:2] for line in lines], [line[2:] for line in lines]
        rays = group.raycast_arrays(starts, ends, **how, **given)
        for k, line in enumerate(lines):
            hit = group.raycast(*line, **how, **given)
            row = (rays.index[k], rays.shape_index[k], rays.fraction[k], *rays.normal[k])
            if hit is None:
                assert row == (-1, -1, 1.0, 0.0, 0.0)
                assert tuple(rays.point[k]) == ends[k]
            else:
                assert asked.members[row[0]] is hit.other
                assert hit.other.shapes[row[1]] is hit.other_shape
                assert row[2:] == (hit.fraction, *hit.normal)
                assert (tuple(rays.point[k]), rays.from_inside[k]) == (hit.point, hit.from_inside)
        return [(k, rays.fraction[k].item()) for k in range(len(lines)) if rays.hit[k]]

    def sight(asked: Asked, given: dict[str, Any]) -> Answer:
        group, given = asked.group(), without(given, "shapes")
        return [group.line_of_sight(*line, **how, **given) for line in asked.scene.lines]

    def sights(asked: Asked, given: dict[str, Any]) -> Answer:
        given, lines = without(given, "shapes"), asked.scene.lines
        starts, ends = [line[:2] for line in lines], [line[2:] for line in lines]
        seen: Answer = asked.group().line_of_sight_arrays(starts, ends, **how, **given).tolist()
        return seen

    def free(truth: Answer) -> Answer:
        return [k not in {row[0] for row in truth} for k in range(6)]

    forms: dict[str, tuple[Form, Narrow]] = {
        "raycast_all": (every, same),
        "raycast": (first, firsts),
        "raycast_arrays": (arrays, firsts),
        "line_of_sight": (sight, free),
        "line_of_sight_arrays": (sights, free),
    }
    return Question(truth, forms, ignores=("shapes",), of_place=True)


# Sweeps.


def leasts(truth: Answer) -> Answer:
    """How far each asker gets: rounding may decide which of several ends its way."""
    far: dict[int, float] = {}
    for row in truth:
        far[row[0]] = min(row[-1], far.get(row[0], math.inf))
    return sorted(far.items())


def sweep_question(turn: float, close: float) -> Question:
    how: dict[str, Any] = {"turn": turn} if turn else {}

    def truth(scene: Scene, condition: Condition) -> Answer:
        found = []
        for p in scene.asking:
            for q in scene.asked:
                if p.sprite is not q.sprite and condition.pair(scene, p, q):
                    hit = p.single.sweep(*scene.way, q.single, **how)
                    if hit is not None:
                        found.append((p.owner, q.owner, p.shape, q.shape, hit.fraction))
        return sorted(found)

    def every(asked: Asked, given: dict[str, Any]) -> Answer:
        found: Answer = []
        for i, one in enumerate(asked.scene.askers):
            hits = one.sweep_all(*asked.scene.way, asked.lasting(), **how, **given)
            assert [hit.fraction for hit in hits] == sorted(hit.fraction for hit in hits)
            found += sorted(
                (i, asked.place[id(hit.other)], shape_number(one, hit.shape),
                 shape_number(hit.other, hit.other_shape), hit.fraction)
                for hit in hits
            )  # fmt: skip
        return found

    def first(asked: Asked, given: dict[str, Any]) -> Answer:
        found = []
        for i, one in enumerate(asked.scene.askers):
            hit = one.sweep(*asked.scene.way, asked.lasting(), **how, **given)
            if hit is not None:
                found.append((i, hit.fraction))
        return found

    def collide(asked: Asked, given: dict[str, Any]) -> Answer:
        found = []
        for i, one in enumerate(asked.scene.askers):
            x, y, angle = one.x, one.y, one.angle
            hit = one.move_and_collide(*asked.scene.way, asked.lasting(), **how, **given)
            if hit is not None:
                assert (one.x, one.y) == hit.position
                found.append((i, hit.fraction))
            one.x, one.y, one.angle = x, y, angle
        return found

    def arrays(asked: Asked, given: dict[str, Any]) -> Answer:
        found = as_group(asked.scene.by).sweep_arrays(*asked.scene.way, asked.give(), **given)
        return [(i, far) for i, far in enumerate(found.fraction.tolist()) if found.hit[i]]

    forms: dict[str, tuple[Form, Narrow]] = {
        "sweep_all": (every, same),
        "sweep": (first, leasts),
        "move_and_collide": (collide, leasts),
    }
    if not turn:
        forms["sweep_arrays"] = (arrays, leasts)
    return Question(truth, forms, close=close)


# What is seen.


def seen(scene: Scene, condition: Condition) -> Answer:
    singles = [q.single for q in scene.asked if condition.place(scene, q)]
    return areas(Group(singles), scene, {})


def areas(group: Group, scene: Scene, given: dict[str, Any]) -> Answer:
    found = []
    for k, (x, y, _) in enumerate(scene.places):
        area = group.visible_area(x, y, radius=60, **given)
        if area is not None:
            found.append((k, area.geometry.area))
    return found


SIGHT = Question(
    seen,
    {"visible_area": (lambda asked, given: areas(asked.group(), asked.scene, given), same)},
    ignores=("shapes", "target_shapes", "mask of shapes", "all"),
    of_place=True,
    close=1e-3,
    scenes=4,
)

QUESTIONS = {
    "hits": HITS,
    "within": WITHIN,
    "contacts": CONTACTS,
    "ways out": OUT,
    "slides": SLIDES,
    "distances": DISTANCES,
    "near sprites": NEAR,
    "shapes of a sprite": SHAPES,
    "points": POINTS,
    "circles": CIRCLES,
    "boxes": BOXES,
    "nearest": NEAREST,
    "rays": ray_question(0, True),
    "rays from outside": ray_question(0, False),
    "thick rays": ray_question(3, True),
    "sweeps": sweep_question(0, 1e-9),
    "turned sweeps": sweep_question(40, 1e-6),
    "sight": SIGHT,
}


def cells() -> Iterator[tuple[str, Condition]]:
    """All questions with all conditions that go with them."""
    for name, question in QUESTIONS.items():
        for condition in CONDITIONS:
            if condition.name not in question.ignores:
                yield name, condition
