from spritecol import Capsule, Circle, Group, Rect, Sprite, Triangle

ball = Sprite(60, 40, collision=Circle(0, 0, 16))
hill = Sprite(60, 150, collision=Triangle(0, 0, 150, 110, 0, 110))
plank = Sprite(250, 250, collision=Rect(0, 0, 120, 14, 20))
log = Sprite(400, 110, collision=Capsule(0, 0, 30, 60, 12))
floor = Sprite(0, 300, collision=Rect(0, 0, 480, 20))
wall = Sprite(460, 0, collision=Rect(0, 0, 20, 300))
walls = Group(hill, plank, log, floor, wall)
names = {hill: "hill", plank: "plank", log: "log", floor: "floor", wall: "wall"}
met = []


def update():
    slide = ball.move_and_slide(2, 3, walls)
    for hit in slide.hits:
        if hit.other not in met:
            met.append(hit.other)
            print(f"({ball.x:.2f}, {ball.y:.2f}): along the {names[hit.other]}")
