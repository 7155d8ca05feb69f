"""Each version 1.x reads the bytes of every 1.x before it: see `world.kept_bytes`.

`world.later_forms` has two further versions of the form.
"""

import json
import pickle
import random
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support.counting import at_least
from support.hooks import validate
from world import kept_bytes, later_forms
from world.kept_bytes import AFTER, BEFORE, FOLDER, NEXT, Game, form_of, write
from world.later_forms import LATER, NOW
from world.test_bytes import sealed, spoiled

import spritecol
from spritecol import Circle, Group, Rect, Sprite, World
from spritecol.world import older_forms

FILES = sorted(FOLDER.glob("*.bytes"))


def newest_file() -> Path:
    """The file of the form that this version writes."""
    (path,) = [path for path in FILES if path.stem == NEXT] or [
        path for path in FILES if path.stem == spritecol.__version__
    ]
    return path


def test_this_version_has_a_file() -> None:
    """If not, and the bytes are to stay as they are: `python -m world.kept_bytes`."""
    assert spritecol.__version__ in [path.stem for path in FILES]


def test_each_form_has_a_file() -> None:
    """`python -m world.kept_bytes` writes it. What changes between two releases is of one form."""
    assert {form_of(path.read_bytes()) for path in FILES} == set(range(1, NOW + 1))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_state_of_a_version_is_read_and_goes_on(path: Path) -> None:
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    game = Game()
    gone = game.shots[2]
    assert game.seen() != told["saved"]
    game.world.load(path.read_bytes())
    assert game.seen() == told["saved"]
    assert gone.vanished
    data = game.world.save().to_bytes()  # in the form of this version
    assert form_of(data) == NOW
    again = Game()
    again.world.load(data)
    assert again.world.save().to_bytes() == data
    for one in (game, again):
        one.frame = BEFORE
        one.play(AFTER)
        assert one.seen() == told["later"]
    assert told["later"] != told["saved"]
    assert game.match.score > told["saved"]["match"][0] > 0  # shots hit before the save, and after
    assert told["saved"]["walker"][:2] == [True, True]  # it rode on the lift
    assert told["saved"]["overlaps"]


MINOR = spritecol.__version__.rpartition(".")[0]
PICKLES = [] if newest_file().stem == NEXT else sorted(FOLDER.glob(f"{MINOR}.*.pickle"))
"""Those of this minor version. While a form is new, this will be another minor version."""


@pytest.mark.parametrize("path", PICKLES, ids=lambda path: path.stem)
def test_a_pickle_of_the_same_minor_version_is_read_and_goes_on(path: Path) -> None:
    told = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    game = pickle.loads(path.read_bytes())
    assert game.seen() == told["saved"]
    game.play(AFTER)
    assert game.seen() == told["later"]


def test_what_was_read_is_what_this_version_writes() -> None:
    game = Game()
    game.play(BEFORE)
    assert game.world.save().to_bytes() == newest_file().read_bytes()


def test_the_files_of_a_changed_form_are_written_beside_those_of_a_release(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = spritecol.__version__
    assert write(tmp_path) == tmp_path / f"{name}.bytes"
    assert (tmp_path / f"{name}.bytes").read_bytes() == newest_file().read_bytes()
    with pytest.raises(SystemExit, match="written once, and stays as it is"):
        write(tmp_path)
    with monkeypatch.context() as patch:
        later_forms.install(patch, LATER)
        for _ in range(2):  # it may change until the release
            assert write(tmp_path) == tmp_path / f"{NEXT}.bytes"
    assert form_of((tmp_path / f"{NEXT}.bytes").read_bytes()) == LATER
    told = [json.loads(path.read_text(encoding="utf-8")) for path in tmp_path.glob("*.json")]
    assert told[0] == told[1]
    monkeypatch.setattr(spritecol, "__version__", "9.0.0")
    assert write(tmp_path) == tmp_path / "9.0.0.bytes"
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{stem}.{end}" for stem in (name, "9.0.0") for end in ("bytes", "json", "pickle")
    }
    monkeypatch.setattr(older_forms, "VERSION", LATER)
    monkeypatch.setattr(older_forms, "REST", LATER)
    monkeypatch.setattr(spritecol, "__version__", "9.0.1")
    with pytest.raises(SystemExit, match=r"changed since 9\.0\.0, .* must be a new minor version"):
        write(tmp_path)
    monkeypatch.setattr(spritecol, "__version__", "9.1.0")
    assert write(tmp_path) == tmp_path / "9.1.0.bytes"


