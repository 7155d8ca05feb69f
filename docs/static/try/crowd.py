from spritecol import Circle, Group, Rect, Sprite

# Drag it: they follow. It cares for no layer, so it hits nobody.
flag = Sprite(420, 250, collision=Circle(0, 0, 5), collision_mask=0)
flag.frame = 0
walls = Group(
    Sprite(150, 0, collision=Rect(0, 0, 16, 130)),
    Sprite(150, 190, collision=Rect(0, 0, 16, 130)),
    Sprite(280, 90, collision=Rect(0, 0, 16, 150)),
)
unit = Circle(0, 0, 5)
units = Group(Sprite(12 + 13 * (k % 10), 90 + 14 * (k // 10), collision=unit) for k in range(100))


def update():
    flag.frame += 1
    apart = units.separation_arrays()  # half of what parts each from its neighbors
    squeezed = (apart**2).sum(axis=1) ** 0.5  # who is squeezed does not press on
    dx, dy = flag.x - units.x, flag.y - units.y  # arrays: one number for each unit
    away = (dx * dx + dy * dy) ** 0.5
    speed = 2.0 / (away + 60) / (1 + 2 * squeezed)
    slides = units.move_and_slide_all(speed * dx + apart[:, 0], speed * dy + apart[:, 1], walls)
    if flag.frame % 100 == 0:
        print(
            f"frame {flag.frame}: {(away < 80).sum()} are there, {slides.hit.sum()} are at a wall"
        )
