"""Snapshots as bytes: read by another world, and by one that must not trust them."""

import enum
import pickle
import random
import re
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.counting import at_least
from support.hooks import validate
from support.processes import run_python
from support.sources import needs_source
from support.spawners import Spawner
from world.kept_bytes import form_of
from world.plain_copies import answers

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Group,
    Number,
    Overlaps,
    Rect,
    Sprite,
    World,
)
from spritecol.sprites.motion import walker_move
from spritecol.world import older_forms, wire_format


class Actor(Sprite):
    collision = Circle(0, 0, 5)
    vx = Number(1.0)
    hp = Number(3, int)


class Match:
    score = 0
    note: Any = None


# --- in another process --------------------------------------------------------------------------

GAME = """
import enum
import sys
from typing import NamedTuple
from spritecol import Sprite, World

class Mood(enum.Enum):
    CALM = object()  # by its name, since no other process has this
    WILD = 2

class Cell(NamedTuple):
    column: int
    row: int

class Hero(Sprite):
    mood = Mood.CALM

hero = Hero(3)
world = World(hero, attributes=["mood"])

def play():
    hero.mood = Mood.WILD, Cell(1, 2), Mood.CALM

if __name__ == "__main__":
    play()
    saved = world.save()
    print(saved.digest(), saved.to_bytes().hex())
"""
READER = """
import sys
import game
data = bytes.fromhex(sys.argv[1])
game.world.load(data)
assert game.hero.mood == (game.Mood.WILD, game.Cell(1, 2), game.Mood.CALM)
assert game.world.save().to_bytes() == data
print(game.world.digest())
"""


def test_two_processes_agree(tmp_path: Path) -> None:
    """`python game.py` and `import game`, with other hashes of text."""
    (tmp_path / "game.py").write_text(GAME)
    (tmp_path / "reader.py").write_text(READER)

    def run(*arguments: str, seed: str) -> list[str]:
        done = run_python(*arguments, folder=tmp_path, PYTHONHASHSEED=seed)
        assert not done.returncode, done.stderr
        return done.stdout.split()

    digest, data = run("game.py", seed="1")
    assert run("reader.py", data, seed="2") == [digest]


# --- who is who ----------------------------------------------------------------------------------


def test_a_number_stays() -> None:
    """With a sprite that has left and come back, and that the Group has at another place."""
    coins = Group(Actor(k) for k in range(4))
    first, second, *_ = coins
    world = World(coins)
    before = world.save().to_bytes()
    coins.discard(first)
    coins.add(Actor(9))
    first.x = second.x = 50
    second.vanish()
    without = world.save().to_bytes()
    coins.add(first)
    world.load(before)
    assert [first.x, second.x, *coins.x] == [0, 1, 0, 1, 2, 3]
    assert list(coins)[:2] == [first, second]
    world.load(without, lambda name: Actor())
    assert (first.vanished, second.vanished) == (True, True)
    assert coins.x.tolist() == [2, 3, 9]


def test_a_replay_gives_the_same_numbers_again() -> None:
    """So two plays of one frame are compared sprite by sprite."""
    coins = Group(Actor(k) for k in range(2))
    world = World(coins)
    before, plays = world.save(), []
    for _ in range(3):
        world.restore(before)
        coins.add(Actor(7), Actor(8))
        plays.append(world.save().to_bytes())
        coins[-1].vanish()
        coins.add(Actor(9))
        plays.append(world.save().to_bytes())
    assert plays[:2] == plays[2:4] == plays[4:]
    one, other = (world.read(play, lambda name: Actor()) for play in plays[2:4])
    columns = [change.column for change in one.differences(other)]
    assert columns == ["members", "present", "present"]


def test_a_sprite_of_another_class_gets_a_number_of_that_class() -> None:
    class Boss(Actor):
        pass

    group = Group(Boss(1), Actor(2))
    world = World(group)
    world.save()
    group[1].__class__ = Boss
    assert World(Group(Boss(), Boss())).load(world.save().to_bytes()).digest() == world.digest()


