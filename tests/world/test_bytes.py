"""Snapshots as bytes: read by another world, and by one that must not trust them."""

import enum
import math
import random
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.engine import validate
from support.for_each import for_each
from support.worlds import answers, plain_sprite

from spritecol import (
    Capsule,
    CharacterController,
    Circle,
    Ellipse,
    Group,
    Number,
    Overlaps,
    Point,
    Polygon,
    Rect,
    Segment,
    Snapshot,
    Sprite,
    Triangle,
    World,
)
from spritecol.world import wire_format

SHAPES: list[Any] = [
    Point(1, 2),
    Segment(0, 0, 7, 3, name="ray"),
    Rect(0, 0, 20, 4, one_way=(0, -1)),
    Circle(4, 4, 3),
    Capsule(0, 2, 7, 5, 3),
    Ellipse(1, 2, 3, 4, 30),
    Rect(0, 0, 5, 4, 15),
    Triangle(0, 0, 4, 0, 0, 3),
    Polygon([(0, 0), (9, 0), (2, 2), (0, 9)]),
    Polygon([(0, 0), (9, 0), (9, 9), (0, 9)], [[(1, 1), (8, 1), (8, 8), (1, 8)]], name="ring"),
]


class Mood(enum.Enum):
    CALM = "calm"


class Actor(Sprite):
    collision = Circle(0, 0, 5)
    vx = Number(1.0)
    hp = Number(3, int)


class Armored(Actor):
    armor = 0


class Match:
    score = 0
    note: Any = None


class Side:
    """The same world, built in each process."""

    def __init__(self, seed: int = 0, count: int = 12) -> None:
        rng = random.Random(seed)
        self.actors = [Actor(20 * k, rng.uniform(0, 40)) for k in range(count)]
        for k, actor in enumerate(self.actors):
            if k % 2:
                actor.collision = [SHAPES[(k + seed) % len(SHAPES)], SHAPES[k % len(SHAPES)]]
            actor.angle, actor.vx = rng.uniform(0, 360), rng.random()
        self.inner = Group(self.actors[6:])
        self.outer = Group(self.actors[:6], self.inner)
        self.floor = Sprite(-100, 60, collision=Rect(0, 0, 600, 9), collision_layer=seed + 1)
        self.walker = CharacterController(self.actors[0])
        self.watch = Overlaps(self.outer)
        self.match = Match()
        members = (self.outer, self.floor, self.match, self.watch, self.walker)
        self.world = World(*members, columns=("score", "armor"), attributes=("note",))

    def play(self) -> None:
        self.outer.x += self.outer.column("vx")
        self.walker.move(1, 4, self.floor)
        self.watch.update()
        self.match.score += 1

    def seen(self) -> Any:
        actors = list(self.outer)
        return [plain_sprite(actor) for actor in actors], answers(actors, [self.outer, self.inner])


def test_another_world_takes_the_state_and_goes_on() -> None:
    server, client = Side(1), Side(2)
    for _ in range(5):
        server.play()
    server.actors[3].vanish()
    server.actors[4].armor = np.float32(2.5)  # type: ignore[attr-defined]
    server.match.note = ("it is", (3, None, Mood.CALM, server.actors[5]), 2**70, b"xyz", 1j)
    data = server.world.save().to_bytes()
    client.play()
    assert client.world.digest() != server.world.digest()
    before = client.world.digest()
    snapshot = client.world.read(data)
    assert client.world.digest() == before
    client.world.restore(snapshot)
    assert snapshot.digest() == server.world.digest() == client.world.digest()
    assert client.world.save().to_bytes() == data
    assert client.seen() == server.seen()
    there, here = list(server.outer), list(client.outer)
    aim = here[there.index(server.actors[5])]
    assert client.match.note == ("it is", (3, None, Mood.CALM, aim), 2**70, b"xyz", 1j)
    assert type(here[there.index(server.actors[4])].armor) is np.float32
    for _ in range(5):
        server.play()
        client.play()
        assert client.world.digest() == server.world.digest()
        assert client.seen() == server.seen()
    client.world.restore(snapshot)
    assert client.world.save().to_bytes() == data
    validate()


def test_a_joining_client_makes_what_it_lacks_and_what_is_left_over_vanishes() -> None:
    server, client = Group(Actor(k) for k in range(5)), Group(Actor(9))
    there, here = World(server), World(client)
    data = there.save().to_bytes()
    with pytest.raises(ValueError, match="4 of Actor"):
        here.load(data)
    made: list[str] = []

    def make(name: str) -> Sprite:
        made.append(name)
        return Actor()

    before = here.save()
    here.load(data, make)
    assert made == ["Actor"] * 4
    assert here.digest() == there.digest()
    assert client.x.tolist() == [0, 1, 2, 3, 4]
    rest = list(client)[1:]
    here.restore(before)
    assert all(sprite.vanished for sprite in rest)
    assert client.x.tolist() == [9]
    here.load(data, make)
    server[2].vanish()
    server[3].vanish()
    late = list(client)
    here.load(there.save().to_bytes())
    assert client.x.tolist() == [0, 1, 3]
    assert [sprite.vanished for sprite in late] == [False, False, False, True, True]


