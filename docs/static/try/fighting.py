from spritecol import Frames, Group, Overlaps, Rect, Sprite

PUSH, HURT, HIT = 1, 2, 4  # layers: what is in the way, what can be hurt, what hurts
BODY = (
    Rect(-14, -70, 28, 70, name="body", layer=PUSH, mask=PUSH),
    Rect(-18, -92, 36, 92, name="hurt", layer=HURT, mask=HIT),
)
FIST = Rect(14, -66, 36, 12, name="fist", layer=HIT, mask=HURT)
FRAMES = Frames({"stand": BODY, "jab": (*BODY, FIST)})


class Fighter(Sprite):
    collision = FRAMES["stand"]
    name, health, vx = "?", 3, 0.0
    frame, beat = 0, 1  # it jabs every `beat` frames

    def update(self, other):
        self.frame += 1
        gap = other.x - self.x
        self.scale_x = 1 if gap > 0 else -1  # a negative scale mirrors the shapes
        jab = self.frame % self.beat < 8 and abs(gap) < 80
        self.collision = FRAMES["jab" if jab else "stand"]
        self.vx *= 0.8  # of the last blow
        walk = 0 if jab or abs(gap) < 50 else 2 * self.scale_x
        self.move_and_slide(self.vx + walk, 4, walls)


sides = Rect(0, 0, 20, 320), Rect(460, 0, 20, 320), Rect(20, 280, 440, 40)
walls = Group(Sprite(collision=side, collision_layer=PUSH) for side in sides)
red, blue = Fighter(100, 280), Fighter(380, 280)
red.name, red.beat, blue.name, blue.beat = "red", 50, "blue", 64
blows = Overlaps([red, blue], by_shape=True, shapes="fist", target_shapes="hurt")


def update():
    red.update(blue)
    blue.update(red)
    push = red.separation(blue, along=(1, 0), shapes="body", target_shapes="body")
    red.move_and_slide(push.x / 2, 0, walls)
    blue.move_and_slide(-push.x / 2, 0, walls)
    for a, b, shape, _ in blows.update().entered:  # one blow counts once, however long it lasts
        by, who = (b, a) if shape.name == "hurt" else (a, b)
        who.health -= 1
        who.vx = 9 * by.scale_x
        print(f"frame {red.frame}: {by.name} hits {who.name}, who has {who.health} left")
    if min(red.health, blue.health) <= 0:
        red.x, blue.x, red.health, blue.health = 100, 380, 3, 3