NUMBERS: dict[str, tuple[list[int], str]] = {
    "twice": ([1, 1], "the same number"),
    "negative": ([0, -1], "can't have the number -1"),
    "least": ([0, -(2**63)], "can't have the number"),
    "one more": ([0, 1, 2], "2 sprites, and 3 numbers"),
    "one less": ([0], "2 sprites, and 1 numbers"),
    "not there": ([0, 2], "lacks objects: 1 of Actor"),
    "huge": ([0, 2**63 - 1], "lacks objects: 1 of Actor"),
}
"""The numbers of two sprites in bytes, and the error."""


@pytest.mark.parametrize("name", NUMBERS)
def test_hostile_numbers_are_refused(name: str) -> None:
    numbers, told = NUMBERS[name]
    world = World(Group(Actor(1), Actor(2)))
    words = words_of(world)
    assert words[:3] == [2, 0, 1]
    with pytest.raises(ValueError, match=told):
        world.load(of_words([len(numbers), *numbers, *words[3:]]))
    assert words_of(world) == words


@pytest.mark.parametrize("number", [7, 2**62 - 1, 2**62, 2**63 - 1])
def test_after_a_huge_number_a_game_can_still_be_saved(number: int) -> None:
    """With a later sprite, which has a number of its own."""
    group = Group(Actor(1), Actor(2))
    world = World(group)
    words = words_of(world)
    world.load(of_words([2, 0, number, *words[3:]]), lambda name: Actor())
    group.add(Actor(3))
    group.add(Actor(4))
    data = world.save().to_bytes()
    kept = list(group)
    group.clear()
    world.load(data)
    assert list(group) == kept
    assert group.x.tolist() == [1, 2, 3, 4]


# --- what a walker remembers ---------------------------------------------------------------------


@needs_source
def test_no_number_of_a_walker_is_forgotten() -> None:
    """In the header, all of them are in `State`, and the table names each of its vectors."""
    header = Path(walker_move.__file__).with_name("walker_move.pxd").read_text()
    structs = dict(re.findall(r"(?:struct|class) (\w+):\n((?:    .*\n)+)", header))
    fields = re.findall(r"(?m)^    (?:cdef )?(\w+) (\w+)", structs["State"])
    assert tuple(name for _, name in fields) == walker_move.VECTORS
    assert {kind for kind, _ in fields} == {"Vector"}
    kinds = set(re.findall(r"(?m)^    cdef (\w+) ", structs["Memory"]))
    assert kinds == {"bint", "State", "SpriteRow", "list", "SeenSprites"}


def test_each_number_of_a_walker_is_saved() -> None:
    """By pickles, by bytes, and in the digest."""
    hero = Actor()
    walker = CharacterController(hero)
    floor = Sprite(-50, 5, collision=Rect(0, 0, 200, 8))
    walker.move(3, 10, floor)
    world = World(hero, floor, walker)
    flags, numbers, *rest = walker._memory()
    digests = set()
    count = 2 * len(walker_move.VECTORS)
    for k in range(count):
        changed = [float(1 + i) for i in range(count)]
        changed[k] += 0.25
        memory = (flags, (*changed, *numbers[count:]), *rest)
        walker._recall(memory)
        assert walker._memory() == memory
        assert pickle.loads(pickle.dumps(walker))._memory()[1] == memory[1]
        digests.add(world.digest())
        data = world.save().to_bytes()
        walker._recall((flags, numbers, *rest))
        world.load(data)
        assert walker._memory()[1] == memory[1]
    assert len(digests) == count


@pytest.mark.parametrize("first", [-1, 2**31, 2**63 - 1])
def test_a_walker_falls_through_no_part_that_no_sprite_can_have(first: int) -> None:
    """Its next move would fail. What only this sprite does not have is no longer passed."""
    hero, plank = Actor(), Sprite(-50, 5, collision=Rect(0, 0, 200, 8, one_way=(0, -1)))
    walker = CharacterController(hero)
    world = World(hero, plank, walker)
    most = 2**31 - 1
    flags, numbers, floor, _, *rest = walker._memory()
    walker._recall((flags, numbers, floor, ((plank, most, False),), *rest))
    words = words_of(world)
    assert walker.move(0, 1, plank).hits
    assert most not in words_of(world)
    version = form_of(world.save().to_bytes())
    world.load(of_words(words, version))
    words[words.index(most)] = first
    digest = world.digest()
    with pytest.raises(
        ValueError, match=rf"Contr.* the first part .* from 0 to {most}, got {first}"
    ):
        world.load(of_words(words, version))
    assert world.digest() == digest
    assert walker.move(0, 1, plank).hits


