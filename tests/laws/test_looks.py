"""To look at a Group first never changes the answer of any operation.

A Group drops vanished members when it is next read. Two equal scenes live the same life; in one of
them somebody looks at the Groups before each operation.
"""

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from support.counting import at_least

from spritecol import Circle, Group, Rect, Sprite, World, check, draw, pairs, update

pytestmark = pytest.mark.usefixtures("rows_are_given_back")


class Numbered(Sprite):
    """Is shown by its number, so that answers of two scenes can be compared."""

    def __init__(self, number: int, x: float, y: float) -> None:
        super().__init__(x, y, collision=[Rect(0, 0, 9, 9), Circle(9, 4, 5)][number % 2])
        self.number = number
        self.vx = float(number)

    def __repr__(self) -> str:
        return f"<{self.number}>"


class Scene:
    """Sprites in Groups, of which some hold others; and one World of all sprites."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        count = chance.choice([3, 8, 60])  # few are scanned, many are looked up
        self.sprites = [
            Numbered(k, chance.randrange(40), chance.randrange(40)) for k in range(count)
        ]
        self.groups = [Group() for _ in range(3)]
        for sprite in self.sprites:
            chance.choice(self.groups).add(sprite)
        for outer, inner in [(0, 1), (1, 2)][: chance.randrange(3)]:
            self.groups[outer].add(self.groups[inner])
        self.world = World(*self.sprites)
        self.saved = self.world.save()
        self.chance = chance

    def sprite(self) -> Numbered:
        return self.chance.choice(self.sprites)

    def some(self) -> list[Numbered]:
        return [self.sprite() for _ in range(self.chance.randrange(1, 4))]

    def group(self) -> Group:
        return self.chance.choice(self.groups)


LOOKS: list[Callable[[Group], Any]] = [
    len,
    list,
    bool,
    lambda group: None in group,
    lambda group: group.x,
    lambda group: group.pairs(),
    lambda group: group[:1],
    repr,
]

Answer = Callable[[Scene], Any]


def given(name: str, *given: Any) -> Answer:
    """A method of a Group with these arguments."""
    return lambda scene: getattr(scene.group(), name)(*given)


def column(name: str) -> Answer:
    """A column, read and written."""

    def ask(scene: Scene) -> Any:
        group, other = scene.group(), scene.group()
        setattr(group, name, getattr(group, name))
        return getattr(other, name)

    return ask


def set_column(scene: Scene) -> Any:
    group = scene.group()
    group.set_column("vx", list(range(scene.chance.randrange(4))))


def written(scene: Scene) -> Any:
    """What is assigned to as many as one counts who does not look."""
    scene.group().x = [float(k) for k in range(scene.chance.randrange(6))]


POINTS = np.array([[10.0, 10.0], [30.0, 5.0]])
BOXES = np.array([[0.0, 0.0, 20.0, 20.0], [15.0, 15.0, 40.0, 40.0]])

PUBLIC: dict[str, Answer] = {
    "add": lambda s: s.group().add(*s.some()),
    "clear": given("clear"),
    "discard": lambda s: s.group().discard(*s.some()),
    "remove": lambda s: s.group().remove(*s.some()[:2]),
    "count": lambda s: s.group().count(s.sprite()),
    "index": lambda s: s.group().index(s.sprite(), s.chance.randrange(-3, 3)),
    "column": given("column", "vx"),
    "set_column": set_column,
    "hits": lambda s: s.group().hits(s.group()),
    "pairs": lambda s: s.group().pairs(s.group()),
    "pair_indices": lambda s: s.group().pair_indices(s.group()),
    "contact_arrays": lambda s: s.group().contact_arrays(s.group()).index,
    "separation_arrays": lambda s: s.group().separation_arrays(s.group()),
    "move_and_slide_arrays": lambda s: s.group().move_and_slide_arrays(1, 2, s.group()).travel,
    "sweep_arrays": lambda s: s.group().sweep_arrays(9, 2, s.group()).index,
    "box_indices": given("box_indices", BOXES),
    "circle_indices": given("circle_indices", [[10, 10, 15]]),
    "point_indices": given("point_indices", POINTS),
    "nearest_indices": given("nearest_indices", POINTS, 2),
    "nearest": given("nearest", 20, 20),
    "nearest_k": given("nearest_k", 20, 20, 3),
    "query_box": given("query_box", 0, 0, 30, 30),
    "query_circle": given("query_circle", 20, 20, 15),
    "query_within": given("query_within", 20, 20, 15),
    "query_inside": given("query_inside", 0, 0, 30, 30),
    "query_outside": given("query_outside", 0, 0, 20, 20),
    "query_point": given("query_point", 20, 20),
    "query_shape": lambda s: s.group().query_shape(s.sprite()),
    "raycast": given("raycast", 0, 0, 50, 50),
    "raycast_all": given("raycast_all", 0, 0, 50, 50),
    "raycast_arrays": given("raycast_arrays", [[0, 0]], POINTS),
    "line_of_sight": given("line_of_sight", 0, 0, 50, 50),
    "line_of_sight_arrays": given("line_of_sight_arrays", [[0, 0]], POINTS),
    "visible_area": given("visible_area", -20, -20, 40),
    **{
        name: column(name)
        for name in ("x", "y", "angle", "scale_x", "scale_y", "collision_layer", "collision_mask")
    },
    "aabb": lambda s: s.group().aabb,
    "aabbs": lambda s: s.group().aabbs,
    "update": given("update"),
    "draw": given("draw"),
}
"""Every public name of `Group`."""

OTHERS: dict[str, Answer] = {
    "add a Group": lambda s: s.group().add(s.group()),
    "discard a Group": lambda s: s.group().discard(s.group()),
    "remove a Group": lambda s: s.group().remove(s.group()),
    "discard of a list": lambda s: s.group().discard(s.some()),
    "remove of a list": lambda s: s.group().remove(s.some()[:2]),
    "len": lambda s: len(s.group()),
    "bool": lambda s: bool(s.group()),
    "in": lambda s: s.sprite() in s.group(),
    "a Group in": lambda s: s.group() in s.group(),
    "iteration": lambda s: list(s.group()),
    "reversed": lambda s: list(reversed(s.group())),
    "at": lambda s: s.group()[s.chance.randrange(-4, 4)],
    "slice": lambda s: s.group()[s.chance.randrange(3) :],
    "at some": lambda s: s.group()[[0, s.chance.randrange(4)]],
    "at bools": lambda s: s.group()[[True] * s.chance.randrange(1, 9)],
    "repr": lambda s: repr(s.group()),
    "write": written,
    "copy": lambda s: list(copy.copy(s.group())),
    "deep copy": lambda s: list(copy.deepcopy(s.group())),
    "pickle": lambda s: list(pickle.loads(pickle.dumps(s.group()))),
    "check": lambda s: check(s.group(), s.group()),
    "function pairs": lambda s: pairs(s.group(), s.group()),
    "Sprite.check": lambda s: s.sprite().check(s.group()),
    "Sprite.sweep": lambda s: s.sprite().sweep(9, 9, s.group()),
    "update": lambda s: update(s.group()),
    "draw": lambda s: draw(s.group()),
    "World": lambda s: World(s.group()).digest(),
    "exclude": lambda s: s.group().query_box(0, 0, 40, 40, exclude=s.group()),
    "walk": lambda s: [one for one in s.group() if one.number % 2 or one.vanish()],  # type: ignore[attr-defined]
    "vanish": lambda s: [one.vanish() for one in s.some()],
    "vanish many": lambda s: [one.vanish() for one in s.sprites[s.chance.randrange(1, 5) :]],
    "save": lambda s: setattr(s, "saved", s.world.save()),
    "restore": lambda s: s.world.restore(s.saved),
}


def shown(answer: Any) -> str:
    """An answer, as text."""
    if isinstance(answer, np.ndarray):
        return repr(answer.tolist())
    if hasattr(answer, "hit") and hasattr(answer, "fraction"):  # arrays
        return repr((answer.index.tolist(), np.asarray(answer.fraction).tolist()))
    return repr(answer)


def told(scene: Scene, ask: Answer) -> str:
    try:
        return shown(ask(scene))
    except (KeyError, ValueError, IndexError, TypeError) as error:
        return repr(error)


def live(seed: int, seen: Counter[str]) -> None:
    """The same life in two scenes, of which one is looked at."""
    operations = {**PUBLIC, **OTHERS}
    often = ["vanish", "vanish many", "restore", "save", "add", "remove", "discard"]
    plain, looked_at = Scene(seed), Scene(seed)
    chance = random.Random(-seed)
    for _ in range(80):
        name = chance.choice([*operations, *often, *often])
        look = chance.choice(LOOKS)
        gone = [sprite.vanished for sprite in plain.sprites]
        for group in looked_at.groups:
            look(group)
        answers = [told(scene, operations[name]) for scene in (plain, looked_at)]
        assert answers[0] == answers[1], (name, seed)
        seen[name] += any(gone)
        seen["errors"] += "Error(" in answers[0]
    for one, other in zip(plain.groups, looked_at.groups, strict=True):
        assert repr(list(one)) == repr(list(other))


def test_every_public_name_of_a_group_is_asked() -> None:
    assert set(PUBLIC) == {name for name in vars(Group) if name[0] != "_"}


def test_to_look_first_changes_no_answer() -> None:
    names = dict.fromkeys({**PUBLIC, **OTHERS}, 5)
    with at_least(**names, errors=200) as seen:
        for seed in range(120):
            live(seed, seen)


@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("look", LOOKS)
def test_a_vanished_sprite_is_no_member(look: Callable[[Group], Any], nested: bool) -> None:
    for looks in (False, True):
        gone = Numbered(0, 0, 0)
        group = Group(gone, Numbered(1, 0, 0))
        if nested:
            group.add(Group())
        gone.vanish()
        if looks:
            look(group)
        with pytest.raises(KeyError, match="<0>; it has vanished"):
            group.remove(gone)
        group.discard(gone)
        assert gone not in group
        assert len(group) == 1
