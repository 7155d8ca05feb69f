from spritecol import Circle, Group, Rect, Sprite, Triangle

guard = Sprite(90, 160, collision=Circle(0, 0, 8))
guard.speed = 1.5
thief = Sprite(330, 190, collision=Circle(0, 0, 10))
walls = Group(
    Sprite(200, 60, collision=Rect(0, 0, 20, 90)),
    Sprite(250, 200, collision=Rect(0, 0, 60, 20), angle=30),
    Sprite(380, 90, collision=Circle(0, 0, 28)),
    Sprite(120, 240, collision=Triangle(0, 60, 60, 60, 30, 0)),
)
view = Sprite(collision=[], collision_layer=2, collision_mask=2)  # meets the thief, and no wall
thief.collision_layer = 1 | 2
view.sees = False


def update():
    guard.y += guard.speed
    if not 40 < guard.y < 280:
        guard.speed = -guard.speed
    guard.angle = (guard.angle + 1) % 360  # it looks around
    # All that it sees of a cone, as a Polygon.
    view.collision = walls.visible_area(guard.x, guard.y, radius=300, angle=guard.angle, spread=70)
    if view.hits(thief) != view.sees:
        view.sees = not view.sees
        print(f"the guard looks to {guard.angle:g}: {'seen' if view.sees else 'lost'}")