def test_text_that_is_none_is_refused_as_no_work_of_a_world() -> None:
    match = Match()
    match.note = MARK, "x"
    world = World(match, attributes=["note"])
    words = words_of(world)
    words[words.index(MARK) + 3] = 0xFF
    with pytest.raises(ValueError, match="not as a World writes them: UnicodeDecodeError"):
        world.read(of_words(words))


# --- what is made, and what is refused -----------------------------------------------------------


kept = Actor()
MAKERS: dict[str, tuple[Any, type[Exception], str]] = {
    "nothing": (lambda name: None, ValueError, "make"),
    "another class": (lambda name: Sprite(), ValueError, "a new Actor, got .*, of class Sprite"),
    "the same": (lambda name: kept, ValueError, "a new Actor, got .*, which is there already"),
    "an error": (lambda name: {}[name], ValueError, "KeyError"),
    "no function": (3, TypeError, "make"),
}


@pytest.mark.parametrize("name", MAKERS)
def test_make_must_return_a_new_one_of_that_class(name: str) -> None:
    make, error, word = MAKERS[name]
    data = World(Group(Actor(1), Actor(2), Actor(3))).save().to_bytes()
    world = World(Group(Actor(5)))
    before = world.digest()
    for call in (world.read, world.load):
        with pytest.raises(error, match=word):
            call(data, make)
    assert world.digest() == before


OTHER_WORLDS: dict[str, tuple[Callable[[], World], str]] = {
    "order": (
        lambda: scored(Match(), Actor()),
        "order: saved were 1 of Actor, 1 of Match; here are 1 of Match, 1 of Actor$",
    ),
    "one more": (lambda: scored(Actor(), Match(), Group()), "1 of Match; here are .*, 1 of Group"),
    "role": (lambda: World(Actor(), Match(), attributes=["score"]), "other of the two: score"),
    "columns": (
        lambda: World(Actor(), Match(), columns=["gold", "score"]),
        "attributes differ from those of this World; only here: gold$",
    ),
    "a column": (
        lambda: World(Actor(), Match(), columns=["hits_taken"], attributes=["note"]),
        "only saved: score; only here: hits_taken, note$",
    ),
    "class": (lambda: scored(Sprite(), Match()), "lacks objects: 1 of Actor; `make`"),
    "empty": (World, "lacks objects: 1 of Actor, 1 of Match"),
    "no number": (
        lambda: scored(type("Actor", (Sprite,), {})(), Match()),
        r"of Actor are different here; only saved: vx = Number\(\), hp = Number\(0, int\)$",
    ),
    "int": (
        lambda: scored(numbered(vx=Number(0, int), hp=Number(3, int)), Match()),
        r"only saved: vx = Number\(\); only here: vx = Number\(0, int\)$",
    ),
    "another number": (
        lambda: scored(numbered(vy=Number(), hp=Number(3, int)), Match()),
        r"only saved: vx = Number\(\); only here: vy = Number\(\)$",
    ),
    "more numbers": (
        lambda: scored(numbered(vx=Number(), hp=Number(3, int), a=Number()), Match()),
        r"are different here; only here: a = Number\(\)$",
    ),
}


def scored(*members: Any) -> World:
    return World(*members, columns=["score"])


def numbered(**numbers: Any) -> Sprite:
    return type("Actor", (Sprite,), numbers)()  # type: ignore[no-any-return]


@pytest.mark.parametrize("name", OTHER_WORLDS)
def test_another_world_is_refused(name: str) -> None:
    data = scored(Actor(), Match()).save().to_bytes()
    make, told = OTHER_WORLDS[name]
    with pytest.raises(ValueError, match=told):
        make().read(data)
    same = scored(numbered(vx=Number(5.0), hp=Number(1, int)), Match())
    assert same.read(data)


def test_a_walker_and_an_overlaps_that_are_not_here_are_listed() -> None:
    def played(*kinds: Callable[[Any], Any]) -> World:
        hero = Actor(5)
        return World(hero, *(kind(hero) for kind in kinds))

    def overlaps(hero: Any) -> Any:
        return Overlaps(hero, [])

    for kinds, told in (
        ([CharacterController], "1 of CharacterController"),
        ([overlaps], "1 of Overlaps"),
        ([overlaps, CharacterController], "1 of Overlaps, 1 of CharacterController"),
    ):
        world = played()
        lost = f"this World lacks {told}; saved were 1 of Actor, {told}; here are 1 of Actor$"
        with pytest.raises(ValueError, match=lost):
            world.load(played(*kinds).save().to_bytes())
        with pytest.raises(ValueError, match=f"were 1 of Actor; here are 1 of Actor, {told}$"):
            played(*kinds).load(world.save().to_bytes())