# --- versions to come ----------------------------------------------------------------------------


def bytes_of_form(version: int) -> bytes:
    """The saved game as the release with this form writes it."""
    if version < NOW:
        return next(data for path in FILES if form_of(data := path.read_bytes()) == version)
    with pytest.MonkeyPatch.context() as patch:
        later_forms.install(patch, version)
        game = Game()
        game.play(BEFORE)
        return game.world.save().to_bytes()


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The release with the newest of the later forms."""
    later_forms.install(monkeypatch, LATER)


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("version", range(1, LATER + 1))
def test_a_further_number_of_a_walker_and_of_overlaps_is_as_in_new_ones(version: int) -> None:
    """In bytes without it. It is in all that is written from then on."""
    game, again = Game(), Game()
    breath = 1.0 if version < NOW + 1 else 1.0 - BEFORE * later_forms.BREATH
    updates = 0 if version < NOW + 2 else BEFORE
    data = bytes_of_form(version)
    assert form_of(data) == version
    game.world.load(data)
    assert (game.walker.breath, game.events.updates) == (breath, updates)
    saved = game.world.save().to_bytes()
    assert form_of(saved) == LATER
    assert (saved == data) == (version == LATER)
    again.world.load(saved)
    assert again.world.digest() == game.world.digest()
    assert again.world.save().to_bytes() == saved
    for one in (game, again):
        one.frame = BEFORE
        one.play(AFTER)
        told = json.loads(newest_file().with_suffix(".json").read_text(encoding="utf-8"))
        assert one.seen() == told["later"]
        assert one.walker.breath == breath - AFTER * later_forms.BREATH
        assert one.events.updates == updates + AFTER


class Level:
    walker: Any = None
    events: Any = None


def named(version: int) -> tuple[World, Level, list[Any]]:
    """A World whose walker and Overlaps are not members: attributes name them."""
    hero, floor = Sprite(0, 0, collision=Rect(0, 0, 8, 8)), Sprite(-9, 9, collision=[0, 0, 99, 9])
    level = Level()
    level.walker = kept_bytes.CharacterController(hero)
    level.events = kept_bytes.Overlaps(hero, floor)
    return World(hero, floor, level, attributes=["walker", "events"]), level, [hero, floor]


def test_also_of_those_that_only_attributes_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A controller that is missing is made."""
    world, level, (_, floor) = named(NOW)
    level.walker.move(0, 5, floor)
    level.events.update()
    data = world.save().to_bytes()
    later_forms.install(monkeypatch, LATER)
    for is_there in (True, False):
        world, level, _ = named(LATER)
        level.walker.breath, level.events.updates = 0.25, 7
        if not is_there:
            level.walker = None
        world.load(data)
        assert type(level.walker) is later_forms.LaterWalker
        assert (level.walker.breath, level.events.updates) == (1.0, 0)
        assert level.walker.on_floor
        assert form_of(world.save().to_bytes()) == LATER


