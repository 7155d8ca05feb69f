"""Bytes are loaded in a game whose classes have changed: enums, flags and named tuples go by names.

A game here is a module of its own, with an object that has one attribute, and its classes.
"""

import enum
import itertools
import random
import sys
import types
from collections import namedtuple
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.counting import at_least

from spritecol import Circle, Group, Rect, Sprite, World

NAMES = ("RED", "GOLD", "BLUE", "GREY", "TEAL", "PINK")
counter = itertools.count()


@pytest.fixture
def game() -> Iterator[Callable[..., Any]]:
    """A function that makes a module of classes, and in it an object with an attribute `note`."""
    made: list[str] = []

    def make(**classes: Any) -> Any:
        name = f"game_{next(counter)}"
        module: Any = types.ModuleType(name)
        vars(module).update(classes)
        sys.modules[name] = module
        made.append(name)
        module.thing = type("Thing", (), {"__module__": name, "note": None})()
        module.world = World(module.thing, attributes=["note"])
        return module

    yield make
    for name in made:
        del sys.modules[name]


def loaded(old: Any, new: Any, value: Any) -> Any:
    """What a value of the old game is in the new one."""
    old.thing.note = value
    saved = old.world.save()
    before = new.world.digest()
    try:
        new.world.load(saved.to_bytes())
    except ValueError:
        assert new.world.digest() == before
        raise
    assert new.world.digest() == saved.digest()
    return new.thing.note


# --- enums ----------------------------------------------------------------------------------------


def test_a_member_of_an_enum_goes_by_its_name(game: Any) -> None:
    old = game(Mood=enum.Enum("Mood", "CALM ANGRY WILD"))
    new = game(Mood=enum.Enum("Mood", "WILD SHY CALM"))
    for name in ("CALM", "WILD"):
        assert loaded(old, new, old.Mood[name]) is new.Mood[name]
    with pytest.raises(ValueError, match=r"^Mood has no member 'ANGRY'; its .* WILD, SHY, CALM$"):
        loaded(old, new, (1, old.Mood.ANGRY))
    same = game(Mood=enum.Enum("Mood", {"CALM": 1, "WILD": 1}))
    with pytest.raises(ValueError, match=r"^Mood has other .* saved as 'WILD' would be 'CALM'$"):
        loaded(old, same, old.Mood.WILD)
    with pytest.raises(ValueError, match=r"^Mood is a Flag here, and was not"):
        loaded(old, game(Mood=enum.Flag("Mood", "CALM ANGRY WILD")), old.Mood.CALM)


# --- flags ----------------------------------------------------------------------------------------


def flags_of(dice: random.Random, names: Any, kind: Any) -> Any:
    """A class of flags with these names in any order, and at times a name for several."""
    names = dice.sample(names, len(names))
    bits = dice.sample(range(9), len(names))
    members = {name: 1 << bit for name, bit in zip(names, bits, strict=True)}
    if dice.random() < 0.3:
        several = dice.sample(names, min(2, len(names)))
        members["SEVERAL"] = sum(members[name] for name in several)
    if dice.random() < 0.3:
        members["NONE"] = 0
    return kind("Color", list(members.items()))


def whole(kind: Any, names: Any) -> Any:
    value = kind(0)
    for name in names:
        value |= kind[name]
    return value


def test_a_flag_goes_by_the_names_of_its_members(game: Any) -> None:
    """Whatever their order and their numbers are, and whichever others there are."""
    with at_least(same=60, lost=40, empty=10) as seen:
        for seed in range(250):
            dice = random.Random(seed)
            kinds = [dice.choice((enum.Flag, enum.IntFlag)) for _ in range(2)]
            some = dice.sample(NAMES, dice.randint(1, 5))
            others = dice.sample(NAMES, dice.randint(1, 6)) if dice.random() < 0.5 else [*NAMES]
            pairs = zip((some, others), kinds, strict=True)
            old, new = (game(Color=flags_of(dice, own, kind)) for own, kind in pairs)
            names = dice.sample(some, dice.randint(0, len(some)))
            value = whole(old.Color, names)
            if set(names) <= set(others):
                found = loaded(old, new, value)
                assert type(found) is new.Color
                assert found == whole(new.Color, names)
                seen["same"] += bool(names)
                seen["empty"] += not names
                continue
            with pytest.raises(
                ValueError, match=r"^Color has no member '(.*)'; its members are"
            ) as e:
                loaded(old, new, value)
            assert any(f"no member {name!r}" in str(e.value) for name in set(names) - set(others))
            seen["lost"] += 1


def test_bits_without_a_name_go_by_their_number(game: Any) -> None:
    old, new = (game(Color=enum.IntFlag("Color", names)) for names in ("RED BLUE", "BLUE RED"))
    for bits in (8, 8 | 1, 3 | 64 | 2**70, -1, -2, -(2**80)):
        value = old.Color(bits)
        found = loaded(old, new, value)
        swapped = value & ~3 | (value & 1) << 1 | (value & 2) >> 1
        assert (int(found), type(found)) == (int(swapped), new.Color)
    named = game(Color=enum.IntFlag("Color", "RED BLUE GOLD GREY"))
    with pytest.raises(ValueError, match=r"other members .*as \('RED', 8\) would be .*'GREY'"):
        loaded(old, named, old.Color(9))
    with pytest.raises(ValueError, match=r"no member \('RED', 8\); its members are RED, BLUE$"):
        loaded(old, game(Color=enum.Flag("Color", "RED BLUE")), old.Color(9))


