"""The cost of rooms and worlds on Ray's actors: the figures of docs/advanced/machines.md.

    python benchmarks/scale.py            # about ten minutes; needs Ray, two cores and 4 GB
    python benchmarks/scale.py --quick    # small, to see that it runs; writes nothing

Apart from `run.py`, since it starts processes that need all cores of the machine: nothing else
should run meanwhile. Contenders take turns, frame by frame, and the least time counts. Beside the
times by the clock stands the processor time of the actor that needed the most: that is what the
clock would show if each had a core for itself.
"""

import argparse
import os
import platform
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import ray

from spritecol import Circle, Group, Sprite
from spritecol.integrations.ray import Columns, Rooms, ShardedWorld

PAGE = Path(__file__).parents[1] / "docs" / "advanced" / "machines.md"
BEGIN, END = "<!-- measured: benchmarks/scale.py -->", "<!-- end -->"

RADIUS = 5.0
SPEED = 1.0  # pixels a frame, at most
AREA = 100.0  # square pixels a sprite
ROOM_SPRITES = 500

Floats = npt.NDArray[np.float64]


class Effort(NamedTuple):
    """How much is measured."""

    sprites: int
    rooms: int
    frames: int


FULL = Effort(1_000_000, 200, 10)
QUICK = Effort(3_000, 6, 2)


class Scene(NamedTuple):
    """Where sprites are, and where they go."""

    side: float
    x: Floats
    y: Floats
    vx: Floats
    vy: Floats


def scene(sprites: int) -> Scene:
    """Sprites all over a square."""
    random = np.random.default_rng(sprites)
    side = (sprites * AREA) ** 0.5
    x, y = random.uniform(0, side, (2, sprites))
    vx, vy = random.uniform(-SPEED, SPEED, (2, sprites))
    return Scene(side, x, y, vx, vy)


def move(sprites: Columns) -> None:
    """The function that worlds call."""
    sprites.x += sprites.vx
    sprites.y += sprites.vy


def rest(sprites: Columns) -> None:
    """Another that does nothing."""


class StormRoom:
    """A room of sprites that move and are checked, as a game does it."""

    def setup(self, number: int) -> None:
        """Sprites at random."""
        here = scene(ROOM_SPRITES)
        self.group = Group(
            Sprite(a, b, collision=Circle(0, 0, RADIUS))
            for a, b in zip(here.x.tolist(), here.y.tolist(), strict=True)
        )
        self.vx, self.vy = here.vx, here.vy

    def step(self, inputs: Any) -> tuple[int, float]:
        """Some frames; how many pairs the last one had, and the processor time of all."""
        found, begun = 0, thread_time()
        for _ in range(5):  # of the game, for one of the network
            self.group.x += self.vx
            self.group.y += self.vy
            found = len(self.group.pairs())
        return found, thread_time() - begun


@contextmanager
def world(shards: int, here: Scene | None) -> Iterator[ShardedWorld]:
    """A world with the sprites of a scene, that makes no checkpoints while it is measured."""
    side = 1.0 if here is None else here.side
    with ShardedWorld(
        (0, 0, side, side),
        shards,
        shapes=Circle(0, 0, RADIUS),
        columns={"vx": float, "vy": float},
        checkpoint_every=1_000_000,
    ) as made:
        if here is not None:
            made.add(here.x, here.y, vx=here.vx, vy=here.vy)
        yield made


class Times(NamedTuple):
    """Seconds of one contender."""

    least: float
    median: float

    def __str__(self) -> str:
        return f"{1000 * self.least:.3g} ms (median {1000 * self.median:.3g})"


def take_turns(contenders: Sequence[Callable[[], object]], rounds: int) -> list[Times]:
    """The times of each, after one round to warm up."""
    times: list[list[float]] = [[] for _ in contenders]
    for turn in range(rounds + 1):
        for contender, taken in zip(contenders, times, strict=True):
            begun = perf_counter()
            contender()
            if turn:
                taken.append(perf_counter() - begun)
    return [Times(min(taken), median(taken)) for taken in times]


# --- rooms and worlds ---------------------------------------------------------------------------