def test_a_state_keeps_its_digest_if_only_parts_have_changed_that_it_lacks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def states() -> list[World]:
        hero = Sprite(collision=Circle(0, 0, 5))
        walker = kept_bytes.CharacterController(hero)
        events = kept_bytes.Overlaps(hero, [hero])
        return [World(*each, hero) for each in ((), (Group(hero),), (walker,), (events,))]

    before = [(world.digest(), world.save().to_bytes()) for world in states()]
    rest = older_forms.REST
    forms = [rest, rest, max(rest, *older_forms.WALKER, 0), max(rest, *older_forms.OVERLAPS, 0)]
    assert [form_of(data) for _, data in before] == forms
    later_forms.install(monkeypatch, LATER)
    after = [(world.digest(), world.save().to_bytes()) for world in states()]
    assert [form_of(data) for _, data in after] == [rest, rest, NOW + 1, NOW + 2]
    assert before[:2] == after[:2]
    assert not {digest for digest, _ in before[2:]} & {digest for digest, _ in after[2:]}
    for (_, old), (digest, _), world in zip(before, after, states(), strict=True):
        assert world.load(old).digest() == digest


def test_what_else_changes_is_written_in_a_version_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ball = World(Sprite(3))
    digest, old = ball.digest(), ball.save().to_bytes()
    monkeypatch.setattr(older_forms, "REST", NOW + 1)
    monkeypatch.setattr(older_forms, "VERSION", NOW + 1)
    world = World(Sprite(4))
    world.load(old)
    data = world.save().to_bytes()
    assert (form_of(data), data[32:-8]) == (NOW + 1, old[32:-8])
    assert world.digest() != digest
    assert World(Sprite()).load(data).digest() == world.digest()


def test_bytes_of_a_later_release_are_refused() -> None:
    start = World(Sprite()).save().to_bytes()[:16]
    for version in (NOW + 1, 256, 2**63):
        with pytest.raises(ValueError, match=rf"of version {version}, .* up to {NOW}: a later"):
            World(Sprite()).load(start + struct.pack("<Q", version) + bytes(16))
    with pytest.raises(ValueError, match="of version 0, which no release has written"):
        World(Sprite()).load(start + bytes(24))


@pytest.mark.usefixtures("later")
@pytest.mark.parametrize("version", range(1, LATER + 1))
def test_hostile_bytes_of_each_version_are_a_value_error_or_a_state(version: int) -> None:
    """As in `test_bytes`. Each word is spoiled in turn, and more of what walkers and Overlaps
    remember.
    """
    rng = random.Random(version)
    client = Game()
    client.play(9)
    before = client.world.save()
    words = bytes_of_form(version)[32:-8]
    assert client.world.read(sealed(words, version)).digest() != before.digest()
    last = len(words) - 8 * 400  # from about here on, it is what they remember
    places = [*range(0, last, 8 * 7), *range(last, len(words), 8)]
    with at_least(taken=20, refused=200) as seen:
        for at in places:
            data = sealed(spoiled(words, rng, at), version)
            try:
                snapshot = client.world.read(data)
            except ValueError:
                seen["refused"] += 1
                assert client.world.digest() == before.digest()
                continue
            seen["taken"] += 1
            client.world.restore(snapshot)
            assert client.world.digest() == snapshot.digest()
            assert client.world.save().to_bytes() == snapshot.to_bytes()
            if seen["taken"] % 4 == 0:
                with suppress(ValueError, ZeroDivisionError):
                    client.play(1)
            client.world.restore(before)
    validate()


def test_older_bytes_that_say_the_same_in_another_way_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def played() -> World:
        hero = Sprite(collision_layer=2, collision=Circle(0, 0, 5))
        return World(hero, kept_bytes.CharacterController(hero))

    data = played().save().to_bytes()
    words = list(memoryview(data[32:-8]).cast("q"))
    place = words.index(-1) - 1  # the layer, before the mask
    assert words[place] == 2
    words[place] = 1  # layers that are the default are left out
    later_forms.install(monkeypatch, LATER)
    assert played().read(data)
    with pytest.raises(ValueError, match="not as they would be written"):
        played().read(sealed(struct.pack(f"<{len(words)}q", *words), NOW))
