"""A platformer to copy, without any file besides this one: it needs spritecol and pygame-ce.

Left and right run, up or space jumps, down drops through a plank, R: again, Escape quits.
"""

import math
import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # no greeting
import pygame

from spritecol import CharacterController, Circle, Group, Rect, Sprite, Triangle, check, update
from spritecol.integrations.pygame import fill_shapes
from spritecol.tiles import shapes_from_tiles

LEVEL = [
    "#                                         ooo                          #",
    "#                                        -----                         #",
    "#               ooo                                              ooo   #",
    "#              -----           o    ---                         -----  #",
    "#                      o      ###                                      #",
    "#        o                   /####\\                ###            o    #",
    "#       ###                 /######\\   e          /####                #",
    "#   @  /####\\       e    ##/########\\ ###   o    /######\\        # e F #",
    "###################    ##################   M    #############  ########",
    "###################    ##################        #############  ########",
]  # cells of 24 pixels


class Walker(Sprite):
    fall = 0.0

    def __init__(self, x, y):
        super().__init__(x, y)  # between the feet
        self.walker = CharacterController(self, step=4, nudge=6)

    def walk(self, right, solid, drop=False):
        if self.walker.on_ceiling:
            self.fall = max(self.fall, 0.0)
        if self.walker.on_floor:
            self.fall = min(self.fall, 0.0)  # a jump or a stomp stays
        self.fall = min(self.fall + 0.5, 9.0)  # gravity, in each frame
        return self.walker.move(right, self.fall, solid, drop=drop).travel


class Enemy(Walker):
    collision, way = Rect(-9, -14, 18, 14), -1

    def update(self, solid):
        self.walk(self.way, solid)
        x, y = self.x + 12 * self.way, self.y
        if self.walker.on_wall or not solid.query_box(x - 1, y - 9, x + 1, y + 22):  # a ledge
            self.way = -self.way


class Hero(Walker):
    collision, stood = Rect(-8, -22, 16, 22), 99

    def update(self, right, jump, down, solid):
        self.stood = 0 if self.walker.on_floor else self.stood + 1  # so many frames ago
        if jump and self.stood < 6:
            self.fall, self.stood = -9.0, 99
        self.travel = self.walk(3 * right, solid, down)

    def shot(self, enemy):  # called by check
        if self.travel.y > 0 and self.y - self.travel.y <= enemy.aabb.top + 8:  # a stomp
            enemy.vanish()
            self.fall = -9.0
        else:
            self.vanish()


class Game:
    def __init__(self):
        cells = {mark: [] for mark in "#/\\-FoMe@ "}  # the middles of their lower edges
        for k, mark in enumerate("".join(LEVEL)):
            cells[mark].append((24 * (k % 72) + 12, 24 * (k // 72) + 24))
        ground = [*shapes_from_tiles([[mark == "#" for mark in line] for line in LEVEL], 24, 24)]
        ground += [Triangle(x - 12, y, x + 12, y, x + 12, y - 24) for x, y in cells["/"]]
        ground += [Triangle(x - 12, y, x + 12, y, x - 12, y - 24) for x, y in cells["\\"]]
        ground += [Rect(x - 12, y - 24, 24, 6, one_way=(0, -1)) for x, y in cells["-"]]
        self.ground = Sprite(collision=ground)
        self.flag = Sprite(*cells["F"][0], collision=Rect(0, -108, 6, 108))
        self.coins = Group(Sprite(*at, collision=Circle(0, -12, 6)) for at in cells["o"])
        self.lifts = Group(Sprite(*at, collision=Rect(-36, -24, 72, 9)) for at in cells["M"])
        self.enemies, self.hero = Group(Enemy(*at) for at in cells["e"]), Hero(*cells["@"][0])
        self.solid, self.frame = Group(self.ground, self.lifts), 0

    def update(self, right, jump, down):
        self.frame += 1
        self.lifts.x += 1.5 * math.cos(self.frame / 40)  # first what carries the hero
        self.hero.update(right, jump, down, self.solid)
        update(self.enemies, self.solid)
        check(self.hero, self.enemies)
        check(self.hero, self.coins, shot=None, hit="vanish")
        if self.hero.y > 300:
            self.hero.vanish()


def painted(size, x, y, *parts):  # an image, painted once; (x, y) of the world is its corner
    image = pygame.Surface(size, pygame.SRCALPHA)
    for sprites, color in parts:
        fill_shapes(image, sprites, color, offset=(x, y))
    return image


pygame.font.init()  # and not pygame.init, which would open a sound device too
screen, clock = pygame.display.set_mode((720, 240)), pygame.time.Clock()
font, game, images = pygame.font.Font(None, 24), Game(), {}
scenery = painted((1728, 240), 0, 0, (game.ground, "#385650"), (game.flag, "#f0785c"))
colors = {"coins": "#fac460", "lifts": "#7a869e", "enemies": "#c67890", "hero": "#ece7da"}
for name, color in colors.items():
    one = Group(getattr(game, name))[0]
    images[name] = painted((80, 40), one.x - 40, one.y - 36, (one, color))
seen = pygame.display.get_driver() not in ("dummy", "offscreen")  # else it plays alone
for _ in range(10**9 if seen else 600):
    events, keys = pygame.event.get(), pygame.key.get_pressed()
    struck = [event.key for event in events if event.type == pygame.KEYDOWN]
    right, hero = keys[pygame.K_RIGHT] - keys[pygame.K_LEFT], game.hero
    jump = pygame.K_UP in struck or pygame.K_SPACE in struck
    if not seen:  # nobody is there to play
        gap = not game.solid.query_box(hero.x + 12, hero.y, hero.x + 16, hero.y + 40)
        near = game.enemies.nearest(hero, max_distance=40)
        right, jump = 1, gap or hero.walker.on_wall or near
    if keys[pygame.K_ESCAPE] or pygame.QUIT in [event.type for event in events]:
        break
    game = Game() if pygame.K_r in struck else game
    if not hero.vanished and not hero.hits(game.flag):
        game.update(right, jump, pygame.K_DOWN in struck)
    left = min(max(hero.x - 360, 0), scenery.get_width() - 720)  # of the camera
    screen.fill("#11151f")
    screen.blit(scenery, (-left, 0))
    for name, image in images.items():
        for sprite in Group(getattr(game, name)):  # without what has vanished
            screen.blit(image, (sprite.x - 40 - left, sprite.y - 36))
    words = "You win!" if hero.hits(game.flag) else f"{len(game.coins)} coins are left."
    screen.blit(font.render(f"{words} R: again", True, "#ece7da"), (36, 12))
    pygame.display.flip()
    clock.tick(60 if seen else 0)
if not seen:
    pygame.image.save(screen, "small_platformer.png")
    print("small_platformer: no display, so it played by itself: 600 frames")
