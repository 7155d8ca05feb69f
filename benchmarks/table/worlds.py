"""Worlds: sprites are saved, restored and hashed, and frames are played again."""

import copy
import pickle
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
from measure import OURS, Way, Ways, row

from spritecol import CharacterController, Circle, Group, Number, Overlaps, Rect, Sprite, World

FRAMES = 8  # that are played again


class Drifter(Sprite):
    """A sprite with two stored numbers."""

    collision = Circle(0, 0, 8)
    vx, vy = Number(), Number()


class Kept:
    """Circles that drift straight on, and a way to keep their state."""

    def __init__(self, count: int, save: Any, restore: Any) -> None:
        rng = np.random.default_rng(count)
        places = rng.uniform((0, 0), (1280, 720), (count, 2))
        self.group = Group(Drifter(x, y) for x, y in places)
        for name, column in zip(("vx", "vy"), rng.uniform(-2, 2, (count, 2)).T, strict=True):
            self.group.set_column(name, column)
        self.save, self.restore = partial(save, self), partial(restore, self)

    def change(self) -> None:
        """Move everything, and give it another velocity."""
        group = self.group
        group.x += 1
        group.y += 1
        group.set_column("vx", group.column("vx") + 1)
        group.set_column("vy", group.column("vy") + 1)

    def play(self) -> None:
        """A frame: all move, and pairs are found."""
        group = self.group
        group.x += group.column("vx")
        group.y += group.column("vy")
        group.pair_indices()

    def where(self) -> list[tuple[float, ...]]:
        """The place and velocity of each, sorted: those who come back may be in another order."""
        group = self.group
        columns = group.x, group.y, group.column("vx"), group.column("vy")
        return sorted(zip(*(column.tolist() for column in columns), strict=True))


def in_a_world(count: int) -> Kept:
    """By a World."""
    worlds: list[World] = []
    kept = Kept(count, lambda kept: worlds[0].save(), lambda kept, saved: worlds[0].restore(saved))
    worlds.append(World(kept.group))
    return kept


def by_copies(make: Callable[[Any], Any], back: Callable[[Any], Any]) -> Callable[[int], Kept]:
    """By copies of the Group; what comes back are other objects."""

    def restore(kept: Kept, saved: Any) -> None:
        kept.group = back(saved)

    return lambda count: Kept(count, lambda kept: make(kept.group), restore)


SIDES: dict[str, Callable[[int], Kept]] = {
    OURS: in_a_world,
    "copy.deepcopy": by_copies(copy.deepcopy, copy.deepcopy),
    "pickle": by_copies(lambda group: pickle.dumps(group, pickle.HIGHEST_PROTOCOL), pickle.loads),
}

CASES = {  # and the microseconds that it may take
    "World.save": 10,
    "World.restore, all has changed": 20,
    "8 frames back, and played again": 1_000,
}


def keeping(case: str, count: int) -> Ways:
    """Everyone changes all sprites and goes back; the answer is where everything is then."""

    def way(side: Kept) -> Way:
        saved = side.save()

        def restore(moment: int) -> None:
            side.restore(saved)

        def play(moment: int) -> Any:
            side.restore(saved)
            kept = []
            for _ in range(FRAMES):
                kept.append(side.save())
                side.play()
            return kept

        def back(kept: Any) -> Any:
            side.change()
            side.restore(kept)
            return side.where()

        if "save" in case:  # the one before is still there, as in a History
            return Way(lambda moment: side.save(), read=back)
        if "restore" in case:
            return Way(restore, before=lambda m: side.change(), read=lambda nothing: side.where())
        return Way(play, read=lambda kept: side.where())

    return {name: partial(lambda made: way(made(count)), made) for name, made in SIDES.items()}


for _case, _within in CASES.items():
    row(
        "worlds",
        _case,
        1_000,
        quick=60,
        most={"copy.deepcopy": 0.01, "pickle": 0.01},
        within=_within,
    )(partial(keeping, _case))


# --- a question of a world after a change --------------------------------------------------------


def after_a_change(what: str, world: World, change: Callable[[], object] | None) -> Ways:
    """Save, restore or digest. A restored state has its digest, and a changed one another."""
    if change is None:
        return {OURS: Way(lambda moment: world.save(), read=None)}
    start = kept = world.save()

    def before(moment: int) -> None:
        nonlocal kept
        change()
        if what == "digest":
            kept = world.save()

    def ask(moment: int) -> Any:
        nonlocal kept  # the one before is still there
        if what == "restore":
            world.restore(start)
        elif what == "digest":
            return kept.digest()
        else:
            kept = world.save()
        return None

    def check(result: Any) -> None:
        world.restore(start)
        restored = world.digest()
        change()
        if restored != start.digest() or world.digest() == start.digest():
            raise SystemExit("the digest is not that of the state")

    return {OURS: Way(ask, before=before, read=check)}


@row("worlds", "Snapshot.digest", 1_000, quick=60, within=200)
def digest(count: int) -> Ways:
    """Of a state that was just saved."""
    side = in_a_world(count)
    return after_a_change("digest", World(side.group), side.change)


@row("worlds", "save after all have moved", 500, quick=60)
def all_move(count: int) -> Ways:
    """As a game saves that can go back by some frames."""
    side = in_a_world(count)
    return after_a_change("save", World(side.group), side.change)


