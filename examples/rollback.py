"""Rollback: two machines play one game over a bad line, and neither waits for the other.

The left half of the window is what Ann's machine shows, the right half Bob's. Between them is a
simulated line: packets take 100 milliseconds, more or less, and one of ten is lost. Each machine
guesses what the other player does. When a guess turns out wrong, it goes back to that frame, and
plays the frames since then again, with what was really pressed. They compare digests all the time.

    python examples/rollback.py    # needs pygame-ce
"""

import random

import window
import pygame

from spritecol import Circle, Group, History, Number, Rect, Sprite, World

SIDE = 400  # of the arena, in pixels
WIDTH, HEIGHT = 2 * SIDE + 8, SIDE
NIGHT, PAPER, AMBER, CORAL = (pygame.Color(c) for c in ("#11151f", "#ece7da", "#fac460", "#f0785c"))
SHIPS = [pygame.Color("#5c86be"), pygame.Color("#c67890")]
KEYS = "arrows and space: Ann, WASD and q: Bob, x: make a fault, r: repair it, Escape: quit"
LEGEND = (("Ann", SHIPS[0]), ("Bob", SHIPS[1]), ("star", AMBER), ("a desync", CORAL))
ARROWS, WASD = ("left", "right", "up", "down", "space"), ("a", "d", "w", "s", "q")

LATENCY, JITTER, LOSS = 6, 2, 0.1  # of the line: frames one way, frames more or less, share lost
BACK = 8  # frames; a machine that has not heard from the other for longer waits


class Ship(Sprite):
    collision = Circle(0, 0, 11)
    aim_x, aim_y = Number(1, int), Number(0, int)
    reload = Number(0, int)
    score = Number(0, int)


class Shot(Sprite):
    collision = Circle(0, 0, 4)
    vx, vy = Number(), Number()
    owner = Number(0, int)


class Star(Sprite):
    collision = Circle(0, 0, 8)


class Game:
    """The game, which knows nothing of a line. It depends on its state and on what is pressed."""

    dice = 0  # the state of its random numbers: a column of the World

    def __init__(self, seed):
        self.dice = seed
        edges = (0, 0, SIDE, 8), (0, SIDE - 8, SIDE, 8), (0, 0, 8, SIDE), (SIDE - 8, 0, 8, SIDE)
        blocks = (90, 90, 40, 40), (270, 90, 40, 40), (90, 270, 40, 40), (270, 270, 40, 40)
        self.walls = Group(Sprite(collision=Rect(*box)) for box in (*edges, *blocks))
        self.ships = Group(Ship(50, SIDE / 2), Ship(SIDE - 50, SIDE / 2))
        self.shots: Group[Shot] = Group()
        self.stars = Group(Star(*self.place()) for _ in range(3))
        self.world = World(self.ships, self.shots, self.stars, self, columns=["dice"])
        self.is_faulty = False

    def roll(self, sides):
        """A random number; `random` would give another one when the frame is played again."""
        self.dice = (self.dice * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.dice >> 33) % sides

    def place(self):
        return 30 + 68 * self.roll(6), 170 + 30 * self.roll(3)

    def update(self, pressed, hear):
        for number, ship in enumerate(self.ships):
            left, right, up, down, fire = pressed[number]
            dx, dy = right - left, down - up
            ship.move_and_slide(3 * dx, 3 * dy, self.walls)
            if dx or dy:
                ship.aim_x, ship.aim_y = dx, dy
            ship.reload -= ship.reload > 0
            if fire and not ship.reload:
                ship.reload = 18
                shot = Shot(ship.x, ship.y)
                shot.vx, shot.vy, shot.owner = 7 * ship.aim_x, 7 * ship.aim_y, number
                self.shots.add(shot)
                hear("a shot")
        if self.shots:
            self.shots.x += self.shots.column("vx")
            self.shots.y += self.shots.column("vy")
        for shot, _ in self.shots.pairs(self.walls):
            shot.vanish()
        for shot, ship in self.shots.pairs(self.ships):
            if ship is not self.ships[shot.owner] and not shot.vanished:
                self.ships[shot.owner].score += 3
                ship.x = SIDE - ship.x
                shot.vanish()
                hear("a hit")
        for ship, star in self.ships.pairs(self.stars):
            ship.score += 1
            star.x, star.y = self.place()
            hear("a star")
        if self.is_faulty:
            self.ships[1].x += 1 / 1024  # as if this machine calculated otherwise


class Line:
    """Packets that take their time, and some that never come."""

    def __init__(self):
        self.packets = []

    def send(self, now, packet):
        if random.random() >= LOSS:
            self.packets.append((now + LATENCY + random.randint(-JITTER, JITTER), packet))

    def received(self, now):
        come = [packet for when, packet in self.packets if when <= now]
        self.packets = [entry for entry in self.packets if entry[0] > now]
        return come


