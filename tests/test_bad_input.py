"""Bad input: an error of the right type that names what is wrong, and nothing has changed.

Each argument of each public call is given what its kind must refuse, as the signatures tell them: a
new argument by a known name needs no line here. What no signature tells is in `bad_lines.txt`.
"""

import importlib
import inspect
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import shapely
from support.behavior import SQUARE, MeddlingNumber, Surface, ids, square, state
from support.hooks import validate
from support.tables import lines_of

import spritecol
from spritecol import Circle, Group, Number, Rect, Sprite, check, spatial, testing, tiles
from spritecol.integrations import ldtk, tiled
from spritecol.paths import Paths

Errors = dict[type[Exception], list[Any]]


class Own(Sprite):
    """Numbers of one's own."""

    collision = SQUARE
    vx, hp = Number(4.0), Number(3, int)

    def meet(self, other: Sprite, power: int) -> None:
        """A callback that needs more than it is given."""
        raise AssertionError


class BrokenError(Exception):
    """What hostile objects raise."""


class Hostile:
    """Raises or lies, by how it was made, when it is read as a number."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def __float__(self) -> float:
        if self.answer is BrokenError:
            raise BrokenError
        return self.answer  # type: ignore[no-any-return]


class Unprintable:
    """Is no number, and cannot even be shown."""

    def __repr__(self) -> str:
        raise BrokenError


def posed() -> Sprite:
    """A sprite that differs from the default in everything."""
    return Sprite(
        1, 2, Surface(6, 4), collision=[[0, 0, 3], [4, 4, 9, 9]], angle=30, scale_x=1.5, scale_y=-2,
        center_x=1, center_y=3, z=4, collision_sync=True, offset_sync=True, visible=False,
        collision_layer=4, collision_mask=6,
    )  # fmt: skip


def scene() -> dict[str, Any]:
    """One of each thing whose methods are asked, and what else the rows below name."""
    s, e, wall, own = posed(), square(90), Sprite(50, 0, collision=Rect(0, 0, 9, 99)), Own(70)
    group, tree = Group(s, wall), spatial.LinearQuadtree((0, 0, 64, 64), 3)
    tree.insert("item", (1, 1, 2, 2))
    space = spatial.CellSpace(64, 64, 4, 4)
    space.add("item", 3, 3)
    world = spritecol.World(s, own)
    history = spritecol.History(world)
    history.record(0)
    walker = spritecol.CharacterController(Sprite(0, -50, collision=Circle(0, 0, 5)))
    return {
        "s": s, "e": e, "wall": wall, "own": own, "group": group, "tree": tree, "space": space,
        "world": world, "history": history, "walker": walker, "circle": Circle(1, 2, 3),
        "watch": spritecol.Overlaps(group, e), "paths": Paths(wall, radius=2),
        "hit": square().sweep(90, 0, wall), "ray": Group(wall).raycast(0, 5, 90, 5),
        "vector": spritecol.Vec2(1, 2), "polygon": spritecol.Polygon([(0, 0), (9, 0), (0, 9)]),
    }  # fmt: skip


def seen(things: dict[str, Any]) -> Any:
    """What a user sees of a scene: equal before and after means that nothing has changed."""
    sprites = [things[name] for name in ("s", "e", "wall", "own")]
    walker, watch, group = things["walker"], things["watch"], things["group"]
    walks = (
        walker.up, walker.max_floor_angle, walker.snap, walker.step, walker.nudge, walker.max_push
    )  # fmt: skip
    return (
        [state(sprite) for sprite in sprites], [vars(sprite).copy() for sprite in sprites],
        things["own"].vx, things["own"].hp, ids(group), walks, walker.on_floor, watch.pairs,
        (walker.sprite.x, walker.sprite.y), things["world"].digest(),
        len(things["tree"]), len(things["space"]), things["history"].last,
    )  # fmt: skip


# --- what each kind of argument refuses ---------------------------------------------------------

NAN, INF = float("nan"), float("inf")
BAD: dict[str, Errors] = {
    "number": {
        TypeError: ["5", b"5", 1j, object(), Sprite, np.timedelta64(3, "s"), Hostile("junk")],
        ValueError: [NAN, INF, 1e13, -1e13, 10**400, Decimal("nan"), Fraction(10**13)],
    },
    "reach": {TypeError: ["5", 1j, object()], ValueError: [NAN, -1]},
    "velocity": {TypeError: ["5", None, [1], (3, 4)], ValueError: [NAN, INF]},
    "count": {TypeError: ["5", 1.5, object()], ValueError: [-3]},
    "bits": {TypeError: ["5", 1.0, True, [1]], ValueError: [-1, 2**64]},
    "vector": {TypeError: ["ab", b"ab", 3, {1, 2}, {1: 1, 2: 2}, ("a", 1)], ValueError: [(NAN, 1)]},
    "targets": {TypeError: [5, "ab", b"", object(), Sprite, [[5]], [Circle(0, 0, 1)]]},
    "names": {TypeError: [5, [5], object()]},
    "where": {TypeError: [5, "x", True]},
    "callback": {TypeError: [5, 1.5, [], b"hit", True, Sprite]},
    "rows": {TypeError: ["ab", [["a", "b", "c", "d"]]], ValueError: [[1], [[NAN] * 4], [[1] * 5]]},
    "box": {ValueError: [[1], (1, 2, NAN, 4), (9, 9, 0, 0)]},
    "switch": {TypeError: ["abc", b"", None, 1.5], ValueError: [2, -1, 10**30]},
    "whole": {TypeError: ["5", 1.0, None, 1j], ValueError: [2**63, -(2**63) - 1]},
    "free": {TypeError: ["5", None, 1j, [1.0]], ValueError: [10**400]},
}
KINDS = """
number: x y x1 y1 x2 y2 x3 y3 dx dy left top right bottom width height radius radius_x radius_y
number: angle turn degrees length max_floor_angle snap step nudge spread tolerance restitution
number: friction tile_width tile_height z scale scale_x scale_y center_x center_y
reach: max_distance max_push
velocity: vx vy
count: k depth ix iy m n level index rows back columns
bits: mask layer collision_layer collision_mask
vector: up along one_way
targets: targets a b attackers other exclude sprites walls stops
names: shapes target_shapes
where: where
callback: shot hit enter stay exit
rows: points boxes circles starts ends aabbs
box: bounds aabb
switch: collision_enable collision_sync offset_sync visible by_shape swept emit drop hit_from_inside
vector: goal start
number: longest
count: max_bounces frames
"""
KIND_OF = {
    name: kind
    for kind, _, names in (line.partition(": ") for line in KINDS.split("\n"))
    for name in names.split()
}
GOOD: dict[str, Any] = {
    "number": 3.0, "velocity": 2.0, "count": 2, "rows": [[1, 2]], "circles": [[1, 2, 3]],
    "boxes": [[1, 2, 3, 4]], "aabbs": [[1, 2, 3, 4]], "bounds": (0, 0, 9, 9), "aabb": (1, 1, 2, 2),
    "item": "item", "shape": Circle(0, 0, 1), "geometry": shapely.box(0, 0, 1, 1), "grid": [[1]],
    "update": print, "frames": 3, "name": "x", "values": 1, "start": (1, 2), "goal": (3, 4),
}  # fmt: skip
"""What an argument without a default is given while another one is bad: by its name or kind."""

BY_ROWS = {
    *(
        Sprite,
        Group,
        spritecol.Vec2,
        spritecol.Box,
        spritecol.Shape,
        spritecol.Way,
        spritecol.World,
        spritecol.Discard,
        Number,
    ),
    *(spritecol.Frames, spritecol.Difference, spritecol.clean, spatial.QuadtreeNodes),
}
"""Public calls whose arguments are not what their names say elsewhere, or are not looked at."""

ELSEWHERE = {
    ("candidate_pairs", "other"): "rows",
    ("Polygon", "points"): None,
    ("index", "start"): None,
    ("World", "columns"): None,
}

WITHOUT_A_KIND = {
    *("distance", "normal", "point", "other_point", "share", "stop", "value"),  # of values
    *("item", "data", "frame", "snapshot", "name", "only", "world", "sprite", "shape", "values"),
    *("grid", "geometry", "holes", "make", "update", "ignore"),
    *("more", "names", "named", "arguments"),
}
"""Arguments that mean something else in each call: `bad_lines.txt` has what they refuse."""


def public_calls(things: dict[str, Any]) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function, class and method, by a name of its own."""
    for module in (spritecol, spatial, spatial.morton):
        names = getattr(module, "__all__", None) or [n for n in vars(module) if n.islower()]
        for name in names:
            call = getattr(module, name)
            if callable(call) and call not in BY_ROWS and call.__module__[:9] == "spritecol":
                yield name, call
    yield "sync_test", testing.sync_test
    for thing, value in things.items():
        if thing not in ("e", "wall", "own"):
            for name in dir(value):
                if name[0] != "_" and callable(getattr(value, name, None)):
                    yield f"{thing}.{name}", getattr(value, name)