def one_joins(count: int) -> Ways:
    """A save after one has left and another has joined."""
    side = in_a_world(count)

    def change() -> None:
        side.group[0].vanish()
        side.group.add(Drifter())

    return after_a_change("save", World(side.group), change)


BODY = Rect(0, 0, 12, 24)
CLASSES: dict[str, dict[str, Any]] = {
    "Hero": {"collision": BODY, "vx": Number(), "vy": Number(), "hp": 100, "ammo": 30,
             "cooldown": 0, "mood": "idle", "held": None},
    "Enemy": {"collision": BODY, "vx": Number(1.0), "hp": 3, "cooldown": 0, "alert": 0.0,
              "mood": "idle", "target": None},
    "Shot": {"collision": Circle(0, 0, 3), "vx": Number(4.0), "power": 1, "life": 60,
             "owner": None},
    "Coin": {"collision": Circle(0, 0, 6), "worth": 1, "phase": 0.0},
    "Lift": {"collision": Rect(0, 0, 48, 8), "phase": 0.0, "speed": 1.0, "ends": (0, 100)},
    "Door": {"collision": Rect(0, 0, 8, 48), "is_open": False, "cooldown": 0, "key": None},
    "Boss": {"collision": BODY, "vx": Number(1.0), "hp": 3, "cooldown": 0, "alert": 0.0,
             "mood": "idle", "target": None, "phase": 0.0, "stage": ("rest", 0)},
}  # fmt: skip
COLUMNS = [
    "hp",
    "ammo",
    "cooldown",
    "alert",
    "power",
    "life",
    "worth",
    "phase",
    "speed",
    "is_open",
    "frame",
    "score",
    "dice",
    "left",
]


def small_game() -> tuple[World, Callable[[], None]]:
    """39 objects of ten classes and four Groups, and 18 names."""
    kinds: Any = SimpleNamespace(**{k: type(k, (Sprite,), has) for k, has in CLASSES.items()})
    hero = kinds.Hero(100, 50)
    enemies = Group(kinds.Enemy(40 * k, 50) for k in range(11))
    shots = Group(kinds.Shot(20 * k, 30) for k in range(9))
    coins = Group(kinds.Coin(30 * k, 10) for k in range(6))
    rest = (kinds.Lift(9), kinds.Lift(200), kinds.Door(50), kinds.Door(300), kinds.Boss(400))
    match, camera, wave = (type(k, (SimpleNamespace,), {})() for k in ("Match", "Camera", "Wave"))
    match.frame, match.score, match.dice, match.stage = 0, 0, 1, ("level", 1)
    camera.left, camera.top, camera.shake, camera.target = 0.0, 0.0, 0.0, None
    wave.frame, wave.left, wave.speed = 0, 10, 0.5

    def change() -> None:
        """As a frame does it: much moves, and half of the objects have other numbers."""
        enemies.x += enemies.column("vx")
        shots.x += shots.column("vx")
        match.frame += 1
        match.dice = (match.dice * 6364136223846793005 + 1442695040888963407) % 2**64
        camera.left += 0.5
        wave.left = match.frame % 9
        hero.mood = ("idle", "running")[match.frame % 2]
        for enemy in enemies:
            enemy.cooldown = match.frame % 7
            enemy.alert += 0.25
            enemy.target = hero if match.frame % 2 else None
        for shot in shots:
            shot.life -= 1
            shot.owner = hero
        for coin in coins:
            coin.phase += 0.1

    groups = enemies, shots, coins, Group(rest)
    names: Any = {"columns": list(COLUMNS), "attributes": ["mood", "target", "owner", "stage"]}
    return World(*groups, hero, match, camera, wave, **names), change


def many_pairs() -> tuple[World, Callable[[], None]]:
    """An Overlaps of 7,140 pairs: a field of circles, each of which hits its neighbors."""
    places = [(12 * (k % 43), 12 * (k // 43)) for k in range(43 * 43)]
    dots = Group(Sprite(x, y, collision=Circle(0, 0, 9.0)) for x, y in places)
    watch = Overlaps(dots, dots)
    watch.update()

    def change() -> None:  # one more pair, or one less
        dots[0].x = 100 if dots[0].x == 0 else 0
        watch.update()

    return World(dots, watch), change


def many_walkers() -> tuple[World, Callable[[], None]]:
    """200 walkers on a floor, which walk to and fro."""
    floor = Group(Sprite(16 * k, 0, collision=Rect(0, 0, 16, 16)) for k in range(500))
    bodies = [Sprite(20 + 35 * k, 0, collision=Rect(-6, -24, 12, 24)) for k in range(200)]
    walkers, ways = [CharacterController(body) for body in bodies], [2.0]

    def change() -> None:
        ways[0] = -ways[0]
        for walker in walkers:
            walker.move(ways[0], 0.5, floor)

    change()
    return World(*walkers), change


def of_a_game(what: str, game: Any, rests: bool, count: int) -> Ways:
    """A question of the world of a game."""
    world, change = game()
    return after_a_change(what, world, None if rests else change)


GAMES: dict[str, Any] = {
    "39 objects": small_game,
    "7,140 pairs": many_pairs,
    "200 walkers": many_walkers,
}
for _what in ("save", "restore", "digest"):
    for _name, _game in GAMES.items():
        row("worlds of games", f"{_what}, {_name}")(partial(of_a_game, _what, _game, False))
row("worlds of games", "save, rests, 39 objects")(partial(of_a_game, "save", small_game, True))
row("worlds of games", "save, one joined", 1_000, quick=60)(one_joins)
