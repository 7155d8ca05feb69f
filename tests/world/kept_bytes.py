"""Games whose states were saved by released versions, as bytes in tests/support/data/bytes.

Each version 1.x reads the bytes of every 1.x before it. After a change of their form, and before a
release, write the files:

    PYTHONPATH=tests .venv/bin/python -m world.kept_bytes

It plays `Game` for `BEFORE` frames and writes three files: VERSION.bytes, what `to_bytes` returned,
VERSION.pickle, the game as a pickle, which releases of the same minor version read, and
VERSION.json, what anybody sees of this state, and of the same game `AFTER` frames later. While the
package still has the version of the last release, a changed form goes into files that are named
next, which may be written again until the release. Never write the files of a release again, and
never change this game: for what a later version adds to a state, write another game beside it, with
files of its own.
"""

import enum
import json
import math
import pickle
import re
from pathlib import Path
from typing import Any, NamedTuple

import spritecol
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
    Sprite,
    Triangle,
    World,
)

FOLDER = Path(__file__).parents[1] / "support" / "data" / "bytes"
BEFORE, AFTER = 73, 48
NEXT = "next"
"""The files of a form that no release has written yet."""
SUFFIXES = ".bytes", ".pickle", ".json"


class Mood(enum.Enum):
    CALM = "calm"
    WILD = "wild"


class Keys(enum.Flag):
    RED = 1
    BLUE = 2


class Cell(NamedTuple):
    column: int
    row: int


class Shot(Sprite):
    collision = Capsule(-4, 0, 4, 0, 1.5)
    vx = Number(1.25)
    hits_left = Number(3, int)


class Thing(Sprite):
    """Anything of a level; its shapes come from the file, too."""


class Hero(Sprite):
    collision = Rect(0, 0, 12, 20)
    mood: Any = None
    seen: Any = None
    keys: Any = Keys(0)
    cell: Any = Cell(0, 0)
    title = ""
    steps = 0


class Match:
    score = 0
    time = 0.0


class Game:
    """A level with shapes of all kinds, a hero on a lift, shots, and what hits what."""

    def __init__(self) -> None:
        lake = Polygon(((0, 0), (60, 0), (60, 40), (30, 10), (0, 40)), [((4, 4), (10, 4), (4, 10))])
        self.lift = Thing(20, 100, collision=Rect(0, 0, 60, 8, one_way=(0, -1)))
        self.things = Group(
            Thing(0, 180, collision=Rect(0, 0, 400, 20, name="ground", layer=2)),
            Thing(200, 60, collision=[Circle(0, 0, 9.5), Ellipse(30, 0, 12, 5.25, angle=30)]),
            Thing(240, 100, collision=[Triangle(0, 0, 30, 0, 0, 20), Segment(0, 0, -20, 9)]),
            Thing(300, 90, collision=[lake, Point(3, -7)], angle=33, scale_x=-1.5, scale_y=0.75),
            Thing(350, 20, collision=Rect(0, 0, 9, 9, angle=45), collision_mask=5, z=2),
        )
        self.shots = Group(Shot(10 * k, 50 + k, angle=7 * k, vx=1.0 + k / 8) for k in range(8))
        self.level = Group(self.things, self.lift)
        self.hero = Hero(30, 80)
        self.walker = CharacterController(self.hero, step=4)
        self.events = Overlaps(self.shots, self.things)
        self.match = Match()
        self.frame = 0
        self.world = World(
            self.level,
            self.shots,
            self.hero,
            self.walker,
            self.events,
            self.match,
            columns=["score", "time", "steps"],
            attributes=["mood", "seen", "keys", "cell", "title"],
        )

    def play(self, frames: int) -> None:
        for _ in range(frames):
            self.frame += 1
            self.lift.y += 0.75 * math.copysign(1, 30 - self.frame % 60)
            self.lift.x += 0.5
            hero = self.hero
            hero.steps += bool(self.walker.move(0.25, 3, self.level).on_floor)
            hero.mood = (Mood.WILD, None, 1.5) if self.frame % 3 else Mood.CALM
            hero.keys |= Keys.BLUE if self.frame > 20 else Keys.RED
            hero.cell = Cell(int(hero.x) // 16, int(hero.y) // 16)
            hero.title = f"knight \u2654 {self.frame}"
            self.shots.x += self.shots.column("vx")
            for shot in self.shots:
                shot.angle += 2
            changes = self.events.update()
            self.match.score += len(changes.entered)
            for shot, thing in changes.entered:
                hero.seen = thing
                shot.hits_left -= 1
            if self.frame == 35:
                self.shots[2].vanish()
            self.match.time += 1 / 60

    def seen(self) -> dict[str, Any]:
        """What anybody sees of the state, as JSON has it."""
        hero, walker = self.hero, self.walker
        every = [*self.things, self.lift, *self.shots, hero]
        pairs = [[every.index(one), every.index(other)] for one, other in self.events.pairs]
        found: dict[str, Any] = {
            "sprites": [
                [*one.position, one.angle, one.scale_x, one.scale_y, one.z, one.collision_mask]
                for one in every
            ],
            "boxes": [list(one.aabb) for one in every],
            "shapes": [
                [f"{type(shape).__name__} {shape.name}" for shape in one.shapes] for one in every
            ],
            "shots": [[shot.vx, shot.hits_left] for shot in self.shots],
            "hero": [str(hero.mood), str(hero.keys), list(hero.cell), hero.title, hero.steps],
            "last hit": every.index(hero.seen) if hero.seen else None,
            "walker": [walker.on_floor, walker.floor is self.lift, walker.step],
            "overlaps": sorted(pairs),
            "match": [self.match.score, self.match.time],
        }
        return found


def form_of(data: bytes) -> int:
    """The version of the form of some bytes."""
    return int.from_bytes(data[16:24], "little")


def write(folder: Path = FOLDER) -> Path:
    """Write the files of this version, or of a form that it does not have yet. Return their path.

    Raises:
        SystemExit: this version has files, and its form is still that of these; or the form has
            changed, and this is no new minor version.
    """
    game = Game()
    game.play(BEFORE)
    told = {"saved": game.seen()}
    data = game.world.save().to_bytes()
    path, later = (folder / f"{name}.bytes" for name in (spritecol.__version__, NEXT))
    if not path.exists():
        minor = spritecol.__version__.rpartition(".")[0]
        for other in folder.glob(f"{minor}.*.bytes"):
            if re.fullmatch(r"[\d.]+", other.stem) and form_of(other.read_bytes()) < form_of(data):
                raise SystemExit(
                    f"the form has changed since {other.stem}, whose pickles each {minor} must "
                    "read: this must be a new minor version"
                )
        for suffix in SUFFIXES:  # of the form of this release
            later.with_suffix(suffix).unlink(missing_ok=True)
    elif form_of(path.read_bytes()) < form_of(data):
        path = later
    else:
        raise SystemExit(f"{path} was written once, and stays as it is")
    path.write_bytes(data)
    if path != later:
        path.with_suffix(".pickle").write_bytes(pickle.dumps(game, 4))
    game.play(AFTER)
    told["later"] = game.seen()
    text = json.dumps(told, indent=1, ensure_ascii=False)
    path.with_suffix(".json").write_text(text + "\n", encoding="utf-8", newline="\n")
    return path


if __name__ == "__main__":
    from world import kept_bytes  # whose classes the pickle names, not those of `__main__`

    print(kept_bytes.write())