def call_named(name: str, things: dict[str, Any]) -> Callable[..., Any]:
    """A public call by its name; a method is that of one of the things."""
    thing, _, method = name.partition(".")
    return getattr(things[thing], method) if method else CALLS[name]  # type: ignore[no-any-return]


ARRAYS = (
    *(spritecol.ContactArrays, spritecol.RayArrays, spritecol.SlideArrays, spritecol.SweepArrays),
    spatial.QuadtreeNodes,
)
"""Records of answers, which users do not make."""


def arguments_of(call: Callable[..., Any]) -> list[inspect.Parameter]:
    if call in ARRAYS:
        return []
    try:
        return list(inspect.signature(call).parameters.values())
    except ValueError:
        return []  # a record of answers, which users do not make


CALLS = dict(public_calls(scene()))
CASES = [
    pytest.param(name, argument.name, kind, id=f"{name} {argument.name}")
    for name, call in CALLS.items()
    for argument in arguments_of(call)
    if (kind := ELSEWHERE.get((name.split(".")[-1], argument.name), KIND_OF.get(argument.name)))
]


@pytest.mark.parametrize(("name", "argument", "kind"), CASES)
def test_a_bad_argument(name: str, argument: str, kind: str) -> None:
    things = scene()
    call = call_named(name, things)
    parameters = arguments_of(call)
    given = {
        one.name: GOOD.get(one.name, GOOD.get(KIND_OF.get(one.name, ""), things["wall"]))
        for one in parameters
        if one.default is one.empty
        or repr(one.default) == "<omitted>"
        or KIND_OF.get(one.name) == "velocity"
    } | {"world": things["world"], "sprite": things["s"]}
    before = seen(things)
    for error, values in BAD[kind].items():
        for value in values:
            use = {**given, argument: value}
            several = [
                use[one.name]
                for one in parameters
                if one.kind is one.VAR_POSITIONAL and one.name not in ("names", "more")
            ]
            named = {
                one.name: use[one.name]
                for one in parameters
                if one.name in use and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
            }
            with pytest.raises(error) as raised:
                call(*several, **named)
            assert raised.type is error
            assert tells(str(raised.value), argument, value), str(raised.value)
    assert seen(things) == before


