from spritecol import Circle, Polygon, Sprite, check


class Ball(Sprite):
    collision = Circle(0, 0, 30)

    def shot(self, target):
        print(f"the ball at {self.x:g} hits the wedge")


wedge = Sprite(200, 90, collision=Polygon([(0, 0), (160, 120), (0, 120)]), angle=15)
balls = [Ball(x, 170) for x in (60, 150, 250, 420)]
found = check(balls, wedge)
print(len(found), "of", len(balls), "balls hit it")
