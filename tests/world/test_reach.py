"""What is in reach of a World: what comes and goes with a restore, and what stays as it is."""

import enum
import gc
import random
import sys
import types
import weakref
from collections import Counter
from typing import Any
from weakref import ref

import pytest
from support.counting import at_least
from support.hooks import live_row_count, validate

from spritecol import (
    CharacterController,
    Circle,
    Group,
    History,
    Overlaps,
    Rect,
    Sprite,
    World,
)


class Ball(Sprite):
    collision = Circle(0, 0, 8)
    aim: Any = None


def platform(x: float, y: float) -> Sprite:
    return Sprite(x, y, collision=Rect(0, 0, 60, 10))


class Level:
    """Enemies that walk on a floor, and watch who is near."""

    def __init__(self, count: int = 0) -> None:
        self.floor = Sprite(0, 100, collision=Rect(0, 0, 400, 10))
        self.enemies = Group[Any]()
        self.world = World(self.enemies, self.floor, attributes=["walker", "watch"])
        for _ in range(count):
            self.spawn()

    def spawn(self, kind: Any = CharacterController) -> Any:
        enemy = Enemy(30 * len(self.enemies), 60)
        self.enemies.add(enemy)
        if kind:
            enemy.walker = kind(enemy, snap=6, step=3)
        return enemy

    def play(self, frames: int) -> list[Any]:
        told = []
        for frame in range(frames):
            for enemy in self.enemies:
                enemy.walker.move(1.5 - frame % 4, 3, self.floor)
                told.append((enemy.x, enemy.y, enemy.walker.on_floor, enemy.walker.floor_normal))
        return told


class Enemy(Sprite):
    collision = Rect(0, 0, 10, 20)
    walker: Any = None


# --- what a snapshot does not know ---------------------------------------------------------------


def some() -> list[Any]:
    """A floor, one to meet, and two to name."""
    return [platform(-20, 22), Ball(5, 0), Ball(60, 60), Ball(70, 70)]


class Known:
    """A World that comes to know sprites in all ways: by members, pairs, floors and names."""

    def __init__(self) -> None:
        self.player, self.level = Ball(0), Group[Any]()
        self.walker = CharacterController(Enemy(0, 0))
        self.watch = Overlaps(self.player, self.level)
        self.world = World(self.player, self.walker, self.watch, attributes=["aim"])
        self.early = some()

    def meet(self, sprites: list[Any]) -> None:
        self.level.add(sprites)
        self.walker.move(0, 9, self.level)
        self.watch.update()
        self.player.aim = sprites[2], (sprites[3],)
        assert self.walker.floor is sprites[0]
        assert self.watch.pairs == [(self.player, sprites[1])]


@pytest.mark.parametrize("is_late", [False, True])
def test_what_was_made_later_vanishes_and_what_was_made_before_stays(is_late: bool) -> None:
    """However the World knows of it."""
    game = Known()
    before = game.world.save()
    sprites = some() if is_late else game.early
    game.meet(sprites)
    after = game.world.save()
    assert repr(before) == "<Snapshot of 4 objects>"
    assert repr(after) == "<Snapshot of 8 objects>"
    for sprite in sprites:
        sprite.y += 1
    for _ in range(2):
        game.world.restore(before)
        assert [sprite.vanished for sprite in sprites] == [is_late] * 4
        assert (game.player.aim, game.walker.floor, game.watch.pairs) == (None, None, [])
        assert is_late or list(game.level) == sprites
        game.world.restore(after)
        assert [sprite.vanished for sprite in sprites] == [False] * 4
        assert game.world.digest() == after.digest()
        assert sprites[1].y == 0


def test_a_row_that_is_taken_again_is_that_of_a_new_sprite() -> None:
    group, old = Group(Ball()), [Ball() for _ in range(50)]
    world = World(group)
    before = world.save()
    old.clear()
    gc.collect()
    late = [Ball() for _ in range(50)]
    group.add(late)
    world.save()
    world.restore(before)
    assert all(sprite.vanished for sprite in late)


def test_what_read_has_made_is_older_than_the_next_snapshot() -> None:
    mine = Group(Ball(1))
    world = World(mine)
    data = World(Group(Ball(5), Ball(6))).save().to_bytes()
    before = world.save()
    read = world.read(data, make=lambda name: Ball())
    after = world.save()
    for _ in range(2):
        world.restore(read)
        made = list(mine)[1]
        assert (mine.x.tolist(), made.x) == ([5, 6], 6)
        world.restore(after)
        assert (mine.x.tolist(), made.x, made.vanished) == ([1], 0, False)
        world.restore(before)
        assert made.vanished