MORE = [name for name, call in CALLS.items() if "more" in (one.name for one in arguments_of(call))]


def test_most_calls_with_targets_take_more_of_them() -> None:
    assert len(MORE) > 10


@pytest.mark.parametrize("name", MORE)
def test_a_bad_target_among_more(name: str) -> None:
    things = scene()
    call = call_named(name, things)
    numbers = [3.0] * sum(one.name in ("dx", "dy") for one in arguments_of(call))
    before = seen(things)
    for value in BAD["targets"][TypeError]:
        with pytest.raises(TypeError) as raised:
            call(*numbers, things["wall"], value)
        of = next(one.name for one in arguments_of(call) if one.name not in ("dx", "dy"))
        assert of.removesuffix("s") in str(raised.value), str(raised.value)
    assert seen(things) == before


def tells(message: str, name: str, value: Any) -> bool:
    """Whether a message names an attribute or argument, or shows the value or a part of it."""
    return bool(re.search(rf"\b{name}\b", message)) or repr(value)[:30] in message


def test_the_cases_are_many() -> None:
    """And each kind of argument is among them."""
    assert len(CASES) > 400
    assert {case.values[2] for case in CASES} >= BAD.keys() - {"switch", "whole", "free"}


def test_each_argument_has_a_kind_or_is_known_to_have_none() -> None:
    names = {one.name for call in CALLS.values() for one in arguments_of(call)}
    kindless = {name for _, name in ELSEWHERE} | WITHOUT_A_KIND
    assert names - KIND_OF.keys() - kindless == set()
    assert names >= WITHOUT_A_KIND
    assert not WITHOUT_A_KIND & KIND_OF.keys()