class Machine:
    """One player's machine: its own game, what both have pressed, and the frames to go back to."""

    def __init__(self, me, seed):
        self.me, self.game = me, Game(seed)
        self.history = History(self.game.world, frames=2 * BACK + 2)
        self.frame = 0  # the next one to play
        self.pressed = {}  # what this player pressed, by frame
        self.heard = {}  # what the other one pressed, as far as it is known
        self.guessed = {}  # what was taken for it
        self.known = self.acknowledged = -1  # up to this frame, of the other; by the other, of ours
        self.sounds = {}  # by frame and name, so that a frame played again is not heard again
        self.back = self.waited = 0
        self.desync = None

    def play(self, keys, line, now):
        """One frame of the display: perhaps a frame of the game."""
        if self.frame - self.known > BACK:
            self.waited += 1  # too far ahead of what is known
        else:
            self.pressed[self.frame] = keys
            self.history.record(self.frame)
            self.step()
        final = min(self.known + 1, self.frame - 1)  # all that was pressed before it is known
        digest = self.history[final].digest() if final in self.history else None
        new = {f: k for f, k in self.pressed.items() if f > self.acknowledged}
        line.send(now, (new, self.known, final, digest))

    def step(self):
        """Play a frame, with what is known and what must be guessed: the same as before."""
        other = self.heard.get(self.frame) or self.heard.get(self.known) or (0,) * 5
        self.guessed[self.frame] = other
        own = self.pressed[self.frame]
        frame = self.frame
        self.game.update(
            (own, other) if self.me == 0 else (other, own),
            lambda name: self.sounds.setdefault((frame, name), True),
        )
        self.frame += 1

    def receive(self, packet):
        pressed, self.acknowledged, frame, digest = (
            packet[0], max(self.acknowledged, packet[1]), *packet[2:])  # fmt: skip
        self.heard.update(pressed)
        while self.known + 1 in self.heard:
            self.known += 1
        wrong = [f for f, keys in self.guessed.items() if self.heard.get(f, keys) != keys]
        self.back = self.frame - min(wrong) if wrong else 0
        if wrong:
            self.replay(min(wrong))
        self.guessed = {f: keys for f, keys in self.guessed.items() if f > self.known}
        if digest is not None and frame <= self.known + 1 and frame in self.history:
            is_same = self.history[frame].digest() == digest
            self.desync = None if is_same else self.desync or frame

    def replay(self, first):
        """Go back, and play again up to where it was."""
        last = self.frame
        self.frame = first
        self.history.rewind(first)
        while self.frame < last:
            self.history.record(self.frame)
            self.step()

    def repair(self, other):
        """Take over the state of the other machine, where it is certain, and go on from there."""
        frame = min(other.known, self.known, other.frame - 1, self.frame - 1)
        if frame in other.history and frame in self.history:
            last, self.frame = self.frame, frame
            self.game.world.load(other.history[frame].to_bytes(), make=lambda name: Shot())
            while self.frame < last:
                self.history.record(self.frame)
                self.step()

    def told(self, other):
        """What is different in the first frame that is."""
        if self.desync is None:
            return "no desync"
        if self.desync not in self.history or self.desync not in other.history:
            return f"desync in frame {self.desync}"
        theirs = self.game.world.read(other.history[self.desync].to_bytes(), lambda name: Shot())
        one = next(iter(self.history[self.desync].differences(theirs)), None)
        if one is None:
            return "no desync"
        values = f"{one.value}, not {one.other_value}"
        return f"desync: {one.kind} {one.number} has {one.column} {values}"


def pilot(frame):
    """What both players press when nobody plays: a fault, and its repair, are shown, too."""
    dice = random.Random(frame // 11)
    keys = [key for key in (*ARROWS, *WASD) if dice.random() < 0.35]
    keys += ["x"] * (400 <= frame < 440) + ["r"] * (frame == 480)
    return window.Hand(keys)


def score():
    ann, bob = (ship.score for ship in machines[0].game.ships)
    return (f"Ann {ann}, Bob {bob}, {rollbacks} rollbacks of up to {longest} frames, "
            f"{desyncs} frames of desync, {repairs} repairs")  # fmt: skip


screen = window.open(WIDTH, HEIGHT + 64)
font = pygame.font.Font(None, 20)
seed = random.getrandbits(32)
machines, lines = [Machine(0, seed), Machine(1, seed)], [Line(), Line()]
rollbacks = longest = desyncs = repairs = 0
for now, hand in enumerate(window.frames(score, pilot)):
    machines[1].game.is_faulty = "x" in hand.keys
    if "r" in hand.keys:
        machines[1].repair(machines[0])
        repairs += 1
    for me, machine in enumerate(machines):
        machine.back = 0
        for packet in lines[1 - me].received(now):
            machine.receive(packet)
            rollbacks += machine.back > 0
            longest = max(longest, machine.back)
        keys = tuple(int(key in hand.keys) for key in (ARROWS, WASD)[me])
        machine.play(keys, lines[me], now)
    desyncs += any(machine.desync is not None for machine in machines)
    screen.fill(NIGHT)
    for me, machine in enumerate(machines):
        half = screen.subsurface((me * (SIDE + 8), 0, SIDE, SIDE))
        half.fill("#161b27")
        game = machine.game
        window.paint(half, game.walls, "#2c3448")
        window.paint(half, game.stars, AMBER)
        window.paint(half, game.shots, PAPER)
        for ship, color in zip(game.ships, SHIPS, strict=True):
            window.paint(half, ship, color)
        words = f"frame {machine.frame}, {machine.back} back, {machine.waited} waited"
        half.blit(font.render(f"{words}, {len(machine.sounds)} sounds", True, "#7a869e"), (16, 12))
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 64))
    screen.blit(font.render(KEYS, True, PAPER), (12, HEIGHT + 6))
    state = "a fault" if "x" in hand.keys else machines[1].told(machines[0])
    color = PAPER if state == "no desync" else CORAL
    screen.blit(font.render(f"{state[:70]}. {score()}"[:118], True, color), (12, HEIGHT + 26))
    x = 12
    for words, color in LEGEND:
        x = screen.blit(font.render(words, True, color), (x, HEIGHT + 46)).right + 20