class Star(Ball):
    pass


def loaded(world: World, data: bytes) -> list[Any]:
    """Load, and return what had to be made."""
    made: list[Any] = []

    def make(name: str) -> Any:
        made.append({"Ball": Ball, "Star": Star}[name]())
        return made[-1]

    world.load(data, make)
    return made


def test_a_load_takes_back_who_is_kept_and_makes_who_is_not() -> None:
    """A sprite that has left, or has vanished, is itself again if anybody still holds it."""
    with at_least(made=120, taken_back=60, left=60, of_both=40) as seen:
        for seed in range(30):
            r = random.Random(seed)
            start = [r.choice([Ball, Star]) for _ in range(r.randint(1, 6))]
            coins = Group[Any](kind() for kind in start)
            server, away = World(coins), list[Any]()
            mine = Group[Any](kind() for kind in start)
            client, pocket = World(mine), list[Any]()
            keys = {id(one): (type(one), start[:k].count(start[k])) for k, one in enumerate(coins)}
            seen_by_me = {keys[id(one)]: ref(own) for one, own in zip(coins, mine, strict=True)}
            counts, held = Counter(start), list(coins)
            for _frame in range(12):
                for _act in range(r.randint(0, 3)):
                    act = r.choice(["new", "new", "leave", "come back", "vanish"])
                    if act == "new":
                        one = r.choice([Ball, Star])()
                        coins.add(one)
                        held.append(one)  # so that no id is given again
                        keys[id(one)] = type(one), counts[type(one)]
                        counts[type(one)] += 1
                    elif act == "come back" and away:
                        coins.add(away.pop(r.randrange(len(away))))
                    elif act != "come back" and coins:
                        one = coins[r.randrange(len(coins))]
                        if act == "leave":
                            away.append(one)
                            coins.discard(one)
                        else:
                            one.vanish()
                    server.digest()  # the order in which it sees them gives the numbers
                for one in coins:
                    one.x = r.randint(0, 99)
                if r.random() < 0.5 and mine:  # a guess about what comes
                    one = mine[r.randrange(len(mine))]
                    r.choice((mine.discard, lambda one: one.vanish()))(one)
                    pocket.append(one)
                pocket += [one for one in mine if r.random() < 0.2]
                r.shuffle(pocket)
                del pocket[r.choice([2, 99]) :]
                inside = set(map(id, mine))
                one = None
                gc.collect(0)
                data, wanted = server.save().to_bytes(), [keys[id(one)] for one in coins]
                before = [seen_by_me[key]() if key in seen_by_me else None for key in wanted]
                made = loaded(client, data)
                assert mine.x.tolist() == coins.x.tolist()
                assert client.digest() == server.digest()
                assert not any(own.vanished for own in mine)
                for own, old in zip(mine, before, strict=True):
                    assert own is old if old is not None else any(own is new for new in made)
                assert len(made) == before.count(None)
                assert all(own.vanished for own in pocket if own not in mine)
                back = [own for own in mine if id(own) not in inside and own not in made]
                seen_by_me |= {key: ref(own) for key, own in zip(wanted, mine, strict=True)}
                seen.update(made=len(made), taken_back=len(back), of_both=bool(made and back))
                seen["left"] += any(own not in mine for own in pocket)


# --- controllers and Overlaps that attributes name -----------------------------------------------


def test_a_named_controller_comes_goes_and_is_replaced() -> None:
    level = Level()
    empty = level.world.save()
    enemy = level.spawn()
    first = enemy.walker
    new = level.world.save()
    level.play(20)
    standing = level.world.save()
    wanted = level.play(30)
    enemy.walker = second = CharacterController(enemy, up=(0, 1), nudge=2)
    second.move(0, -40, level.floor)
    other = level.world.save()
    enemy.walker = None
    gone = level.world.save()
    for _ in range(2):
        level.world.restore(empty)
        assert enemy.vanished
        level.world.restore(standing)
        assert (enemy.walker, first.floor) == (first, level.floor)
        assert level.play(30) == wanted
        level.world.restore(new)
        assert (enemy.walker, first.floor) == (first, None)
        level.world.restore(other)
        assert (enemy.walker, second.up, second.nudge) == (second, (0, 1), 2)
        level.world.restore(gone)
        assert enemy.walker is None