def test_every_call_names_what_it_does_not_take() -> None:
    for name, call in CALLS.items():
        if {one.kind for one in arguments_of(call)} & {inspect.Parameter.VAR_KEYWORD}:
            continue
        with pytest.raises(TypeError) as raised:
            call(q7=1)
        last = name.split(".")[-1]
        assert re.search(rf"\b({last}|__c?init__)\b|q7", str(raised.value)), str(raised.value)


def loaders() -> Iterator[Callable[..., Any]]:
    """Constructors and functions that no game calls often."""
    yield from (spritecol.Overlaps, spritecol.World, spritecol.History, Paths)
    yield from (spritecol.Polygon, spritecol.Rect, spritecol.Circle)
    yield from (tiles.shapes_from_tiles, testing.sync_test)
    yield from (tiled.sprites_from_tmx, ldtk.sprites_from_ldtk)


def tells_keywords(call: Callable[..., Any]) -> None:
    """A keyword that a call does not have is told with all those that it has."""
    with pytest.raises(
        TypeError, match=r"\) got an unexpected keyword argument 'q7'; it takes "
    ) as e:
        call(q7=1)
    told = str(e.value).partition("it takes ")[2].split(", ")
    assert [one.removeprefix("*") for one in told] == list(inspect.signature(call).parameters)


@pytest.mark.parametrize("call", list(loaders()), ids=lambda call: call.__qualname__)
def test_what_is_seldom_called_names_all_keywords(call: Callable[..., Any]) -> None:
    tells_keywords(call)


@pytest.mark.parametrize("library", ["pygame", "arcade"])
def test_debug_views_name_all_keywords(library: str) -> None:
    pytest.importorskip(library, reason=f"needs {library}")
    module = importlib.import_module(f"spritecol.integrations.{library}")
    views = [name for name in module.__all__ if name.startswith(("draw_", "fill_", "shapes_from"))]
    assert {"draw_answers", "draw_shapes"} <= {*views}
    for name in views:
        tells_keywords(getattr(module, name))


# --- attributes, by every road ------------------------------------------------------------------


def writable(thing: Any) -> list[str]:
    """The attributes that can be assigned."""
    found = []
    for name in dir(thing):
        if inspect.isdatadescriptor(getattr(type(thing), name, None)) and name[0] != "_":
            try:
                setattr(thing, name, getattr(thing, name))
            except AttributeError:
                continue
            found.append(name)
    return found


ATTRIBUTES = {**{name: KIND_OF.get(name, "") for name in writable(Own())}, "vx": "free"}
ATTRIBUTES |= {"hp": "whole", "collision": "", "image": ""}
COLUMNS = [name for name in ATTRIBUTES if name in (*writable(Group()), "vx", "hp")]


