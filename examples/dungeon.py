"""Dungeon: a complete game to copy, with images, animation, a camera, a tile map and groups.

Find the key, open the door, take the crown. Slimes chase whom they see, across water, too; bats fly
over everything. It needs spritecol and pygame-ce, and no other file: the images are painted below.

Arrows or WASD walk, space strikes, R starts again, Escape quits.
"""

import math
import os
import random

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # no greeting
import pygame

from spritecol import Group, Polygon, Rect, Vec2, check
from spritecol.integrations.pygame import Sprite
from spritecol.paths import Paths, Way
from spritecol.tiles import shapes_from_tiles

MAP = """\
########################################
#........#...........#.........#.......#
#.@......#..c...s....#...c.....#..c.c..#
#....c...........b...#.........#.......#
#........#...........#....s....#..h....#
#........#....##.....#.................#
####..####....##.....#......c..#...s...#
#........#...........#.........#.......#
#..~~~...#####..######..########....c..#
#..~~~~..#...........#......~~~#.......#
#...~~~..#..c...c...........~~~#########
#....~~..#.......s...#...s..~~.........#
#..s.....#...........#.................#
#........#..######...#....c.....b..h...#
#..c.........#...#...#.................#
#........#...#.k.#...######D############
#####.####...#...#...#.................#
#........#...##.##...#.......b.........#
#.h...b..#.......b...#..s..~~~~~..s....#
#...............c....#.....~~~~~.......#
#....c...#...........#.........X.......#
########################################
""".splitlines()
TILE, WIDTH, HEIGHT, STRIP = 32, 640, 384, 40
NIGHT, PAPER, GOLD, CORAL, JADE = "#11151f", "#ece7da", "#fac460", "#f0785c", "#68a68c"
STONE, FLOOR, WATER, WOOD = "#4a5570", "#232a3a", "#2f5f8a", "#8a6238"
KEYS = "arrows: walk, space: strike, R: again, Escape: quit"
WAYS = {"right": Vec2(1, 0), "down": Vec2(0, 1), "left": Vec2(-1, 0), "up": Vec2(0, -1)}
PENS = {"oval": pygame.draw.ellipse, "box": pygame.draw.rect, "area": pygame.draw.polygon}


# --- images --------------------------------------------------------------------------------------


def painted(width, height, *parts):
    """An image of ovals, boxes and areas: what, its color, its box or its corners."""
    image = pygame.Surface((width, height), pygame.SRCALPHA)
    for kind, color, place in parts:
        PENS[kind](image, color, place)
    return image


def hero_image(facing, lifted):
    """Who looks that way; a foot may be lifted."""
    left, right = 25 - 3 * (lifted == 1), 25 - 3 * (lifted == 2)
    feet = ("oval", WOOD, (8, left, 7, 6)), ("oval", WOOD, (17, right, 7, 6))
    body = ("oval", JADE, (7, 12, 18, 16)), ("oval", "#e8b98a", (8, 2, 16, 14))
    hair = {"right": (7, 1, 10, 11), "down": (8, 0, 16, 6), "left": (15, 1, 10, 11)}
    eyes = {"right": [19], "down": [12, 18], "left": [11], "up": []}[facing]
    return painted(32, 32, *feet, *body, ("oval", WOOD, hair.get(facing, (7, 0, 18, 13))),
                   *(("oval", NIGHT, (x, 8, 3, 4)) for x in eyes))  # fmt: skip


def slime_image(high):
    body = ("oval", CORAL, (4, 30 - high, 24, high)), ("oval", "#f8a890", (9, 33 - high, 7, 5))
    return painted(32, 32, *body, *(("oval", NIGHT, (x, 38 - high, 3, 5)) for x in (11, 19)))


def bat_image(wing):
    wings = [[(16, 16), (16 + side * 15, 16 + wing), (16 + side * 9, 22)] for side in (-1, 1)]
    return painted(32, 32, *(("area", "#987eba", one) for one in wings),
                   ("oval", "#6d5590", (11, 11, 10, 12)), ("box", GOLD, (13, 15, 2, 2)),
                   ("box", GOLD, (17, 15, 2, 2)))  # fmt: skip


def puff_image(size):
    return painted(32, 32, ("oval", PAPER, (16 - size, 16 - size, 2 * size, 2 * size)))


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
HERO = {facing: [hero_image(facing, lifted) for lifted in (0, 1, 0, 2)] for facing in WAYS}
SLIME = [slime_image(high) for high in (16, 18, 20, 18)]
BAT = [bat_image(wing) for wing in (-10, -3, 4, -3)]
COIN = [painted(32, 32, ("oval", GOLD, (16 - w, 9, 2 * w, 14))) for w in (7, 5, 2, 5)]
PUFF = [puff_image(size) for size in (6, 10, 12, 9, 5)]
ITEMS = {
    "c": (COIN, "coins"),
    "h": ([HEART], "life"),
    "k": ([KEY], "keys"),
    "X": ([CROWN], "crowns"),
}


def background():
    """The whole map as one image, which is painted once."""
    image = pygame.Surface((TILE * len(MAP[0]), TILE * len(MAP)))
    image.fill(FLOOR)
    for row, line in enumerate(MAP):
        for column, mark in enumerate(line):
            x, y = TILE * column, TILE * row
            if mark == "#":
                image.fill(STONE, (x, y, TILE, TILE))
                for across, down in ((0, 0), (16, 11), (0, 22)):  # bricks
                    pygame.draw.rect(image, "#3a445c", (x + across, y + down, 15, 10), 1)
            elif mark == "~":
                image.fill(WATER, (x, y, TILE, TILE))
                pygame.draw.arc(image, "#7fb4ff", (x + 6, y + 10, 18, 10), 0.3, 2.8, 2)
            else:
                image.fill("#2a3244", (x + row * 7 % 23, y + column * 11 % 27, 4, 3))
    return image


