"""Two machines that play one game over a bad line, and a third that knows all that is pressed.

Each machine guesses what the other player presses, and goes back when it was wrong. Whatever the
line does, the states of the frames must be those of the machine that never guesses.
"""

import random
from typing import Any

import attrs

from spritecol import (
    CharacterController,
    Circle,
    Group,
    History,
    Number,
    Overlaps,
    Rect,
    Snapshot,
    Sprite,
    Triangle,
    World,
)

Keys = tuple[int, int, int, int]  # left, right, jump, fire
NONE: Keys = (0, 0, 0, 0)
SIDE = 400


class Player(Sprite):
    collision = Rect(-6, -18, 12, 18)
    fall = Number()
    aim = Number(1, int)
    reload = Number(0, int)
    hurt = Number(0, int)
    taken = 0

    def enter(self, coin: Any) -> None:
        self.taken += 1


class Shot(Sprite):
    collision = Circle(0, 0, 3)
    vx, vy = Number(), Number()


class Coin(Sprite):
    collision = (Circle(0, 0, 6), Triangle(0, -9, 5, 0, -5, 0))

    def enter(self, player: Any) -> None:
        self.vanish()


class Arena:
    """A game that depends only on its state and on the keys that are pressed."""

    leader: Player | None = None
    clock = 0

    def __init__(self, seed: int) -> None:
        self.dice = self.seed = seed
        plank = Rect(0, 0, 80, 8, one_way=(0, -1))
        self.walls = Group(
            Sprite(0, 300, collision=Rect(0, 0, SIDE, 20)),
            *(Sprite(x, 0, collision=Rect(0, 0, 10, 300)) for x in (0, SIDE - 10)),
        )
        self.lifts = Group(
            Sprite(60 + 200 * k, 250 - 40 * k, collision=plank, collision_layer=1 | 2 << k)
            for k in range(2)
        )
        self.level = Group(self.walls, self.lifts)
        self.players = Group(Player(120, 300), Player(280, 300))
        self.walkers = [CharacterController(player, step=4) for player in self.players]
        self.shots: Group[Shot] = Group()
        self.coins = Group(Coin(40 + 70 * k, 280, angle=30 * k) for k in range(5))
        self.found = Overlaps(self.players, self.coins)
        self.near = Overlaps(self.shots, self.players, swept=True, enter=self.struck, exit=None)
        self.world = World(
            *(self.level, self.players, self.shots, self.coins, self.found, self.near),
            *(*self.walkers, self),
            columns=("dice", "clock", "seed", "taken"),
            attributes=("leader",),
        )

    @staticmethod
    def make(name: str) -> Sprite:
        kinds: dict[str, Any] = {"Shot": Shot, "Coin": Coin, "Player": Player}
        return kinds[name]()  # type: ignore[no-any-return]

    def struck(self, one: Any, other: Any) -> None:
        """A shot has met a player; called for both orders."""
        if isinstance(one, Shot):
            one.vanish()
            other.hurt += 1

    def roll(self, sides: int) -> int:
        self.dice = (self.dice * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.dice >> 33) % sides

    def play(self) -> None:
        """Play a frame, if nobody else says what is pressed."""
        self.update((keys_of(self.seed, 0, self.clock), keys_of(self.seed, 1, self.clock)))

    def update(self, pressed: tuple[Keys, Keys]) -> None:
        self.clock += 1
        for k, lift in enumerate(self.lifts):
            lift.x += 1.5 if (self.clock >> 6) % 2 == k else -1.5
            lift.angle = (self.clock >> 3) % 8
        for walker, player, keys in zip(self.walkers, self.players, pressed, strict=True):
            left, right, jump, fire = keys
            player.fall = 0.0 if walker.on_floor or walker.on_ceiling else player.fall
            if jump and walker.on_floor:
                player.fall = -7.0
            player.fall = min(player.fall + 0.5, 8.0)
            player.aim = right - left or player.aim
            walker.move(3 * (right - left), player.fall, self.level, drop=bool(jump and fire))
            player.reload -= player.reload > 0
            if fire and not player.reload:
                self.shoot(player)
        self.shots.x += self.shots.column("vx")
        self.shots.y += self.shots.column("vy")
        self.near.update()
        for shot, wall in self.shots.pairs(self.level):
            shot.vanish()
            wall.z = self.roll(3)
        for shot in [shot for shot in self.shots if not 0 < shot.x < SIDE]:
            shot.vanish()
        self.found.update()
        if len(self.coins) < 5 and self.roll(20) == 0:
            self.coins.add(Coin(30 + self.roll(340), 280, angle=self.roll(4) * 15))
        if self.clock % 97 == 0 and self.coins:
            self.coins[self.roll(len(self.coins))].collision = Circle(0, 0, 4 + self.roll(5))
        if self.clock % 41 == 0:
            self.leader = max(self.players, key=lambda player: player.taken)
            self.leader.collision_enable = not self.leader.collision_enable

    def shoot(self, player: Player) -> None:
        player.reload = 9
        shot = Shot(player.x + 12 * player.aim, player.y - 9)
        shot.vx, shot.vy = (5 + self.roll(3)) * player.aim, (self.roll(9) - 4) / 8
        self.shots.add(shot)


