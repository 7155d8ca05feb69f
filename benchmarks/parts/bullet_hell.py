"""A frame of a bullet hell, end to end: three programs that play the same story.

2,000 shots that each move themselves, 2,000 bullets (ours are moved through their Group's columns),
200 turning enemies, one ship, callbacks, and dozens of sprites born and vanished in every frame.
Nothing is drawn.
"""

from collections.abc import Callable, Iterator

from harness.contender import Frames, UnavailableError
from harness.contest import contest
from harness.measuring import Effort, progress
from harness.rows import Row
from peers import load
from scenes.bullet_hell import Game, Score

PART = "bullet_hell"
CASE = "one frame"
SPRITES = 4_201
FRAMES = 90  # after which the scores are compared
# How far a score may be from ours: rects of pygame-ce do not turn.
TOLERANCE = {"pygame-ce": 0.1, "arcade": 0.0}


class Player(Frames):
    """A game that goes on frame by frame."""

    geometry = None  # scores are compared instead

    def __init__(self, game: Game, note: str = "") -> None:
        self.game, self.note = game, note

    def frame(self, moment: int) -> None:
        self.game.frame()


def ours() -> Player:
    """Sprites in Groups."""
    return Player(load("spritecol_bullet_hell").Program())


def pygame_ce() -> list[Player]:
    """Sprites with FRects in Groups."""
    game = load("pygame_bullet_hell").Program()
    return [Player(game, "the turning enemies have upright rects")]


def arcade() -> list[Player]:
    """SpriteLists without a spatial hash, as arcade's manual advises for sprites that move."""
    return [Player(load("arcade_bullet_hell").Program(hash_enemies=False))]


def arcade_hashed() -> list[Player]:
    """SpriteLists with a spatial hash of the enemies; it finds the hits of a shot in no order."""
    return [Player(load("arcade_bullet_hell").Program(hash_enemies=True))]


HASHED = "arcade with a spatial hash"
ENTRANTS: dict[str, Callable[[], list[Player]]] = {
    "pygame-ce": pygame_ce,
    "arcade": arcade,
    HASHED: arcade_hashed,
}


def rows(effort: Effort) -> Iterator[Row]:
    """Compare the scores, then measure."""
    frames = 3 if effort.quick else FRAMES
    progress(f"{PART}: {frames} frames of each, to compare scores")
    expected = score(ours(), frames)
    for peer, enter in ENTRANTS.items():
        if peer == HASHED:
            continue  # without an order its scores are its own
        try:
            compare(peer, expected, score(enter()[0], frames))
        except UnavailableError:
            continue
    yield from contest(PART, CASE, SPRITES, ours(), ENTRANTS, effort)


def score(player: Player, frames: int) -> Score:
    """What has happened after some frames."""
    for frame in range(frames):
        player.frame(frame)
    return player.game.score


def compare(peer: str, ours: Score, theirs: Score) -> None:
    """Stop where a score is too far from ours."""
    for name, a, b in zip(Score._fields, ours, theirs, strict=True):
        if abs(a - b) > TOLERANCE[peer] * a:
            raise SystemExit(f"{PART}: {name} is {a} here and {b} with {peer}")