def in_a_column(name: str, values: Any) -> Any:
    """As `group.x = values` and `group.set_column("x", values)`; all or nothing is written."""
    sprites = [Own(1), Own(2), Own(3)]
    group = Group(sprites[0], Group(*sprites[1:]))
    before = [[state(sprite), sprite.vx, sprite.hp, vars(sprite).copy()] for sprite in sprites]
    try:
        if name in writable(group):
            setattr(group, name, values)
        else:
            group.set_column(name, values)
    finally:
        after = [[state(sprite), sprite.vx, sprite.hp, vars(sprite).copy()] for sprite in sprites]
        assert after == before
        validate()


ROADS: dict[str, Callable[[Sprite, str, Any], Any]] = {
    "assigned": setattr,
    "argument": lambda own, name, value: Own(**{name: value}),
    "class": lambda own, name, value: type("Kind", (Own,), {name: value})(),
    "column": lambda own, name, value: in_a_column(name, [1, value, 1]),
}


def refused(road: str, name: str, error: Any, value: Any, word: str = "") -> None:
    """The road must not take the value for the attribute; the error says why."""
    own = Own(3, angle=30, scale=2)
    before = state(own), own.vx, own.hp
    with pytest.raises(error) as raised:
        ROADS[road](own, name, value)
    message = str(raised.value)
    if raised.type is not BrokenError:
        assert word in message if word else tells(message, name, value), message
    assert (state(own), own.vx, own.hp) == before


def test_each_attribute_has_a_kind() -> None:
    assert {name for name, kind in ATTRIBUTES.items() if not kind} == {
        "collision",
        "image",
        "position",
    }
    assert len(ATTRIBUTES) > 17


@pytest.mark.parametrize(
    ("name", "road"),
    [
        (name, road)
        for name, kind in ATTRIBUTES.items()
        for road in ROADS
        if kind and (road != "column" or name in COLUMNS)
    ],
)
def test_a_bad_attribute(name: str, road: str) -> None:
    kind = ATTRIBUTES[name]
    for error, values in BAD[kind].items():
        for value in values:
            refused(road, name, error, value)
    if kind == "number":
        for value in ([1], {}, np.array([]), np.array(["a"])):
            refused(road, name, (TypeError, ValueError), value)
        for value in (Hostile(BrokenError), Unprintable()):
            refused(road, name, (TypeError, BrokenError), value)
        if not name.startswith("center"):
            refused(road, name, TypeError, None)


FINE: list[Any] = [0, -0.0, True, 1e12, -1e12, 10**12, 5e-324, Decimal("1.5"), Fraction(1, 4)]
FINE += [np.float32(1.5), np.int64(-3), np.uint8(3), np.bool_(True)]


@pytest.mark.parametrize(
    "name", [n for n, kind in ATTRIBUTES.items() if kind in ("number", "free")]
)
def test_numbers_of_any_type_are_fine(name: str) -> None:
    for value in FINE:
        own = Own(**{name: value})
        assert getattr(own, name) in (float(value), float(value) % 360)
        other = Own()
        setattr(other, name, value)
        assert state(other) == state(own)
        validate()


@pytest.mark.parametrize("name", [n for n, kind in ATTRIBUTES.items() if kind == "switch"])
def test_switches_take_what_means_true_or_false(name: str) -> None:
    for value in (False, True, 0, 1, np.bool_(False), np.bool_(True)):
        assert getattr(Own(**{name: value}), name) is bool(value)