def test_a_walker_among_others_of_its_class_is_told_how_to_load() -> None:
    def played(others: int, is_member: bool) -> World:
        crowd, hero = Group(Sprite(k, 9) for k in range(others)), Sprite(50, 0)
        return World(*[hero] * is_member, crowd, CharacterController(hero))

    with pytest.raises(ValueError, match=r"of <Sprite at \(50, 0\).* make its sprite a member"):
        played(3, False).load(played(1, False).save().to_bytes())
    for here, there in ((3, 1), (1, 3)):
        world, saved = played(here, True), played(there, True).save()
        assert world.load(saved.to_bytes(), lambda name: Sprite()).digest() == saved.digest()


def test_a_changed_game_reads_what_an_older_one_has_saved() -> None:
    body = {"vx": Number(9.0), "hp": Number(8, int), "collision": Rect(0, 0, 3, 4), "more": 5}
    newer = type("Actor", (Sprite,), body | {"grow": lambda self: None})
    data = scored(Group(Actor(7, 8, vx=2)), Match()).save().to_bytes()
    group = Group(newer(k) for k in range(3))
    actor, *others = group
    scored(group, Match()).load(data)
    assert list(group) == [actor]
    assert [other.vanished for other in others] == [True, True]
    assert (actor.position, actor.vx, actor.hp, actor.more) == ((7, 8), 2, 3, 5)
    assert actor.shapes == Actor().shapes


# --- images --------------------------------------------------------------------------------------


class Picture:
    def __init__(self, width: float, height: float) -> None:
        self.size = width, height


A, B, C, FLAT = Picture(8, 8), Picture(40, 20), Picture(8.5, 20), Picture(0, 0)


class OfImage(Sprite):
    def __init__(self) -> None:
        super().__init__(30, 40, image=A)


class WithShape(OfImage):
    collision = Circle(2, 3, 5)


ASSIGNED: dict[str, list[Any]] = {
    "image": [A, B, C, FLAT, None],
    "collision": [None, Rect(0, 0, 8, 8), Circle(0, 0, 3), []],
    "angle": [0, 30],
    "scale": [1, -2],
    "center_x": [None, 4, 20],
    "center_y": [None, 4, 0],
}
assignments = st.lists(
    st.one_of(
        [st.tuples(st.just(name), st.sampled_from(values)) for name, values in ASSIGNED.items()]
    ),
    max_size=6,
)


def seen_after(sprite: Sprite, assigned: list[tuple[str, Any]]) -> list[str]:
    """What a sprite is before, between and after some assignments."""
    told = []
    world = World(sprite)
    for name, value in [("z", 0), *assigned]:
        setattr(sprite, name, value)
        told.append(repr((sprite.aabb, sprite.shapes, world.digest())))
        told.append(repr((sprite.center_x, sprite.center_y, sprite.collision is None)))
    return told


@given(st.sampled_from([OfImage, WithShape]), assignments, assignments, assignments)
def test_what_follows_the_image_does_so_after_a_load(
    kind: type[Sprite],
    there: list[tuple[str, Any]],
    here: list[tuple[str, Any]],
    later: list[tuple[str, Any]],
) -> None:
    """In another process, and in the same one, where `restore` gives the image back, too."""
    server, client = kind(), kind()
    seen_after(server, there)
    seen_after(client, here)
    world = World(server)
    before = world.save()
    data = before.to_bytes()
    had = client.image
    World(client).load(data)
    assert client.image is had
    assert World(client).save().to_bytes() == data
    wanted = seen_after(server, later)
    assert seen_after(client, later) == wanted
    world.load(data)
    assert world.digest() == before.digest()
    assert seen_after(server, later) == wanted
    world.restore(before)
    assert seen_after(server, later) == wanted