# --- who is in it --------------------------------------------------------------------------------


class Animated(Sprite):
    """Shows its frames in turn. `image` is the frame of now, and `rect` where it is drawn."""

    frames, pace, time = [PUFF[0]], 8, 0

    def __init__(self, middle, *groups):
        x, y = middle[0] - TILE / 2, middle[1] - TILE / 2
        super().__init__(*groups, x=x, y=y, image=self.frames[0])

    @property
    def middle(self):
        return Vec2(self.x + TILE / 2, self.y + TILE / 2)

    def update(self):
        self.time += 1
        frame = self.frames[self.time // self.pace % len(self.frames)]
        if frame is not self.original_image:
            self.image = frame


class Puff(Animated):
    frames, pace = PUFF, 4
    collision_enable = False

    def update(self):
        super().update()
        if self.time == self.pace * len(self.frames):
            self.kill()


class Item(Animated):
    collision = Rect(8, 8, 16, 16)

    def __init__(self, middle, mark, *groups):
        self.frames, self.gives = ITEMS[mark]
        super().__init__(middle, *groups)

    def hit(self, hero):  # called by check
        setattr(hero, self.gives, getattr(hero, self.gives) + 1)
        Puff(self.middle, game.shown)
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
            self.knock = (self.middle - by.middle).normalized() * 7 if self.life else Vec2(0, 0)
            if self.life == 0:
                Puff(self.middle, game.shown)
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
            Puff(game.door.middle, game.shown)
            game.door.kill()
            game.paths.rebuild(*game.door.aabb)


class Sword(Sprite):
    """Swings for a moment; its shape and its image turn alike. One blow strikes each foe once."""

    collision = Polygon([(7, 0), (28, 0), (33, 4), (28, 9), (7, 9)])
    time = 0

    def __init__(self, hero):
        super().__init__(game.shown, image=SWORD, center_x=-6, center_y=4, offset_sync=True)
        self.hero, self.struck = hero, []
        self.update()

    def update(self):
        self.x, self.y = self.hero.middle + Vec2(0, 4)
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
        here, hero = self.middle, game.hero.middle
        if here.distance_to(hero) < 220 and game.stone.line_of_sight(*here, *hero):
            self.way = (hero - here).normalized() * 1.3 if hero != here else Vec2(0, 0)
        elif self.time % 60 == 1:
            self.way = Vec2.from_angle(random.uniform(0, 360), 0.7)
        self.walk(self.way)

    def shot(self, hero):  # called by check
        hero.hurt(self, 60)


class Bat(Slime):
    """Flies in loops, over walls and water."""

    frames, life, pace, collision = BAT, 1, 4, Rect(8, 8, 16, 16)

    def update(self):
        Animated.update(self)
        way = Vec2.from_angle(3 * self.time + 90 * math.sin(self.time / 50), 2) + self.knock
        self.x, self.y, self.knock = self.x + way.x, self.y + way.y, self.knock * 0.8


class Door(Animated):
    frames, collision = [DOOR], Rect(0, 0, TILE, TILE)


# --- the game ------------------------------------------------------------------------------------


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
        for row, line in enumerate(MAP):
            for column, mark in enumerate(line):
                middle = Vec2(TILE * (column + 0.5), TILE * (row + 0.5))
                if mark in ITEMS:
                    Item(middle, mark, self.shown, self.items)
                elif mark in "sb":
                    {"s": Slime, "b": Bat}[mark](middle, self.shown, self.foes)
                elif mark == "@":
                    self.hero = Hero(middle, self.shown)
                elif mark == "D":
                    self.door = Door(middle, self.shown)
        stone, water = (
            Sprite(collision=shapes_from_tiles([[cell == mark for cell in line] for line in MAP],
                                               TILE, TILE)) for mark in "#~")  # fmt: skip
        self.stone = Group(stone, self.door)  # what nobody sees through
        self.barriers = Group(self.stone, water)  # what nobody walks through
        self.paths, self.way = Paths(self.barriers, radius=11), []
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
        view.center = round(self.hero.middle.x), round(self.hero.middle.y)
        return view.clamp(picture.get_rect())

    def pilot(self):
        """What to do when nobody plays: strike who is near, else go for what is nearest."""
        hero, here = self.hero, self.hero.middle + Vec2(0, 8)
        foe = min(self.foes, key=lambda foe: here.distance_to(foe.middle), default=None)
        if foe and here.distance_to(foe.middle) < 60:
            return foe.middle - here, True
        if self.frame % 20 == 0 or not self.way:
            start = self.paths.nearest_free(*here)
            goals = [item.middle for item in self.items]
            ways = [way for goal in goals if (way := self.paths.find(start, goal))]
            if hero.keys and not ways:  # what is left is behind the door
                door = self.door.middle
                way = self.paths.find(start, self.paths.nearest_free(*door))
                ways = [Way([*way, door])] if way else []
            self.way = min(ways, key=lambda way: way.length, default=[])[1:]
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
font, picture, game, passed, shown = pygame.font.Font(None, 21), background(), Game(), 0, 0
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
