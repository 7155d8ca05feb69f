"""A frame of a bullet hell, end to end: three programs that play the same story.

2,000 shots that each move themselves, 2,000 bullets (ours are moved through their Group's columns),
200 turning enemies, one ship, callbacks, and dozens of sprites born and vanished in every frame.
Nothing is drawn.
"""

from collections.abc import Callable, Iterator
from typing import Any

from peers import spritecol_bullet_hell as bullet_hell_ours
from scenes.bullet_hell import Score
from harness.contest import Row, contest
from harness.measuring import Contender, Effort, progress
from peers import UnavailableError, load

PART = "bullet_hell"
CASE = "a frame"
SPRITES = 4_201
FRAMES = 90  # after which the scores are compared
# How far a score may be from ours: rects of pygame-ce do not turn.
TOLERANCE = {"pygame-ce": 0.1, "arcade": 0.0}


class Program(Contender):
    """A game that goes on frame by frame."""

    geometry = None  # scores are compared instead

    def __init__(self, game: Any, way: str = "", note: str = "") -> None:
        self.game, self.way, self.note = game, way, note

    def frame(self, moment: int) -> None:
        self.game.frame()


def pygame_ce() -> list[Contender]:
    """Sprites with FRects in Groups."""
    game = load("pygame_bullet_hell").Game()
    return [Program(game, note="upright rects, also for the turning enemies")]


def arcade() -> list[Contender]:
    """As a SpriteList is by default, and as arcade's manual advises for sprites that move."""
    return [Program(load("arcade_bullet_hell").Game(hash_enemies=False))]


def arcade_hashed() -> list[Contender]:
    """With a spatial hash of the enemies all the same, which finds those of a shot in no order."""
    return [Program(load("arcade_bullet_hell").Game(hash_enemies=True))]


HASHED = "arcade with a spatial hash"
ENTRANTS: dict[str, Callable[[], list[Contender]]] = {
    "pygame-ce": pygame_ce,
    "arcade": arcade,
    HASHED: arcade_hashed,
}


def rows(effort: Effort) -> Iterator[Row]:
    """Scores first, then times."""
    frames = 3 if effort.quick else FRAMES
    progress(f"{PART}: {frames} frames of each, to compare scores")
    ours = score(Program(bullet_hell_ours.Game()), frames)
    for peer, enter in ENTRANTS.items():
        if peer == HASHED:
            continue  # without an order its scores are its own
        try:
            theirs = score(enter()[0], frames)
        except UnavailableError:
            continue
        compare(peer, ours, theirs)
    program = Program(bullet_hell_ours.Game())
    yield from contest(PART, CASE, SPRITES, program, ENTRANTS, effort)


def score(program: Contender, frames: int) -> Score:
    """What has happened after some frames."""
    for frame in range(frames):
        program.frame(frame)
    assert isinstance(program, Program)
    found: Score = program.game.score
    return found


def compare(peer: str, ours: Score, theirs: Score) -> None:
    """Stop where a score is too far from ours."""
    for name, a, b in zip(Score._fields, ours, theirs, strict=True):
        if abs(a - b) > TOLERANCE[peer] * a:
            raise SystemExit(f"{PART}: {name} is {a} here and {b} with {peer}")