def test_differences_name_what_is_of_an_image() -> None:
    for make, name, value, column in (
        (OfImage, "collision", Rect(0, 0, 8, 8), "shapes_of_image"),
        (WithShape, "image", B, "image_size"),
    ):
        one, other = make(), make()
        setattr(other, name, value)
        world = World(one)
        (change,) = world.save().differences(world.read(World(other).save().to_bytes()))
        wanted = (True, False) if name == "collision" else ((8, 8), (40, 20))
        assert (change.column, (change.value, change.other_value)) == (column, wanted)


def test_a_surface_that_is_assigned_again_is_seen() -> None:
    """Of pygame's sprites, whose images are never asked for their size twice."""
    pygame = pytest.importorskip("pygame")
    from spritecol.integrations.pygame import Sprite as Both

    small, large = pygame.Surface((8, 8)), pygame.Surface((40, 20))
    for there, here, size in [
        (large, small, (40, 20)),
        (None, small, (8, 8)),
        (large, None, (40, 20)),  # the box round its shape
    ]:
        server, client = Both(image=there), Both(image=here)
        World(client).load(World(server).save().to_bytes())
        assert client.image is here
        assert client.original_image is here
        assert client.rect.size == size
        for angle in (30, 0):
            client.angle = server.angle = angle
            assert (client.image is None) == (here is None)
        for sprite in (server, client):
            sprite.image = here
        assert repr(client.aabb) == repr(server.aabb)
        assert client.rect == server.rect


@pytest.mark.parametrize("wrong", ["size", "shapes", "center", "runs"])
def test_images_of_hostile_bytes_are_those_of_their_sprites(wrong: str) -> None:
    words = words_of(World(OfImage()))
    eight = struct.unpack("<q", struct.pack("<d", 8.0))[0]
    four = struct.unpack("<q", struct.pack("<d", 4.0))[0]
    own, last = words.index(eight), len(words) - 1 - words[::-1].index(eight)
    assert words.count(eight) == 4  # in the Rect, and in the size
    place, word = {
        "size": (last, -eight),
        "shapes": (own, four),
        "center": (words.index(four), eight),
        "runs": (last - 5, 2),
    }[wrong]
    words[place] = word
    with pytest.raises(ValueError, match=r"image|center"):
        World(OfImage()).read(of_words(words))


# --- hostile bytes -------------------------------------------------------------------------------