@attrs.frozen
class Link:
    """The effect of a line on packets: the delay in frames, its variation, and the share lost."""

    latency: int = 6
    jitter: int = 2
    loss: float = 0.1


class Line:
    """One direction of a line."""

    def __init__(self, link: Link, rng: random.Random) -> None:
        self.link, self.rng = link, rng
        self.packets: list[tuple[int, Any]] = []

    def send(self, now: int, packet: Any) -> None:
        if self.rng.random() >= self.link.loss:
            late = self.rng.randint(-self.link.jitter, self.link.jitter)
            self.packets.append((now + max(0, self.link.latency + late), packet))

    def received(self, now: int) -> list[Any]:
        come = [packet for when, packet in self.packets if when <= now]
        self.packets = [entry for entry in self.packets if entry[0] > now]
        return come


class Machine:
    """One player's machine."""

    def __init__(self, me: int, seed: int, back: int) -> None:
        self.me, self.game, self.back = me, Arena(seed), back
        self.history = History(self.game.world, frames=2 * back + 4)
        self.frame = 0
        self.pressed: dict[int, Keys] = {}
        self.heard: dict[int, Keys] = {}
        self.guessed: dict[int, Keys] = {}
        self.known = self.acknowledged = -1
        self.digests: list[int] = []  # of the starts of the frames that are certain
        self.longest = self.rollbacks = 0

    def play(self, keys: Keys, line: Line, now: int) -> None:
        """Play a frame unless too few of the other player's keys are known; send the own ones."""
        if self.frame - self.known <= self.back:
            self.pressed[self.frame] = keys
            self.step()
        mine = {frame: keys for frame, keys in self.pressed.items() if frame > self.acknowledged}
        line.send(now, (mine, self.known))

    def step(self) -> None:
        self.history.record(self.frame)
        other = self.heard.get(self.frame, self.heard.get(self.known, NONE))
        self.guessed[self.frame] = other
        own = self.pressed[self.frame]
        self.game.update((other, own) if self.me else (own, other))
        self.frame += 1

    def receive(self, packet: tuple[dict[int, Keys], int]) -> None:
        self.heard.update(packet[0])
        self.acknowledged = max(self.acknowledged, packet[1])
        while self.known + 1 in self.heard:
            self.known += 1
        wrong = [f for f, keys in self.guessed.items() if self.heard.get(f, keys) != keys]
        if wrong:
            last, self.frame = self.frame, min(wrong)
            self.rollbacks += 1
            self.longest = max(self.longest, last - self.frame)
            self.history.rewind(self.frame)
            while self.frame < last:
                self.step()
        self.guessed = {f: keys for f, keys in self.guessed.items() if f > self.known}
        self.pressed = {f: k for f, k in self.pressed.items() if f > self.acknowledged - self.back}
        self.heard = {f: keys for f, keys in self.heard.items() if f > self.known - self.back}
        while len(self.digests) <= min(self.known + 1, self.frame - 1):
            self.digests.append(self.snapshot(len(self.digests)).digest())

    def snapshot(self, frame: int) -> Snapshot:
        return self.history[frame]


def keys_of(seed: int, player: int, frame: int) -> Keys:
    """Return the keys that a player presses in a frame; they change every few frames."""
    rng = random.Random(seed * 1_000_003 + player * 7_919 + frame // 7)
    left, right, jump, fire = (int(rng.random() < share) for share in (0.4, 0.4, 0.3, 0.4))
    return left, right, jump, fire


@attrs.frozen
class Played:
    """The result of a game.

    Attributes:
        frames: how many of its frames both machines were certain of.
        desync: the first frame in which a state is not that of the game without a line; or None.
        rollbacks: how often the machines went back.
        longest: how far at most.
    """

    frames: int
    desync: int | None
    rollbacks: int
    longest: int


def play(seed: int, frames: int, link: Link, back: int = 16) -> Played:
    """Play some frames over a bad line, and once more without it."""
    rng = random.Random(seed)
    machines = [Machine(me, seed, back) for me in range(2)]
    lines = [Line(link, rng), Line(link, rng)]
    now = 0
    while min(len(machine.digests) for machine in machines) <= frames:
        for me, machine in enumerate(machines):
            for packet in lines[1 - me].received(now):
                machine.receive(packet)
            machine.play(keys_of(seed, me, machine.frame), lines[me], now)
        now += 1
        if now > 20 * frames + 1_000:
            raise RuntimeError("the line lets too little through")
    truth, desync = Arena(seed), None
    for frame in range(frames):
        if {truth.world.digest(), *(machine.digests[frame] for machine in machines)} != {
            machines[0].digests[frame]
        }:
            desync = frame
            break
        truth.play()
    rollbacks = sum(machine.rollbacks for machine in machines)
    return Played(frames, desync, rollbacks, max(machine.longest for machine in machines))