BAD_COLUMNS: Errors = {
    ValueError: [
        *([1, 1], [1, 1, 1, 1], []),
        *(np.ones(shape, int) for shape in (4, (3, 1), (1, 3), (3, 3), (0, 3))),
    ],
    TypeError: [
        *(None, "5", b"abc", object(), 1j, {1, 2, 3}, {1: 1, 2: 2, 3: 3}, ["1", "2", "3"]),
        *([1, 2, None], [1, 2, 3j], [1, 2, object()], np.array([1, 2, 3j])),
        *(np.array(["1", "2", "3"]), np.array([b"1", b"2", b"3"])),
        *(np.array([1, 2, None], dtype=object), np.array([1, 2, 3], dtype="datetime64[s]")),
        *(np.zeros(3, dtype=[("a", "f8")]), np.ma.array([1, 2, 3], mask=[0, 1, 0])),
    ],
}


@pytest.mark.parametrize("name", COLUMNS)
def test_a_bad_column(name: str) -> None:
    for error, values in BAD_COLUMNS.items():
        for value in values:
            with pytest.raises(error, match=rf"\b{name}\b"):
                in_a_column(name, value)


def test_the_error_of_a_column_shows_the_offender() -> None:
    for values, shown in (([1, 2.5e12, 1], "2500000000000"), (np.ones(7), "7"), ([1], r"\b3\b")):
        with pytest.raises(ValueError, match=shown):
            in_a_column("scale_y", values)


@pytest.mark.parametrize("name", [*ATTRIBUTES, "aabb", "world_shapes", "geometry", "shapes"])
def test_what_cannot_be_deleted_or_assigned(name: str) -> None:
    kinds = [Own]
    if name in ATTRIBUTES:
        kinds.append(type("Kind", (Own,), {name: getattr(Own(), name)}))
    for sprite in [kind() for kind in kinds]:
        with pytest.raises(AttributeError, match=name):
            delattr(sprite, name)
        if name not in ATTRIBUTES:
            with pytest.raises(AttributeError, match=name):
                setattr(sprite, name, getattr(sprite, name))
    if hasattr(Group, name):
        with pytest.raises(AttributeError, match=name):
            delattr(Group(), name)


# --- collision and image ------------------------------------------------------------------------

BOWTIE = shapely.Polygon([(0, 0), (4, 4), (4, 0), (0, 4)])


def sized(size: Any) -> Any:
    """What says that it is an image of this size."""
    return type("Sized", (), {"size": size})()


def rows_of(section: str) -> list[Any]:
    """Error, word and line of a section of the table."""
    rows = (line.split(maxsplit=2) for line in lines_of("bad_lines.txt", section))
    return [pytest.param(*row, id=f"{number}: {row[-1]}") for number, row in enumerate(rows)]


@pytest.mark.parametrize(
    ("name", "error", "word", "value"),
    [
        pytest.param(name, *row.values, id=f"{name} {row.id}")
        for name in ("collision", "image")
        for row in rows_of(name)
    ],
)
def test_bad_shapes_and_images(name: str, error: str, word: str, value: str) -> None:
    bad = eval(value)
    for road in ("assigned", "argument", "class"):
        if road == "class" and (isinstance(bad, type) or inspect.isfunction(bad)):
            continue  # where it is a method, or a class within
        refused(road, name, eval(error), bad, word)


# --- calls that no signature tells --------------------------------------------------------------


class Demanding(Sprite):
    """Its callbacks take more than they are given."""

    collision = SQUARE

    def takes_a_keyword(self, other: Any, contact: Any, *, power: int) -> None: ...


def three(own: Any, other: Any, power: Any) -> None: ...


Foreign = type("Ship", (type("Sprite", (), {"__module__": "other.library"}),), {})


class Tile(Sprite):
    collision = [0, 0, 15, 15]  # noqa: RUF012 - a list, as most users write it


NAMES = globals() | {name: getattr(spritecol, name) for name in spritecol.__all__}


def play(row: str, error: str, word: str, **more: Any) -> None:
    """Run a row as a user's own line; nothing may have changed after its error."""
    things = scene() | more
    before = seen(things)
    with pytest.raises(eval(error)) as raised:
        exec(row, NAMES | things)
    assert word in str(raised.value), str(raised.value)
    assert seen(things) == before
    assert Tile().collision == [0, 0, 15, 15]


