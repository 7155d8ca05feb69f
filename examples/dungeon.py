"""Dungeon: a complete game to copy, with images, animation, a camera, a tile map and groups.

Find the key, open the door, take the crown. Slimes chase whom they see, across water, too. It needs
spritecol and pygame-ce, and no other file: the images are painted below.

Arrows or WASD walk, space strikes, R starts again, Escape quits.
"""

import os
import random

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # no greeting
import pygame

from spritecol import Group, Polygon, Rect, Vec2, check
from spritecol.integrations.pygame import Sprite
from spritecol.paths import Paths
from spritecol.tiles import shapes_from_tiles

MAP = """\
########################################
#........#...........#.........#.......#
#.@......#..c...s....#...c.....#..c.c..#
#....c...........s...#.........#.......#
#........#...........#....s....#..h....#
#........#....##.....#.................#
####..####....##.....#......c..#...s...#
#........#...........#.........#.......#
#..~~~...#####..######..########....c..#
#..~~~~..#...........#......~~~#.......#
#...~~~..#..c...c...........~~~#########
#....~~..#.......s...#...s..~~.........#
#..s.....#...........#.................#
#........#..######...#....c.....s..h...#
#..c.........#...#...#.................#
#........#...#.k.#...######D############
#####.####...#...#...#.................#
#........#...##.##...#.......s.........#
#.h...s..#.......s...#..s..~~~~~..s....#
#...............c....#.....~~~~~.......#
#....c...#...........#.........X.......#
########################################
""".splitlines()
TILE, WIDTH, HEIGHT, STRIP = 32, 640, 384, 40
NIGHT, PAPER, GOLD, CORAL, JADE = "#11151f", "#ece7da", "#fac460", "#f0785c", "#68a68c"
STONE, FLOOR, WATER, WOOD = "#4a5570", "#232a3a", "#2f5f8a", "#8a6238"
KEYS = "arrows: walk, space: strike, R: again, Escape: quit"
PLACES = [
    (Vec2(TILE * (column + 0.5), TILE * (row + 0.5)), mark)
    for row, line in enumerate(MAP)
    for column, mark in enumerate(line)
]  # the middles of the tiles
WAYS = {"right": Vec2(1, 0), "down": Vec2(0, 1), "left": Vec2(-1, 0), "up": Vec2(0, -1)}
PENS = {"oval": pygame.draw.ellipse, "box": pygame.draw.rect, "area": pygame.draw.polygon}


def painted(width, height, *parts):
    """An image of ovals, boxes and areas: what, its color, its box or its corners."""
    image = pygame.Surface((width, height), pygame.SRCALPHA)
    for kind, color, place in parts:
        PENS[kind](image, color, place)
    return image


def hero_image(facing, lifted):
    """Who looks that way; a foot may be lifted."""
    feet = [("oval", WOOD, (8 + 9 * k, 25 - 3 * (lifted == k), 7, 6)) for k in (0, 1)]
    body = ("oval", JADE, (7, 12, 18, 16)), ("oval", "#e8b98a", (8, 2, 16, 14))
    eyes = {"right": [19], "down": [12, 18], "left": [11], "up": []}[facing]
    return painted(32, 32, *feet, *body, *(("oval", NIGHT, (x, 8, 3, 4)) for x in eyes))


def slime_image(high):
    body = ("oval", CORAL, (4, 30 - high, 24, high)), ("oval", "#f8a890", (9, 33 - high, 7, 5))
    return painted(32, 32, *body, *(("oval", NIGHT, (x, 38 - high, 3, 5)) for x in (11, 19)))


HEART = painted(32, 32, ("oval", CORAL, (8, 9, 9, 9)), ("oval", CORAL, (15, 9, 9, 9)),
                ("area", CORAL, [(8, 15), (24, 15), (16, 25)]))  # fmt: skip
KEY = painted(32, 32, ("oval", GOLD, (5, 10, 11, 11)), ("oval", NIGHT, (8, 13, 5, 5)),
              ("box", GOLD, (15, 14, 12, 3)), ("box", GOLD, (23, 16, 3, 5)))  # fmt: skip
CROWN = painted(32, 32, ("area", GOLD, [(5, 9), (11, 16), (16, 6), (21, 16), (27, 9), (25, 25),
                                        (7, 25)]))  # fmt: skip
DOOR = painted(32, 32, ("box", WOOD, (0, 0, 32, 32)), ("oval", GOLD, (22, 14, 6, 6)),
               *(("box", "#6b4a28", (x, 0, 2, 32)) for x in (7, 15, 23)))  # fmt: skip
SWORD = painted(34, 9, ("area", PAPER, [(7, 2), (28, 2), (33, 4), (28, 6), (7, 6)]),
                ("box", GOLD, (6, 0, 3, 9)), ("box", WOOD, (0, 3, 6, 3)))  # fmt: skip