class Climber(CharacterController):
    """A controller of a game's own."""

    ropes = 3


@pytest.mark.parametrize("kind", [CharacterController, Climber])
@pytest.mark.parametrize("own_walker", [False, True])
@pytest.mark.parametrize("count", [1, 3])
def test_named_controllers_load_into_another_process(
    kind: Any, own_walker: bool, count: int
) -> None:
    """Whether or not what `make` makes has one; one of an own class nobody else can make."""
    server, client = Level(), Level()
    for _ in range(count):
        server.spawn(kind)
    server.play(25)
    server.enemies[0].walker.step = 7
    data = server.world.save().to_bytes()

    def make(name: str) -> Enemy:
        enemy = Enemy(1, 2)
        enemy.walker = kind(enemy, up=(1, 0)) if own_walker else None
        return enemy

    if kind is Climber and not own_walker:
        with pytest.raises(ValueError, match="Climber"):
            client.world.load(data, make)
        assert not client.enemies
        return
    for _ in range(2):
        client.world.load(data, make)
        assert client.world.digest() == server.world.digest()
        walkers = [enemy.walker for enemy in client.enemies]
        assert [walker.sprite for walker in walkers] == list(client.enemies)
        assert {walker.up for walker in walkers} == {(0, -1)}
        assert (walkers[0].step, walkers[0].floor) == (7, client.floor)
    assert client.play(30) == server.play(30)
    assert client.world.digest() == server.world.digest()
    server.enemies[0].walker = None
    client.world.load(server.world.save().to_bytes())
    assert client.enemies[0].walker is None


class Mood(enum.Enum):
    CALM = 1


