from spritecol import Circle, Ellipse, Group, Rect, Segment, Sprite, Triangle, Vec2

lamp = Sprite(240, 150, collision=Circle(0, 0, 8))
walls = Group(
    Sprite(90, 80, collision=Rect(-40, -25, 80, 50, 30)),
    Sprite(380, 70, collision=Circle(0, 0, 35)),
    Sprite(120, 250, collision=Triangle(-50, 20, 50, 30, 0, -40)),
    Sprite(370, 240, collision=Ellipse(0, 0, 60, 20), angle=-25),
    Sprite(240, 40, collision=Segment(-50, 0, 50, 10)),
)
lines, hits = [], []  # the page draws them


def update():
    lines.clear()
    hits.clear()
    for angle in range(0, 360, 5):
        start = Vec2(lamp.x, lamp.y)
        end = start + Vec2.from_angle(angle, 300)
        hit = walls.raycast(*start, *end)
        if hit:
            hits.append(hit)
        lines.append((*start, *(hit.point if hit else end)))


update()
near = walls.nearest(lamp.x, lamp.y)
print(f"{len(hits)} of {len(lines)} rays end at a wall")
print(f"the nearest wall is {near.distance:.3f} away, at ({near.point.x:.3f}, {near.point.y:.3f})")