class OnAFloor:
    """A walker and its floor, which is a member or is not."""

    def __init__(self, member: bool, stands: bool) -> None:
        self.player = Actor(0, 0, collision=Rect(0, 0, 10, 20))
        self.floor = Sprite(-50, 20, collision=Rect(0, 0, 200, 9))
        self.walker = CharacterController(self.player)
        self.world = World(self.walker, *[self.floor] * member)
        if stands:
            self.walker.move(0, 3, self.floor)


@for_each("member", [False, True])
def test_between_processes_a_floor_must_be_a_member(member: bool) -> None:
    in_the_air, on_it = OnAFloor(member, False), OnAFloor(member, True)
    jump, stand = in_the_air.world.save().to_bytes(), on_it.world.save().to_bytes()
    on_it.world.load(jump)
    assert (on_it.floor.vanished, on_it.walker.floor) == (not member, None)
    if member:
        in_the_air.world.load(stand)
        assert in_the_air.walker.floor is in_the_air.floor
    else:
        with pytest.raises(ValueError, match="lacks objects: 1 of Sprite"):
            in_the_air.world.load(stand)


@for_each("nested", [False, True])
def test_who_was_made_leaves_as_others_do(nested: bool) -> None:
    server, client = Group(Actor(k) for k in range(9)), Group()
    for group in (server, client):
        if nested:
            group.add(Group())
    World(client).load(World(server).save().to_bytes(), lambda name: Actor())
    made = [sprite for sprite in client if isinstance(sprite, Sprite)]
    client.discard(made[4])
    made[2].vanish()
    assert client.x.tolist() == [0, 1, 3, 5, 6, 7, 8]
    assert made[4] not in client
    made[0].vanish()
    assert client.x.tolist() == [1, 3, 5, 6, 7, 8]
    validate()


@for_each("bad", [lambda name: None, lambda name: Sprite(), lambda name: kept])
def test_make_must_return_a_new_one_of_that_class(bad: Callable[[str], Any]) -> None:
    data = World(Group(Actor(1), Actor(2), Actor(3))).save().to_bytes()
    with pytest.raises(ValueError, match="make"):
        World(Group(Actor(5))).read(data, bad)


def test_a_make_that_cannot_be_called_is_refused() -> None:
    """Also where nothing is missing."""
    world = World(Actor())
    data = world.save().to_bytes()
    for call in (world.load, world.read):
        with pytest.raises(TypeError, match=r"make must be a function .* or None, got 3"):
            call(data, 3)  # type: ignore[arg-type]


def test_what_make_raises_is_told() -> None:
    data = World(Group(Actor(1), Actor(2))).save().to_bytes()
    known: dict[str, Any] = {}
    with pytest.raises(ValueError, match=r"make\('Actor'\) has raised KeyError\('Actor'\)") as e:
        World(Group(Actor(5))).read(data, lambda name: known[name]())
    assert isinstance(e.value.__cause__, KeyError)


kept = Actor()


def test_another_world_is_refused() -> None:
    data = World(Actor(), Match(), columns=["score"]).save().to_bytes()
    others = [
        World(Match(), Actor(), columns=["score"]),
        World(Actor(), Match(), attributes=["score"]),
        World(Actor(), Match(), columns=["score", "more"]),
        World(Sprite(), Match(), columns=["score"]),
        World(),
    ]
    for other in others:
        with pytest.raises(ValueError, match=r"World|class|columns|objects"):
            other.read(data)


def test_other_stored_numbers_are_refused() -> None:
    def world(**numbers: Any) -> World:
        return World(type("Actor", (Sprite,), numbers)())

    data = world(vx=Number()).save().to_bytes()
    assert world(vx=Number(5.0)).read(data)
    others: list[dict[str, Any]] = [
        {},
        {"vx": Number(0, int)},
        {"vy": Number()},
        {"vx": Number(), "a": Number()},
    ]
    for numbers in others:
        with pytest.raises(ValueError, match="stored numbers"):
            world(**numbers).read(data)


def test_what_was_not_written_stays() -> None:
    one, other = Match(), Match()
    one.note, other.note = object(), object()
    here = other.note
    world = World(other, attributes=["note"])
    world.load(World(one, attributes=["note"]).save().to_bytes())
    assert other.note is here


