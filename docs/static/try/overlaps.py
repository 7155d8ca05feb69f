from spritecol import Circle, Ellipse, Overlaps, Rect, Sprite, Triangle


class Area(Sprite):
    name = "?"

    def enter(self, other):
        print(f"x = {other.x:g}: into the {self.name}")

    def exit(self, other):
        print(f"x = {other.x:g}: out of the {self.name}")


water = Area(110, 160, collision=Ellipse(0, 0, 70, 50))
camp = Area(220, 110, collision=Triangle(0, 100, 130, 100, 65, 0))
castle = Area(370, 90, collision=Rect(0, 0, 80, 140))
water.name, camp.name, castle.name = "water", "camp", "castle"

scout = Sprite(20, 170, collision=Circle(0, 0, 12))
scout.speed = 2
watch = Overlaps(scout, [water, camp, castle])


def update():
    scout.x += scout.speed
    if not 10 < scout.x < 470:
        scout.speed = -2 if scout.x > 240 else 2
    watch.update()
