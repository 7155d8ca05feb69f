"""Take the gems and be seen by nobody. Guards chase whom they see, and know where the door is.

What a guard sees is `Group.visible_area`, and where it goes is `spritecol.paths.Paths`.

    python examples/stealth.py    # needs pygame-ce
"""

import random

import window
import pygame

from spritecol import Circle, Group, Rect, Sprite, Vec2
from spritecol.paths import Paths
from spritecol.tiles import shapes_from_tiles

WIDTH, HEIGHT, TILE = 800, 440, 40
NIGHT, PAPER, AMBER, CORAL = (pygame.Color(c) for c in ("#11151f", "#ece7da", "#fac460", "#f0785c"))
STONE, WOOD, JADE = "#3c4660", "#987eba", "#68a68c"
KEYS = "arrows: sneak, R: again, Escape: quit"
LEGEND = (("guard, calm", AMBER), ("guard, chasing", CORAL), ("door", WOOD), ("gem", JADE))
MAP = """\
####################
#........#.........#
#.1......#....4..*.#
#...##...#..###....#
#...##......#......#
#........#..#..*...#
#..*.....#..####...#
####D#####.........#
#..........#..2....#
#.S..#..*..#.....3.#
####################
""".splitlines()
PLACES = {mark: [] for mark in "1234*SD#."}  # the middles of the tiles with a mark
for row, line in enumerate(MAP):
    for column, mark in enumerate(line):
        PLACES[mark].append(Vec2(TILE * (column + 0.5), TILE * (row + 0.5)))
POSTS = [PLACES[mark][0] for mark in "1234"]
SIZE, REACH, SPREAD = 11, 190, 70  # of a guard; how far it sees, and how wide
OPEN, CLOSED = 240, 160  # frames


class Guard(Sprite):
    collision = Circle(0, 0, SIZE)
    way = ()  # where it goes, one place after the other
    alarm = 0  # frames for which it still chases

    def update(self):
        """Look, then think, then walk."""
        self.cone = game.solid.visible_area(
            self.x, self.y, radius=REACH, angle=self.angle, spread=SPREAD)  # fmt: skip
        here, thief = Vec2(self.x, self.y), Vec2(game.thief.x, game.thief.y)
        if self.cone and Sprite(collision=self.cone).hits(game.thief):
            self.alarm = 90
        if self.alarm and game.frame % 10 == 0:
            self.way = tuple(game.paths.find(here, game.paths.nearest_free(*thief)) or ())
        self.alarm = max(self.alarm - 1, 0)
        if not self.way:
            self.way = tuple(game.paths.find(here, random.choice(POSTS)) or ())
        if self.way:
            ahead, speed = self.way[0] - here, 2.4 if self.alarm else 1.3
            step = ahead if ahead.length <= speed else speed * ahead.normalized()
            self.move_and_slide(*step, game.solid)
            if step is ahead:
                self.way = self.way[1:]
            turn = (ahead.angle - self.angle + 180) % 360 - 180 if ahead else 0
            self.angle += min(max(turn, -5), 5)


class Game:
    def __init__(self):
        solid = [[cell == "#" for cell in line] for line in MAP]
        self.door = Sprite(*(PLACES["D"][0] - (20, 6)), collision=Rect(0, 0, TILE, 12))
        self.solid = Group(Sprite(collision=shapes_from_tiles(solid, TILE, TILE)), self.door)
        self.thief = Sprite(*PLACES["S"][0], collision=Circle(0, 0, 9))
        self.gems = Group(Sprite(*place, collision=Circle(0, 0, 7)) for place in PLACES["*"])
        self.guards = Group(
            Guard(*post, angle=random.choice([0, 90, 180, 270])) for post in POSTS[:3])  # fmt: skip
        self.door.collision_enable = False
        self.paths = Paths(self.solid, radius=SIZE)
        self.known = self.door.collision_enable  # to `paths`
        self.frame = self.caught = 0

    def update(self, right, down):
        self.frame += 1
        self.door.collision_enable = self.frame % (OPEN + CLOSED) >= OPEN
        if self.known != self.door.collision_enable:
            x, y = PLACES["D"][0]
            self.paths.rebuild(x - 20, y - 6, x + 20, y + 6)
            self.known = self.door.collision_enable
            for guard in self.guards:  # its way may lead through it
                guard.way = ()
        self.thief.move_and_slide(2.2 * right, 2.2 * down, self.solid)
        for gem in self.thief.check(self.gems):
            gem.vanish()
        for guard in self.guards:
            guard.update()
        if self.thief.hits(self.guards):
            self.caught += 1
            self.thief.x, self.thief.y = PLACES["S"][0]
            for guard, post in zip(self.guards, POSTS[:3], strict=True):
                guard.x, guard.y, guard.way, guard.alarm = *post, (), 0


def score():
    return f"{len(PLACES['*']) - len(game.gems)} gems, caught {game.caught} times"


def pilot(frame):
    """Go for the nearest gem that can be reached."""
    thief = game.thief
    here = game.paths.nearest_free(thief.x, thief.y)  # a guard is larger
    for near in game.gems.nearest_k(thief.x, thief.y, len(game.gems)):
        for place in game.paths.find(here, (near.other.x, near.other.y)) or ():
            x, y = place - (thief.x, thief.y)
            if max(abs(x), abs(y)) > 3:
                across, down = ["left", "right"][x > 0], ["up", "down"][y > 0]
                return window.Hand([across] * (abs(x) > 1) + [down] * (abs(y) > 1))
    return window.Hand()


screen = window.open(WIDTH, HEIGHT + 48)
light = pygame.Surface((WIDTH, HEIGHT), pygame.SRCALPHA)
font, game = pygame.font.Font(None, 20), Game()
for hand in window.frames(score, pilot):
    if "r" in hand.keys:
        game = Game()
    game.update(hand.right, hand.down)
    screen.fill(NIGHT)
    light.fill((0, 0, 0, 0))
    for guard in game.guards:
        if guard.cone:
            color = CORAL if guard.alarm else AMBER
            pygame.draw.polygon(light, (color.r, color.g, color.b, 70), guard.cone.points)
            pygame.draw.aalines(screen, color.lerp(NIGHT, 0.4), True, guard.cone.points)
    screen.blit(light, (0, 0))
    window.paint(screen, game.solid[:1], STONE)
    if game.door.collision_enable:
        window.paint(screen, game.door, WOOD)
    window.paint(screen, game.gems, JADE)
    for guard in game.guards:
        window.paint(screen, guard, CORAL if guard.alarm else AMBER)
    window.paint(screen, game.thief, PAPER)
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 48))
    screen.blit(font.render(f"{score()}. {KEYS}", True, PAPER), (12, HEIGHT + 6))
    x = 12
    for words, color in LEGEND:
        x = screen.blit(font.render(words, True, color), (x, HEIGHT + 27)).right + 20