# --- images -------------------------------------------------------------------------------------


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
    before = World(server).save()
    data = before.to_bytes()
    had = client.image
    World(client).load(data)
    assert client.image is had
    assert World(client).save().to_bytes() == data
    wanted = seen_after(server, later)
    assert seen_after(client, later) == wanted
    before._world.load(data)
    assert before._world.digest() == before.digest()
    assert seen_after(server, later) == wanted
    before._world.restore(before)
    assert seen_after(server, later) == wanted
    validate()


def test_an_animation_goes_on_where_it_was_loaded() -> None:
    """The client's picture is of another size, and is assigned again."""

    def play(sprite: Sprite, frame: int) -> None:
        sprite.image = (A, B)[frame // 5 % 2]
        sprite.angle += 3

    for kind in (OfImage, WithShape):
        server, client = kind(), kind()
        for frame in range(8):
            play(server, frame)
        World(client).load(World(server).save().to_bytes())
        for frame in range(8, 30):
            play(server, frame)
            play(client, frame)
            assert client.aabb == server.aabb
            assert World(client).digest() == World(server).digest()


def test_a_rectangle_is_not_that_of_an_image() -> None:
    """Although it is as large."""
    one, other = OfImage(), OfImage()
    other.collision = Rect(0, 0, 8, 8)
    assert World(one).digest() != World(other).digest()
    world = World(one)
    (change,) = world.save().differences(world.read(World(other).save().to_bytes()))
    expected = ("shapes_of_image", True, False)
    assert (change.column, change.value, change.other_value) == expected


def test_differences_name_the_size_of_an_image() -> None:
    one, other = WithShape(), WithShape()
    other.image = B
    world = World(one)
    (change,) = world.save().differences(world.read(World(other).save().to_bytes()))
    assert (change.column, change.value, change.other_value) == ("image_size", (8, 8), (40, 20))


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
            assert client.rect.left <= client.rect.right
        for sprite in (server, client):
            sprite.image = here
        assert repr(client.aabb) == repr(server.aabb)
        assert client.rect == server.rect


@pytest.mark.parametrize("wrong", ["size", "shapes", "center", "runs"])
def test_images_of_hostile_bytes_are_those_of_their_sprites(wrong: str) -> None:
    words = list(memoryview(World(OfImage()).save().to_bytes()[32:-8]).cast("q"))
    eight = struct.unpack("<q", struct.pack("<d", 8.0))[0]
    four = struct.unpack("<q", struct.pack("<d", 4.0))[0]
    own, last = words.index(eight), len(words) - 1 - words[::-1].index(eight)
    assert words.count(eight) == 4  # in the Rect, and in the size
    match wrong:
        case "size":
            words[last] = -eight
        case "shapes":
            words[own] = four
        case "center":
            words[words.index(four)] = eight
        case "runs":
            words[last - 5] = 2
    data = sealed(struct.pack(f"<{len(words)}q", *words))
    with pytest.raises(ValueError, match=r"image|center"):
        World(OfImage()).read(data)


@for_each("data", [b"", b"x" * 100, 3, None, "text", wire_format.state_words])
def test_what_is_no_snapshot(data: Any) -> None:
    with pytest.raises((TypeError, ValueError)):
        World().read(data)


def sealed(words: bytes) -> bytes:
    """Words with a new count and checksum."""
    words = words[: len(words) // 8 * 8]
    start = struct.pack("<16sQQ", b"spritecol world\n", wire_format.VERSION, len(words) // 8)
    return start + words + wire_format.hash_of(words).to_bytes(8, "little")


SPOILERS = [0, 1, -1, 2, 7, 2**31, 2**63 - 1, -(2**63), 17, 255, 2**40]
REALS = [math.nan, math.inf, 1e13, -0.0, 1e-320]


def spoiled(words: bytes, rng: random.Random) -> bytes:
    """Words of which some are changed, missing, or there twice."""
    data = bytearray(words)
    for _ in range(rng.choice([1, 1, 2, 5])):
        at = 8 * rng.randrange(max(1, len(data) // 8))
        how = rng.randrange(6)
        if how == 0:
            data[at : at + 8] = struct.pack("<q", rng.choice(SPOILERS))
        elif how == 1:
            data[at : at + 8] = struct.pack("<d", rng.choice(REALS))
        elif how == 2:
            del data[at : at + 8 * rng.randint(1, 4)]
        elif how == 3:
            data[at:at] = data[at : at + 8 * rng.randint(1, 4)]
        elif how == 4:
            data[at : at + 8] = struct.pack("<q", rng.randrange(30))
        elif len(data) > at:
            data[at + rng.randrange(min(8, len(data) - at))] ^= 1 << rng.randrange(8)
    return bytes(data)


@for_each("seed", range(4))
def test_hostile_bytes_are_a_value_error_and_never_more(seed: int) -> None:
    rng = random.Random(seed)
    server, client = Side(seed), Side(seed + 1)
    for _ in range(3):
        server.play()
    server.actors[2].vanish()
    server.match.note = ("x", (Mood.CALM, server.actors[1]), np.int16(4))
    words = server.world.save().to_bytes()[32:-8]
    assert client.world.read(sealed(words)).digest() == server.world.digest()
    before = client.world.save()
    taken = 0
    for _ in range(150):
        data = sealed(spoiled(words, rng))
        try:
            snapshot = client.world.read(data, make=lambda name: Actor())
        except ValueError:
            assert client.world.digest() == before.digest()
            continue
        taken += 1
        client.world.restore(snapshot)
        assert client.world.digest() == snapshot.digest()
        with suppress(ValueError):  # its velocities may be NaN
            client.play()
        client.seen()
        validate()
        client.world.restore(before)
        assert client.world.digest() == before.digest()
    assert 0 < taken < 400
    with pytest.raises(ValueError, match="damaged"):
        client.world.read(server.world.save().to_bytes()[:-8] + bytes(8))


@for_each(
    "change, words",
    [
        (lambda data: data + b"!", "go on with others"),
        (lambda data: data + bytes(16), "go on with others"),
        (lambda data: data + data, "go on with others"),
        (lambda data: data[:-1], "are incomplete"),
        (lambda data: data[:-8], "are incomplete"),
    ],
)
def test_bytes_of_another_length_tell_which(change: Callable[[bytes], bytes], words: str) -> None:
    world = World(Sprite(1, 2, collision=Circle(0, 0, 3)))
    data = world.save().to_bytes()
    with pytest.raises(ValueError, match=f"{words}: there should be {len(data)}, and there are"):
        world.load(change(data))
    assert world.save().to_bytes() == data


def test_the_checksum_is_a_hash_of_the_bytes() -> None:
    """BLAKE2b, whose key is the version."""
    data = World(Sprite(1, 2, collision=Circle(0, 0, 3))).save().to_bytes()
    expected = blake2b(data[32:-8], digest_size=8, key=bytes([wire_format.VERSION])).digest()
    assert data[-8:] == expected


def test_words_are_little_endian_where_the_machine_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    actor = Actor(1.5, -2, collision=Capsule(0, 0, 9, 0, 2, name="body of the actor"))
    world = World(Group(actor), Match(), columns=["score"], attributes=["note"])
    swapped = {"little": "big", "big": "little"}
    wire_format.shapes_as_words.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "byteorder", swapped[sys.byteorder])
        data = world.save().to_bytes()
        assert world.load(data).to_bytes() == data
    wire_format.shapes_as_words.cache_clear()
    assert struct.pack(">d", 1.5) in data
    assert struct.pack("<d", 1.5) not in data
    assert b"body of the actor" in data


def test_a_digest_of_a_known_state() -> None:
    """The same number on every machine; a change of the format needs another version."""
    actor = Actor(1.5, -2, angle=30, collision=Capsule(0, 0, 9, 0, 2, name="body"))
    world = World(Group(actor), Match(), columns=["score"], attributes=["note"])
    assert isinstance(world.save(), Snapshot)
    assert world.digest() == 0xC0439D782EFA9330


# --- what is named comes first -------------------------------------------------------------------


@given(st.randoms(use_true_random=False))
def test_named_groups_are_the_same_however_they_are_nested(rng: random.Random) -> None:
    def build() -> tuple[World, Group, list[Group]]:
        inner = [Group(Actor(10 * k + i) for i in range(1 + k)) for k in range(count)]
        outer = Group(*inner)
        return World(outer, *inner), outer, inner

    def nest(outer: Group, inner: list[Group]) -> None:
        for _ in range(rng.randint(1, 3)):
            group = rng.choice(inner)
            if group in outer:
                outer.discard(group)
            else:
                outer.add(group)

    def told(outer: Group, inner: list[Group]) -> Any:
        return [[s.x for s in group] for group in (outer, *inner)], [g in outer for g in inner]

    count = rng.randint(2, 4)
    world, outer, inner = build()
    nest(outer, inner)
    expected, data = told(outer, inner), world.save().to_bytes()
    client, theirs, within = build()
    client.load(data)
    assert told(theirs, within) == expected
    nest(outer, inner)
    world.load(data)
    assert told(outer, inner) == expected


@for_each("happens", ["dies", "spawns"])
def test_a_named_sprite_is_the_same_whatever_the_groups_hold(happens: str) -> None:
    foes, hero = Group(Actor(1), Actor(2)), Actor(100)
    world = World(foes, hero)
    data = world.save().to_bytes()
    if happens == "dies":
        foes[0].vanish()
    else:
        foes.add(Actor(3))
    world.load(data, make=lambda name: Actor())
    assert [foe.x for foe in foes] == [1, 2]
    assert hero.x == 100
    assert not hero.vanished