def measured_rooms(effort: Effort) -> list[str]:
    """Rooms on one actor and on two."""
    with ExitStack() as stack:
        both = [
            stack.enter_context(
                Rooms(
                    StormRoom,
                    effort.rooms,
                    rooms_per_actor=-(-effort.rooms // actors),
                    checkpoint_every=1_000_000,
                )
            )
            for actors in (1, 2)
        ]
        spent: list[list[float]] = [[], []]
        answers: list[Any] = [None, None]

        def step(which: int) -> None:
            outputs = both[which].step()
            answers[which] = [pairs for pairs, _ in outputs.values()]
            rooms = both[which].actors.values()
            spent[which].append(max(sum(outputs[room][1] for room in some) for some in rooms))

        one, two = take_turns([lambda: step(0), lambda: step(1)], effort.frames)
        if answers[0] != answers[1]:
            raise SystemExit("the rooms differ")
    ratio, by_processor = one.least / two.least, min(spent[0]) / min(spent[1])
    return [
        f"| rooms | {effort.rooms} rooms of {ROOM_SPRITES} sprites, 1 actor | "
        f"{effort.rooms / one.least:,.0f} rooms a second | |",
        f"| | the same, 2 actors | {effort.rooms / two.least:,.0f} rooms a second | "
        f"{ratio:.2f} times as many (wanted: at least 1.7); {by_processor:.2f} by processor time |",
    ]


def measured_world(effort: Effort) -> list[str]:
    """One process, one actor, two actors: the same frames, and the same pairs."""
    here = scene(effort.sprites)
    group = Group(Sprite(collision=Circle(0, 0, RADIUS)) for _ in range(effort.sprites))
    group.x, group.y = here.x, here.y

    spent: list[list[float]] = [[], [], []]

    def plain() -> None:
        begun = thread_time()
        group.x += here.vx
        group.y += here.vy
        group.pair_indices()
        spent[0].append(1000 * (thread_time() - begun))

    def step(which: int, chosen: ShardedWorld) -> None:
        stats = chosen.step(move)
        spent[which].append(max(shard.cpu_ms for shard in stats.shards))

    with world(1, here) as one, world(2, here) as two:
        contenders = [plain, lambda: step(1, one), lambda: step(2, two)]
        times = take_turns(contenders, effort.frames)
        expected = group.pair_indices()
        for each in (one, two):
            if not np.array_equal(each.pairs(), expected):
                raise SystemExit("the pairs differ")
        sent = two.stats
    least = [min(each) for each in spent]
    by_one, by_core = times[2].least / times[1].least, 2 * times[2].least / times[0].least
    size = f"{effort.sprites:,} moving sprites"
    return [
        f"| a frame | {size}, {len(expected):,} pairs, no Ray, 1 core | {times[0]}; "
        f"{least[0]:.0f} ms of processor time | |",
        f"| | 1 actor | {times[1]}; {least[1]:.0f} ms of processor time | |",
        f"| | 2 actors | {times[2]}; {least[2]:.0f} ms of processor time | "
        f"{by_one:.2f} of 1 actor's time (wanted: at most 0.75), {least[2] / least[1]:.2f} by "
        f"processor time; {by_core:.2f} of the plain frame's time by core (wanted: at most 1.5), "
        f"{2 * least[2] / least[0]:.2f} by processor time |",
        f"| | exchanged by the 2 actors | {sent.bytes_sent / 1000:,.0f} kB: {sent.ghosts:,} "
        f"ghosts, {sent.handed_over} handed over | |",
    ]


def main() -> None:
    """Measure, print, and write the page."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="small; writes nothing")
    chosen = parser.parse_args()
    effort = QUICK if chosen.quick else FULL
    ray.init(include_dashboard=False, logging_level="ERROR", log_to_driver=False)
    try:
        before = os.getloadavg()[0]
        rows = [
            "| | what | measured | |",
            "|---|---|---:|---|",
            *measured_rooms(effort),
            *measured_world(effort),
        ]
    finally:
        ray.shutdown()
    machine = (
        f"Measured on {os.cpu_count()} cores, {platform.machine()}, Python "
        f"{platform.python_version()}, Ray {ray.__version__}; least times, with the median in "
        f"brackets. Other programs kept {before:.1f} cores busy when it began."
    )
    write([machine, "", *rows], BEGIN, END, effort)


def write(lines: Sequence[str], begin: str, end: str, effort: Effort) -> None:
    """Print some lines; of a full run, put them between two marks of the page."""
    text = "\n".join(lines)
    print(text, flush=True)
    if effort is FULL:
        page = PAGE.read_text(encoding="utf-8")
        head, tail = page.partition(begin)[0], page.partition(end)[2]
        PAGE.write_text(f"{head}{begin}\n\n{text}\n\n{end}{tail}", encoding="utf-8")


if __name__ == "__main__":
    main()