def test_flags_of_several_bits_that_have_no_names(game: Any) -> None:
    old = game(Color=enum.Flag("Color", {"PAIR": 3, "MORE": 6, "BLUE": 8}))
    new = game(Color=enum.Flag("Color", {"BLUE": 1, "MORE": 6, "PAIR": 24}))
    for names in (["PAIR"], ["PAIR", "BLUE"], ["BLUE"], ["MORE"]):
        assert loaded(old, new, whole(old.Color, names)) == whole(new.Color, names)
    assert loaded(old, old, old.Color.PAIR | old.Color.MORE) == old.Color(7)


def test_a_flag_that_is_an_enum_now_is_refused(game: Any) -> None:
    old = game(Color=enum.Flag("Color", "RED BLUE"))
    with pytest.raises(ValueError, match=r"Color has no member .'RED',.; its members"):
        loaded(old, game(Color=enum.Enum("Color", "RED BLUE")), old.Color.RED)


# --- named tuples ---------------------------------------------------------------------------------


def test_a_named_tuple_goes_by_its_fields_in_their_order(game: Any) -> None:
    with at_least(same=60, order=30, others=60) as seen:
        for seed in range(250):
            dice = random.Random(seed)
            fields = [name.lower() for name in dice.sample(NAMES, dice.randint(0, 4))]
            now = dice.choice((fields, dice.sample(fields, len(fields)), [*fields, "more"]))
            now = [*now[1:], "tone"] if dice.random() < 0.2 else now
            old, new = (game(Cell=namedtuple("Cell", names)) for names in (fields, now))
            values = [dice.choice((1, 2.5, "x", None)) for _ in fields]
            depth = dice.randrange(3)
            value = old.Cell(*values)
            for _ in range(depth):
                value = (0, value)
            if now == fields:
                found = loaded(old, new, value)
                for _ in range(depth):
                    _, found = found
                assert type(found) is new.Cell
                assert found._asdict() == dict(zip(fields, values, strict=True))
                seen["same"] += 1
                continue
            told = f"a Cell has the fields {', '.join(now)} here, and was saved with "
            with pytest.raises(ValueError, match=f"^{told}{', '.join(fields)}$"):
                loaded(old, new, value)
            seen["order" if sorted(now) == sorted(fields) else "others"] += 1


# --- classes of one name --------------------------------------------------------------------------


def coin(module: str, shape: Any) -> Any:
    return type("Coin", (Sprite,), {"__module__": module, "collision": shape})


def test_two_classes_of_one_name_are_refused() -> None:
    """Also if none of one of them is left, because they have shared their numbers."""
    gold, paper = coin("bank", Circle(0, 0, 3)), coin("shop", Rect(0, 0, 9, 4))
    told = "^2 classes in this World are named Coin, of the modules bank and shop, and"
    for kinds in ((gold, paper), (gold, paper, gold, paper), (gold, gold, paper)):
        for kept in (kinds, kinds[:1]):
            level = Group(kind(k, 0) for k, kind in enumerate(kinds))
            world = World(level)
            while len(level) > len(kept):
                level[-1].vanish()
            saved, digest = world.save(), world.digest()
            with pytest.raises(ValueError, match=told):
                saved.to_bytes()
            level.clear()
            world.restore(saved)
            assert world.digest() == digest
            with pytest.raises(ValueError, match=told):
                world.load(World(Group(gold())).save().to_bytes())
            assert world.digest() == digest


def test_what_make_makes_is_of_the_class_of_the_others() -> None:
    gold, paper = coin("bank", Circle(0, 0, 3)), coin("shop", Rect(0, 0, 9, 4))
    data = World(Group(gold(1), gold(2))).save().to_bytes()
    level = Group(gold(5))
    world = World(level)
    with pytest.raises(ValueError, match="are named Coin, of the modules bank and shop"):
        world.load(data, lambda name: paper())
    assert level.x.tolist() == [5]
    world.load(data, lambda name: gold())
    assert level.x.tolist() == [1, 2]
    assert world.save().to_bytes() == data


def test_two_objects_of_one_name_are_refused() -> None:
    one, other = (type("Match", (), {"__module__": name, "score": 3})() for name in ("a", "b"))
    with pytest.raises(ValueError, match="named Match, of the modules a and b"):
        World(one, other, columns=["score"]).save().to_bytes()


def test_what_make_has_done_is_still_there_after_an_error() -> None:
    joined = Group[Any]()

    class Bat(Sprite):
        def __init__(self) -> None:
            joined.add(self)

    data = World(Bat(), Sprite()).save().to_bytes()
    joined.clear()
    world = World(Sprite(3), Sprite(4))
    before = world.digest()
    with pytest.raises(ValueError, match="the members of this World differ"):
        world.load(data, lambda name: Bat())
    assert world.digest() == before
    assert len(joined) == 1