HERO = {facing: [hero_image(facing, lifted) for lifted in (None, 0, None, 1)] for facing in WAYS}
SLIME = [slime_image(high) for high in (16, 18, 20, 18)]
COIN = [painted(32, 32, ("oval", GOLD, (16 - w, 9, 2 * w, 14))) for w in (7, 5, 2, 5)]
ITEMS = {
    "c": (COIN, "coins"),
    "h": ([HEART], "life"),
    "k": ([KEY], "keys"),
    "X": ([CROWN], "crowns"),
}


def tile_image(color, edge):
    return painted(TILE, TILE, ("box", edge, (0, 0, TILE, TILE)), ("box", color, (1, 1, 30, 30)))


TILES = {"#": tile_image(STONE, "#3a445c"), "~": tile_image(WATER, WATER)}
GROUND = tile_image(FLOOR, "#262e40")


class Animated(Sprite):
    """Shows its frames in turn. `position` is the middle of the image, and `rect` its box."""

    frames, time = [GROUND], 0  # each kind has its own frames

    def __init__(self, middle, *groups):
        x, y = middle
        super().__init__(*groups, x=x, y=y, image=self.frames[0], offset_sync=True)

    def update(self):
        self.time += 1
        self.image = self.frames[self.time // 8 % len(self.frames)]


class Item(Animated):
    collision = Rect(8, 8, 16, 16)

    def __init__(self, middle, mark, *groups):
        self.frames, self.gives = ITEMS[mark]
        super().__init__(middle, *groups)

    def hit(self, hero):  # called by check
        setattr(hero, self.gives, getattr(hero, self.gives) + 1)
        self.kill()


class Body(Animated):
    """Walks, and is knocked back by blows. Its feet stop at walls, and its whole body is hit."""

    collision = Rect(8, 19, 16, 11, name="feet"), Rect(7, 5, 18, 24, name="body")
    knock, safe, life = Vec2(0, 0), 0, 1

    def walk(self, way):
        self.safe = max(self.safe - 1, 0)
        dx, dy = way + self.knock
        self.knock *= 0.8
        return self.move_and_slide(dx, dy, game.barriers, shapes="feet")

    def hurt(self, by, frames):
        if not self.safe:
            self.life, self.safe = self.life - 1, frames
            self.knock = Vec2.from_angle((self.position - by.position).angle, 7)
            if self.life == 0:
                self.kill()


class Hero(Body):
    frames, facing, life = HERO["down"], "down", 5
    coins = keys = crowns = 0
    sword = None

    def act(self, way, strikes):
        if way:
            way = way.normalized()
            self.facing = max(
                WAYS, key=lambda name: way.dot(WAYS[name]) + (name == self.facing) / 9
            )
        self.frames = HERO[self.facing] if way else HERO[self.facing][:1]
        if strikes and not self.sword:
            self.sword = Sword(self)
        slide = self.walk(way * 2.6)
        if self.keys and game.door in [hit.other for hit in slide.hits]:
            game.door.kill()


class Sword(Sprite):
    """Swings for a moment; its shape and its image turn alike. One blow strikes each foe once."""

    collision = Polygon([(7, 0), (28, 0), (33, 4), (28, 9), (7, 9)])
    time = 0

    def __init__(self, hero):
        super().__init__(game.shown, image=SWORD, center_x=-6, center_y=4, offset_sync=True)
        self.hero, self.struck = hero, []
        self.update()

    def update(self):
        self.x, self.y = self.hero.position + Vec2(0, 4)
        self.angle = WAYS[self.hero.facing].angle - 70 + 12 * self.time
        for foe in self.check(game.foes, exclude=self.struck):
            self.struck.append(foe)
            foe.hurt(self.hero, 0)
        self.time += 1
        if self.time == 13 or not self.hero.life:
            self.hero.sword = None
            self.kill()


class Slime(Body):
    """Goes to the hero whom it sees, else anywhere."""

    frames, life, way = SLIME, 2, Vec2(0, 0)

    def update(self):
        super().update()
        here, hero = self.position, game.hero.position
        if here.distance_to(hero) < 220 and game.stone.line_of_sight(*here, *hero):
            self.way = Vec2.from_angle((hero - here).angle, 1.3)
        elif self.time % 60 == 1:
            self.way = Vec2.from_angle(random.uniform(0, 360), 0.7)
        self.walk(self.way)

    def shot(self, hero):  # called by check
        hero.hurt(self, 60)


class Door(Animated):
    frames, collision = [DOOR], Rect(0, 0, TILE, TILE)


class Shown(pygame.sprite.Group):
    """A group of pygame that draws what the camera sees, the lower ones in front."""

    def show(self, screen, view):
        for sprite in sorted(self, key=lambda sprite: sprite.rect.bottom):
            safe = getattr(sprite, "safe", 0)
            if view.colliderect(sprite.rect) and safe // 4 % 2 == 0:  # who is safe blinks
                screen.blit(sprite.image, sprite.rect.move(-view.x, -view.y))


class Game:
    def begin(self):
        self.shown, self.items, self.foes = Shown(), pygame.sprite.Group(), pygame.sprite.Group()
        for middle, mark in PLACES:
            if mark in ITEMS:
                Item(middle, mark, self.shown, self.items)
            elif mark == "s":
                Slime(middle, self.shown, self.foes)
            elif mark == "@":
                self.hero = Hero(middle, self.shown)
            elif mark == "D":
                self.door = Door(middle, self.shown)
        stone, water = (
            Sprite(collision=shapes_from_tiles([[cell == mark for cell in line] for line in MAP],
                                               TILE, TILE)) for mark in "#~")  # fmt: skip
        self.stone = Group(stone, self.door)  # what nobody sees through
        self.barriers = Group(self.stone, water)  # what nobody walks through
        self.paths, self.way = Paths([stone, water], radius=11), []  # the door opens
        self.frame = self.over = 0

    def update(self, way, strikes):
        self.frame += 1
        self.over += not self.hero.life or self.hero.crowns > 0
        if not self.over:
            self.hero.act(way, strikes)
        self.shown.update()  # each by its own method
        check(self.hero, self.items)  # calls their method hit
        check(self.foes, self.hero)  # calls their method shot

    def view(self):
        """The part of the map that the camera sees: the hero is in the middle, up to the edges."""
        view = pygame.Rect(0, 0, WIDTH, HEIGHT)
        view.center = round(self.hero.position.x), round(self.hero.position.y)
        return view.clamp(picture.get_rect())

    def pilot(self):
        """What to do when nobody plays: strike who is near, else go for what is nearest."""
        hero, here = self.hero, self.hero.position + Vec2(0, 8)
        foe = min(self.foes, key=lambda foe: here.distance_to(foe.position), default=None)
        if foe and here.distance_to(foe.position) < 60:
            return foe.position - here, True
        if self.frame % 20 == 0 or not self.way:
            wanted = ["keys"] if not hero.keys else ["coins", "life"]
            goals = [item for item in self.items if item.gives in wanted] or self.items
            start = self.paths.nearest_free(*here)
            found = (self.paths.find(start, item.position) for item in goals)
            self.way = min(filter(None, found), key=lambda way: way.length, default=[])[1:]
        while self.way and here.distance_to(self.way[0]) < 3:
            del self.way[0]
        return self.way[0] - here if self.way else Vec2(0, 0), False


def pressed():
    """Where the keys lead to, and whether to strike."""
    keys = pygame.key.get_pressed()
    right = (keys[pygame.K_d] or keys[pygame.K_RIGHT]) - (keys[pygame.K_a] or keys[pygame.K_LEFT])
    down = (keys[pygame.K_s] or keys[pygame.K_DOWN]) - (keys[pygame.K_w] or keys[pygame.K_UP])
    return Vec2(right, down), keys[pygame.K_SPACE]


pygame.font.init()  # and not pygame.init, which would open a sound device too
screen, clock = pygame.display.set_mode((WIDTH, HEIGHT + STRIP)), pygame.time.Clock()
pygame.display.set_caption("Dungeon")
picture = pygame.Surface((TILE * len(MAP[0]), TILE * len(MAP)))  # the whole map, painted once
for middle, mark in PLACES:
    picture.blit(TILES.get(mark, GROUND), middle - (TILE / 2, TILE / 2))
font, game, passed, shown = pygame.font.Font(None, 21), Game(), 0, 0
game.begin()
seen = pygame.display.get_driver() not in ("dummy", "offscreen")  # else it plays 600 frames alone
while (seen or shown < 600) and pygame.QUIT not in [event.type for event in pygame.event.get()]:
    if (keys := pygame.key.get_pressed())[pygame.K_ESCAPE]:
        break
    if keys[pygame.K_r] or game.over > 180:
        game.begin()
    game.update(*(pressed() if seen else game.pilot()))
    view = game.view()
    screen.blit(picture, (0, 0), view)
    game.shown.show(screen, view)
    screen.fill("#1a2030", (0, HEIGHT, WIDTH, STRIP))
    for k in range(game.hero.life):
        screen.blit(HEART, (4 + 20 * k, HEIGHT + 3))
    end = "You have the crown!" if game.hero.crowns else "You are dead." if game.over else KEYS
    text = f"{game.hero.coins} coins, {game.hero.keys} keys. {end}"
    screen.blit(font.render(text, True, PAPER), (20 + 20 * game.hero.life, HEIGHT + 12))
    pygame.display.flip()
    passed, shown = passed + clock.tick(60 if seen else 0), shown + 1
if not seen:
    pygame.image.save(screen, "dungeon.png")
    print(f"dungeon: no display, so it played by itself: {shown} frames, {game.hero.coins} coins, "
          f"{passed / shown:.1f} ms a frame; the last is dungeon.png")  # fmt: skip