def sealed(words: bytes, version: int = older_forms.REST) -> bytes:
    """Words with a new count and checksum, of the version of a state without walkers and Overlaps,
    or of another one.
    """
    words = words[: len(words) // 8 * 8]
    start = struct.pack("<16sQQ", b"spritecol world\n", version, len(words) // 8)
    return start + words + wire_format.hash_of(words, version).to_bytes(8, "little")


def words_of(world: World) -> list[int]:
    return list(memoryview(world.save().to_bytes()[32:-8]).cast("q"))


def of_words(words: list[int], version: int = older_forms.REST) -> bytes:
    return sealed(struct.pack(f"<{len(words)}q", *words), version)


def test_a_scalar_in_bytes_is_of_its_type() -> None:
    match = Match()
    match.note = np.int32(123_456)
    world = World(match, attributes=["note"])
    words = words_of(world)
    (place,) = [k for k, word in enumerate(words) if word == 123_456]
    none = words_of(World(Match(), attributes=["note"]))
    words[place - 1 : place + 1] = [none[-1]]  # None instead of the kind and the number
    with pytest.raises(ValueError, match=r"None is not of type"):
        world.read(of_words(words))


SPOILERS = [0, 1, -1, 2, 7, 2**31, 2**63 - 1, -(2**63), 17, 255, 2**40]
REALS = [float("nan"), float("inf"), 1e13, -0.0, 1e-320]


def spoiled(words: bytes, rng: random.Random, at: int) -> bytes:
    """Words of which some are changed, missing, or there twice."""
    data = bytearray(words)
    for _ in range(rng.choice([1, 1, 2, 5])):
        match rng.randrange(6):
            case 0:
                data[at : at + 8] = struct.pack("<q", rng.choice(SPOILERS))
            case 1:
                data[at : at + 8] = struct.pack("<d", rng.choice(REALS))
            case 2:
                del data[at : at + 8 * rng.randint(1, 4)]
            case 3:
                data[at:at] = data[at : at + 8 * rng.randint(1, 4)]
            case 4:
                data[at : at + 8] = struct.pack("<q", rng.randrange(30))
            case 5 if at < len(data):
                data[at + rng.randrange(min(8, len(data) - at))] ^= 1 << rng.randrange(8)
        at = 8 * rng.randrange(max(1, len(data) // 8))
    return bytes(data)


def test_hostile_bytes_are_a_value_error_or_a_state() -> None:
    """Every part is spoiled in turn; what is taken can be restored, played, asked and sent."""
    rng = random.Random(7)
    server, client = Spawner(3), Spawner(4)
    for _ in range(4):
        server.play()
        client.play()
    server.foes[2].vanish()
    server.note = "x", (None, server.foes[1]), np.int16(4)
    data = server.world.save().to_bytes()
    words, version = data[32:-8], form_of(data)
    assert client.world.read(sealed(words, version), Spawner.make).digest() == server.world.digest()
    before = client.world.save()
    with at_least(taken=40, refused=200) as seen:
        for at in range(0, len(words), 24):
            try:
                snapshot = client.world.read(sealed(spoiled(words, rng, at), version), Spawner.make)
            except ValueError:
                seen["refused"] += 1
                assert client.world.digest() == before.digest()
                continue
            seen["taken"] += 1
            client.world.restore(snapshot)
            assert client.world.digest() == snapshot.digest()
            assert client.world.save().to_bytes() == snapshot.to_bytes()
            if seen["taken"] % 4 == 0:  # its numbers may be NaN, or beyond what a sprite takes
                with suppress(ValueError, ZeroDivisionError):
                    client.play()
            answers(list(client.all), [client.all, client.foes, client.heroes])
            client.world.restore(before)
            assert client.world.digest() == before.digest()
    validate()


@pytest.mark.parametrize("number", [-1, 2**62, -(2**63)])
def test_each_word_in_turn_may_be_below_zero_or_huge(number: int) -> None:
    """A count of items is refused as such, and so is a number of a thing."""
    match = Match()
    hero = Sprite(collision=[Rect(0, 0, 9, 9, name="body"), Circle(0, 0, 5)])
    match.note = "text", (1, None), hero
    world = World(match, hero, Group(hero), Overlaps(hero, [hero]), attributes=["note"])
    before, words = world.digest(), words_of(world)
    version = form_of(world.save().to_bytes())
    with at_least(items=10, things=5) as seen:
        for at, word in enumerate(words):
            if word == number:
                continue
            words[at] = number
            try:
                world.read(of_words(words, version))
            except ValueError as error:
                seen["items"] += f"there can't be {number} items" in str(error)
                seen["things"] += "there is no " in str(error) and str(number) in str(error)
            words[at] = word
    assert world.digest() == before
    assert world.read(of_words(words, version)).digest() == before


@pytest.mark.parametrize("wrong", ["layers", "text"])
def test_bytes_that_say_the_same_in_another_way_are_refused(wrong: str) -> None:
    """So that a World has the digest of the bytes that it loads; also beside what is opaque."""
    actor, match = Actor(collision_layer=2), Match()
    match.note, match.score = "x", object()
    world = World(actor, match, attributes=["note", "score"])
    words = words_of(world)
    if wrong == "layers":  # that are the default: they are left out
        place, word = words.index(-1) - 1, 1
        assert words[place] == 2
    else:
        place = len(words) - 1 - words[::-1].index(ord("x"))
        word = ord("x") | 1 << 40  # behind the end
    words[place] = word
    with pytest.raises(ValueError, match="not as they would be written"):
        world.read(of_words(words))


class Reply(enum.IntFlag, boundary=enum.EJECT):
    YES = 1


class Mood(enum.Enum):
    CALM = 1


class Cell(NamedTuple):
    column: int
    row: Any


MARK = 77_777
EDITS: dict[str, tuple[Any, Callable[[list[int]], list[int]], str]] = {
    "too deep": (((),), lambda words: 100 * words[:2] + words[2:], "nested deeper than"),
    "no record": (
        Reply(1),
        lambda words: [wire_format.IS_RECORD, *words[1:]],
        "'Reply' is another",
    ),
    "a field less": (
        Cell(3, 4),
        lambda words: [*words[:3], 1, *words[4:6], *words[8:10]],
        "has the fields column, row here, and was saved with column$",
    ),
    "a field twice": (
        Cell(3, 4),
        lambda words: [*words[:6], *words[4:6], *words[8:]],
        "was saved with column, column$",
    ),
    "no member": (
        Reply(1),
        lambda words: [*words[:-1], int.from_bytes(b"YEP", "little")],
        "Reply has no member 'YEP'; its members are YES$",
    ),
    "no bit": (
        Reply(1),
        lambda words: [*words[:3], wire_format.IS_TUPLE, 1, wire_format.IS_INT, 2],
        r"Reply has other members here: what was saved as \(2,\) would be 2$",
    ),
    "a bit by its number": (
        Reply(1),
        lambda words: [*words[:3], wire_format.IS_TUPLE, 1, wire_format.IS_INT, 1],
        r"what was saved as \(1,\) would be \('YES',\)$",
    ),
    "a member twice": (
        Reply(1),
        lambda words: [*words[:3], wire_format.IS_TUPLE, 2, *words[5:], *words[5:]],
        r"what was saved as \('YES', 'YES'\) would be \('YES',\)$",
    ),
    "a flag that is a number": (
        Reply(1),
        lambda words: [*words[:3], wire_format.IS_INT, 1],
        "Reply is a Flag here, and was not one",
    ),
    "a flag of floats": (
        Reply(1),
        lambda words: [*words[:3], wire_format.IS_TUPLE, 1, wire_format.IS_FLOAT, 0],
        "Reply has no member 0.0; its members are YES$",
    ),
    "too large": (np.int8(3), lambda words: [*words[:-1], 128], "128 is out of range"),
    "not named": (
        Overlaps([], []),
        lambda words: [wire_format.IS_NONE],
        "nothing names an Overlaps or a controller .* lacks 1 of Overlaps; saved were 1 of Match,",
    ),
}
"""A value, what becomes of its words, and the error."""


@pytest.mark.parametrize("name", EDITS)
def test_a_value_that_cannot_be_is_refused(name: str) -> None:
    value, change, told = EDITS[name]
    match = Match()
    match.note = MARK, value, MARK
    world = World(match, attributes=["note"])
    words = words_of(world)
    first = words.index(MARK) + 1
    last = words.index(MARK, first) - 1
    changed = words[:first] + change(words[first:last]) + words[last:]
    version = form_of(world.save().to_bytes())
    assert world.read(of_words(words, version))
    with pytest.raises(ValueError, match=told):
        world.read(of_words(changed, version))


def test_no_group_is_inside_itself_and_none_has_a_vanished_member() -> None:
    world = World(Group(Group()))
    words = words_of(world)
    assert words[6:12] == [2, 0, 0, 1, 1, 0]  # two objects of one class; the members of each
    words[11:12] = [1, 0]
    with pytest.raises(ValueError, match="inside itself"):
        world.read(of_words(words))

    actor = Actor(MARK)
    alone = World(actor)
    words, (place,) = words_of(World(Group(actor))), struct.unpack("<q", struct.pack("<d", MARK))
    flags = words.index(place) + 7  # behind the pose
    actor.vanish()
    gone = words_of(alone)
    words[flags] = gone[gone.index(place) + 7]
    with pytest.raises(ValueError, match="a vanished sprite is in a Group"):
        World(Group(Actor())).read(of_words(words))


def has(note: Any) -> tuple[Any, ...]:
    match = Match()
    match.note = note
    return (match,)


def walks(own: int) -> tuple[Any, ...]:
    actors = Actor(1), Actor(2)
    return (*actors, CharacterController(actors[own]))


def made(*bases: type, **stated: Any) -> tuple[Any, ...]:
    return type("One", bases, stated)(), Match()


UNLIKE: dict[str, tuple[Callable[[], Any], Callable[[], Any], str]] = {
    "stays": (lambda: has(object()), lambda: has(Sprite()), "can't stay <Sprite"),
    "walker": (lambda: walks(0), lambda: walks(1), "of <Actor .* would have another sprite"),
    "absent": (lambda: made(Sprite), lambda: made(Sprite, note=3), "note of .* can't be absent"),
    "slots": (lambda: made(note=3), lambda: made(note=3, __slots__=()), "note of .* can't be 3"),
}
"""The members of a World, those of another one, and the error there."""


@pytest.mark.parametrize("name", UNLIKE)
def test_bytes_of_a_world_whose_objects_are_otherwise_are_refused(name: str) -> None:
    there, here, told = UNLIKE[name]
    data = World(*there(), attributes=["note"]).save().to_bytes()
    members = here()  # kept alive
    world = World(*members, attributes=["note"])
    before = world.digest()
    with pytest.raises(ValueError, match=told):
        world.load(data)
    assert world.digest() == before


LENGTHS: dict[str, tuple[Callable[[bytes], Any], str | None]] = {
    "longer": (lambda data: data + b"!", "go on"),
    "two words more": (lambda data: data + bytes(16), "go on"),
    "twice": (lambda data: data + data, "go on"),
    "a byte less": (lambda data: data[:-1], "incomplete"),
    "a word less": (lambda data: data[:-8], "incomplete"),
    "another checksum": (lambda data: data[:-8] + bytes(8), "damaged"),
    "nothing": (lambda data: b"", None),
    "other bytes": (lambda data: b"x" * 100, None),
    "a number": (lambda data: 3, "a Snapshot is for restore"),
    "text": (lambda data: "text", r"pass Path\(file\)"),
}


@pytest.mark.parametrize("name", LENGTHS)
def test_what_is_no_snapshot_is_refused(name: str) -> None:
    change, word = LENGTHS[name]
    world = World(Sprite(1, 2, collision=Circle(0, 0, 3)))
    data = world.save().to_bytes()
    for call in (world.load, world.read):
        with pytest.raises((TypeError, ValueError), match=word):
            call(change(data))
    assert world.save().to_bytes() == data


# --- the format ----------------------------------------------------------------------------------


def state_of_an_actor() -> World:
    actor = Actor(1.5, -2, angle=30, collision=Capsule(0, 0, 9, 0, 2, name="body"))
    match = Match()
    match.note = Cell(3, (Reply.YES, Mood.CALM))
    return World(Group(actor), match, columns=["score"], attributes=["note"])


def test_a_digest_of_a_known_state() -> None:
    """The same number on every machine; a change of the format needs another version."""
    world = state_of_an_actor()
    assert world.digest() == world.save().digest() == 0xA8D511169E9E234A


def test_the_bytes_of_a_known_walk() -> None:
    """What walkers and `Overlaps` remember is in the format, too: it needs another version."""
    lift = Sprite(0, 50, collision=Rect(0, 0, 100, 10, one_way=(0, -1)))
    hero = Sprite(20, 40, collision=Rect(-8, -16, 16, 16))
    walker = CharacterController(hero, step=4, max_push=9)
    zones = Overlaps(lift, Group(hero, Sprite(90, 55, collision=Circle(0, 0, 4))))
    for step in ((1, 20), (2, 1), (0, 1)):
        walker.move(*step, lift)
        lift.y -= 1
        zones.update()
    assert walker.floor is lift
    assert zones.pairs
    walker.move(0, 1, lift, drop=True)
    data = World(hero, lift, walker, zones, *zones.pairs[0]).save().to_bytes()
    assert blake2b(data, digest_size=8).hexdigest() == "4ed4bc0bbff5608e"


def test_every_byte_counts() -> None:
    ball = Sprite(5, collision=Circle(0, 0, 3))
    world = World(ball)
    data = world.save().to_bytes()
    ball.x = 7
    for place in range(len(data)):
        damaged = bytearray(data)
        damaged[place] ^= 1
        with pytest.raises(ValueError, match=r"snapshot|version"):
            world.load(bytes(damaged))
        assert ball.x == 7


def test_the_checksum_is_a_hash_of_the_bytes() -> None:
    """BLAKE2b, whose key is the version."""
    data = state_of_an_actor().save().to_bytes()
    wanted = blake2b(data[32:-8], digest_size=8, key=bytes([older_forms.REST])).digest()
    assert data[-8:] == wanted


def clear_caches() -> None:
    for words in (wire_format.shapes_as_words, wire_format.start_of_record):
        words.cache_clear()


def test_words_are_little_endian_where_the_machine_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    world = state_of_an_actor()
    swapped = {"little": "big", "big": "little"}
    clear_caches()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "byteorder", swapped[sys.byteorder])
        data = world.save().to_bytes()
        assert world.load(data).to_bytes() == data
    clear_caches()
    assert struct.pack(">d", 1.5) in data
    assert struct.pack("<d", 1.5) not in data