@pytest.mark.parametrize(("error", "word", "row"), rows_of("lines"))
def test_a_wrong_line(error: str, word: str, row: str) -> None:
    play(row, error, word)


@pytest.mark.parametrize(("error", "word", "row"), rows_of("lines of who knows pygame"))
def test_a_wrong_line_of_who_knows_pygame(error: str, word: str, row: str) -> None:
    pygame = pytest.importorskip("pygame")
    from spritecol.integrations.pygame import Sprite as Both
    from spritecol.integrations.pygame import spritecollide

    both = Both(image=pygame.Surface((8, 8)))
    before = repr((both, both.rect, both.aabb))
    more = {"pygame": pygame, "Both": Both, "both": both, "spritecollide": spritecollide}
    play(row, error, word, **more)
    assert repr((both, both.rect, both.aabb)) == before


def test_callbacks_are_judged_before_any_is_called() -> None:
    log: list[Any] = []
    with pytest.raises(TypeError, match="power"):
        check(Own(), Own(5), shot=lambda own, other: log.append(own), hit="meet")
    assert not log
    check(Own(), Own(5), shot=lambda own, other, contact, power=3: log.append(power), hit=None)
    assert log == [3]


# --- what acts, raises or lies while it is read -------------------------------------------------


def items(*yielded: Any) -> Any:
    """What can be iterated once more each time, and raises at the end."""

    class Items:
        def __iter__(self) -> Iterator[Any]:
            yield from yielded
            raise BrokenError

    return Items()


def with_iter(iterator: Any) -> Any:
    return type("Junk", (), {"__iter__": iterator})()


@pytest.mark.parametrize(
    "ask",
    [
        *(square().hits, square().check, square().contacts, spritecol.pairs, Group(square()).hits),
        *(check, Group, lambda targets: check([square()], targets)),
        lambda targets: square().sweep(9, 0, targets),
    ],
)
def test_targets_that_raise_or_lie(ask: Callable[[Any], Any]) -> None:
    for error, targets in (
        (BrokenError, items()),
        (BrokenError, [square(), items(square())]),
        (TypeError, with_iter(lambda self: 5)),
        (TypeError, with_iter(None)),
        ((TypeError, BrokenError), items(square(), 5)),
    ):
        with pytest.raises(error):
            ask(targets)
        validate()


@pytest.mark.parametrize(
    "name", [n for n, kind in ATTRIBUTES.items() if kind in ("number", "free")]
)
def test_a_number_that_meddles_with_its_sprite(name: str) -> None:
    sprite = Own()
    many: list[Sprite] = []
    for act in (
        lambda: setattr(sprite, name, 3),
        sprite.vanish,
        lambda: many.extend(square() for _ in range(3000)),
    ):
        setattr(sprite, name, MeddlingNumber(act))
        assert getattr(sprite, name) == 7
        validate()
    assert sprite.vanished


def test_a_collision_and_an_image_that_meddle_with_their_sprite() -> None:
    sprite = square()
    sprite.collision = [0, MeddlingNumber(lambda: setattr(sprite, "collision", [])), 5]
    assert sprite.shapes == (Circle(0, 7, 5),)
    assert sprite.aabb == (-5, 2, 5, 12)

    class Meddling:
        def get_size(self) -> tuple[float, float]:
            sprite.collision = SQUARE
            sprite.image = Surface(2, 2)
            return (8, 8)

    sprite.image = Meddling()
    assert (sprite.center_x, sprite.shapes) == (4, (SQUARE,))
    validate()


# --- which of several ----------------------------------------------------------------------------


def several(good: Any, bad: Any, at: int) -> list[Any]:
    """Five values, of which one is bad, and so is the last one: the first is to be named."""
    values = [good] * 5
    values[at] = values[-1] = bad
    return values