def test_beside_named_controllers_an_enum_is_that_of_its_owners_module(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Although another module has one of that name."""
    other = types.ModuleType("another_game")
    other.Mood = enum.Enum("Mood", "CALM", module="another_game")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "another_game", other)
    server, client = Level(), Level()
    for level in (server, client):
        level.world = World(level.enemies, level.floor, attributes=["mood", "walker"])
    server.spawn().mood = Mood.CALM
    client.world.load(server.world.save().to_bytes(), lambda name: Enemy())
    assert client.enemies[0].mood is Mood.CALM
    assert client.world.digest() == server.world.digest()


def test_a_named_overlaps_loads_where_there_is_one() -> None:
    """Its targets and callbacks are not in bytes, so it can't be made."""
    server, client = Level(2), Level(2)
    before = server.world.save()
    watch = server.enemies[0].watch = Overlaps(server.enemies, server.floor)
    server.enemies[1].y = 95
    assert len(watch.update().entered) == 1
    inside = server.world.save()
    server.world.restore(before)
    assert not hasattr(server.enemies[0], "watch")
    for back in (
        lambda: server.world.restore(inside),
        lambda: server.world.load(inside.to_bytes()),
    ):
        watch.clear()
        back()
        assert server.enemies[0].watch is watch
        assert not watch.update()
    untouched = client.world.digest()
    with pytest.raises(ValueError, match="Overlaps"):
        client.world.load(inside.to_bytes())
    assert client.world.digest() == untouched
    own = client.enemies[0].watch = Overlaps(client.enemies, client.floor)
    client.world.load(inside.to_bytes())
    assert client.enemies[0].watch is own
    assert not own.update()


@pytest.mark.parametrize("member", [False, True])
def test_between_processes_a_floor_must_be_a_member(member: bool) -> None:
    def game(stands: bool) -> Any:
        floor, walker = (
            Sprite(-50, 20, collision=Rect(0, 0, 200, 9)),
            CharacterController(Enemy(0, 0)),
        )
        if stands:
            walker.move(0, 3, floor)
        return World(walker, *[floor] * member), walker, floor

    (air, jumper, floor), (ground, stander, under) = game(False), game(True)
    jump, stand = air.save().to_bytes(), ground.save().to_bytes()
    ground.load(jump)
    assert (under.vanished, stander.floor) == (not member, None)
    if member:
        air.load(stand)
        assert jumper.floor is floor
    else:
        with pytest.raises(ValueError, match="1 of Sprite"):
            air.load(stand)


def test_controllers_in_tuples_are_found() -> None:
    class Camp:
        walker: Any = ()

        def __init__(self) -> None:
            self.men = [Enemy(20 * k) for k in range(3)]
            self.floor = Sprite(0, 40, collision=Rect(0, 0, 200, 9))
            self.walker = tuple((k, CharacterController(man)) for k, man in enumerate(self.men))
            self.world = World(self, *self.men, self.floor, attributes=["walker"])

        def play(self) -> list[Any]:
            for _, walker in self.walker:
                walker.move(1, 2, self.floor)
            return [(man.x, man.y) for man in self.men]

    one, other = Camp(), Camp()
    for _ in range(15):
        one.play()
    before = one.world.save()
    wanted = [one.play() for _ in range(9)]
    one.world.restore(before)
    other.world.load(before.to_bytes())
    assert other.world.digest() == one.world.digest()
    assert [one.play() for _ in range(9)] == wanted == [other.play() for _ in range(9)]
    before, walkers = one.world.save(), one.walker
    one.walker = walkers[1:]
    assert one.world.digest() != before.digest()
    one.world.restore(before)
    assert one.walker == walkers


# --- restores where nobody expects them ----------------------------------------------------------


@pytest.mark.parametrize("by_name", [False, True])
def test_a_restore_in_a_walkers_where_changes_nothing(by_name: bool) -> None:
    enemy, other, floor = Enemy(0, 60), Ball(0, 200), Sprite(0, 100, collision=Rect(0, 0, 400, 10))
    enemy.walker = CharacterController(enemy)
    things, watch = Group[Sprite](other), Overlaps([other], floor)
    members = [enemy, things, floor, watch, *[enemy.walker][by_name:]]
    world = World(*members, attributes=["walker", "aim"])
    before = world.save()
    other.y, other.aim = 101, "gold"
    late = Ball(5, 105)
    things.add(late)
    watch.update()
    told = []

    def where(_: Sprite) -> bool:
        if not told:
            then = [(one.x, one.y, one.vanished) for one in (other, late, floor)], list(things)
            for ask in (lambda: world.restore(before), lambda: world.load(before.to_bytes())):
                with pytest.raises(RuntimeError) as caught:
                    ask()
                told.append(str(caught.value))
                now = [(one.x, one.y, one.vanished) for one in (other, late, floor)], list(things)
                assert (then, other.aim) == (now, "gold")
        return True

    for _ in range(20):
        enemy.walker.move(0, 3, floor, where=where)
    assert len(told) == 2
    assert enemy.walker.floor is floor
    assert not watch.update().entered  # it still knows
    world.restore(before)
    assert (other.y, other.aim, late.vanished, enemy.y) == (200, None, True, 60)


def test_a_callback_that_restores_writes_nothing_into_what_was_restored() -> None:
    balls = Group(Ball(0), Ball(5), Ball(10))

    def enter(one: Sprite, other: Sprite) -> None:
        balls[2].vanish()  # so that the callbacks of its pairs are skipped
        world.restore(before)

    watch = Overlaps(balls, enter=enter, exit=None)
    world = World(balls, watch)
    before = world.save()
    watch.update()
    assert watch.pairs == []
    assert before.differences(world.save()) == []


# --- who is kept alive ---------------------------------------------------------------------------


def test_sprites_that_only_snapshots_hold_die_with_them() -> None:
    rows = live_row_count()
    group = Group(Ball(k) for k in range(3))
    world = World(group)
    first = world.save()
    ball = weakref.ref(group[0])
    group[0].vanish()
    second = world.save()
    assert len(group) == 2
    assert ball() is not None
    world.restore(first)
    world.restore(second)
    del first
    gc.collect()
    assert ball() is None
    world.restore(second)
    history = History(world)
    history.record()
    del group, world, second, history
    gc.collect()
    assert live_row_count() == rows


def test_an_index_that_is_kept_lives_on() -> None:
    rest = Group(
        Sprite(7 * (k % 40), 7 * (k // 40), collision=Circle(0, 0, 4)) for k in range(1600)
    )
    world = World(rest)
    wanted = rest.pair_indices().tolist()
    saved = world.save()
    for _ in range(4):
        rest[5].x += 3
        rest[9].vanish()
        rest[11].collision_layer = 2
        world.restore(saved)
        assert rest.pair_indices().tolist() == wanted
    validate()