SIDES = [(0, 0), (9, 0), (9, 9), (5, 4), (0, 9)]
GROUP = Group(Sprite(k) for k in range(5))
NAN = float("nan")
WHICH: dict[str, tuple[Callable[[int], Any], str]] = {
    "boxes beyond all limits": (
        lambda k: spatial.candidate_pairs(several((0, 0, 1, 1), (0, 0, 1, NAN), k)),
        "aabbs[{}] must be finite",
    ),
    "other boxes": (
        lambda k: spatial.candidate_pairs([(0, 0, 1, 1)], several((0, 0, 1, 1), (NAN, 0, 1, 1), k)),
        "other[{}] must be finite",
    ),
    "inverted boxes": (
        lambda k: spatial.candidate_pairs(several((0, 0, 1, 1), (0, 3, 1, 2), k)),
        "aabbs[{}] must be left",
    ),
    "a tree of boxes": (
        lambda k: spatial.LinearQuadtree.build(several((0, 0, 1, 1), (0, 3, 1, 2), k)),
        "aabbs[{}] must be left",
    ),
    "corners": (
        lambda k: spritecol.Polygon([*SIDES[:k], ("x", 0), *SIDES[k + 1 :]]),
        "Polygon.points[{}][0] must be",
    ),
    "corners that are no pairs": (
        lambda k: spritecol.Polygon([*SIDES[:k], (1, 2, 3), *SIDES[k + 1 :]]),
        "Polygon.points[{}] must be",
    ),
    "holes": (
        lambda k: spritecol.Polygon(SIDES, several([(1, 1), (2, 1), (1, 2)], [(0, NAN)], k)),
        "Polygon.holes[{}][0][1] must be",
    ),
    "shapes": (
        lambda k: Sprite(collision=several([0, 0, 4], [0, NAN, 4], k)),
        "collision[{}]",
    ),
    "rows of a grid": (lambda k: tiles.shapes_from_tiles(several([1], [NAN], k), 8, 8), "grid[{}]"),
    "cells of a row": (
        lambda k: tiles.shapes_from_tiles([[1] * 5, several(1, -1, k)], 8, 8),
        "grid[1][{}]",
    ),
}


@pytest.mark.parametrize("at", range(4))
@pytest.mark.parametrize("name", WHICH)
def test_the_first_bad_one_of_several_is_named(name: str, at: int) -> None:
    call, told = WHICH[name]
    with pytest.raises((TypeError, ValueError)) as raised:
        call(at)
    assert told.format(at) in str(raised.value)


NUMBERED: dict[str, Callable[[list[float]], Any]] = {
    "a column": lambda values: setattr(GROUP, "x", values),
    "places": lambda values: GROUP.point_indices([(value, 0) for value in values]),
    "boxes": lambda values: GROUP.box_indices([(0, 0, value, 0) for value in values]),
    "circles": lambda values: GROUP.circle_indices([(0, 0, value) for value in values]),
    "nearest": lambda values: GROUP.nearest_indices([(value, 0) for value in values]),
    "starts": lambda values: GROUP.raycast_arrays([(value, 0) for value in values], (0, 0)),
    "ends": lambda values: GROUP.raycast_arrays((0, 0), [(0, value) for value in values]),
    "sight": lambda values: GROUP.line_of_sight_arrays((0, 0), [(0, value) for value in values]),
    "motions": lambda values: GROUP.sweep_arrays(values, 0, GROUP),
    "slides": lambda values: GROUP.move_and_slide_arrays(0, values, GROUP),
}


@pytest.mark.parametrize("at", range(4))
@pytest.mark.parametrize("name", NUMBERED)
def test_the_first_bad_number_of_several_is_shown(name: str, at: int) -> None:
    before = GROUP.x.tolist()
    values = [float(k) for k in range(5)]
    values[at], values[4] = 3e12, 4e12
    with pytest.raises(ValueError, match=r"got 3e\+12|got 3000000000000"):
        NUMBERED[name](values)
    assert GROUP.x.tolist() == before
