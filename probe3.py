from probe2 import *
from probe2 import P
@probe
def p31():
    st = [Sprite(40 * i, 100 - 8 * i, collision=Rect(0, 0, 40, 300)) for i in range(6)]
    s = Sprite(20, 90, collision=Rect(-5, -10, 10, 20)); w = CharacterController(s, snap=0, step=8)
    for _ in range(20): w.move(5, 1, st)
    return s.x, s.y
@probe
def p36():
    out = []
    for x in (-50, -20, 20, 40):
        bar = Sprite(0, 0, center_y=30, angle=357, collision=Rect(-60, -3, 120, 6)); s = Sprite(x, -20, collision=Rect(-5, -10, 10, 20)); w = CharacterController(s)
        for _ in range(10): r = w.move(0, 1, [bar]); bar.angle = (bar.angle + 2) % 360; out.append((round(s.x, 3), round(s.y, 3)))
    return out
@probe
def p60(): return Group().visible_area(0, 0, radius=100).geometry.area
@probe
def p42():
    return Sprite(8, 8, collision=Rect(0, 0, 10, 10)).separation([Sprite(collision=Rect(0, 0, 100, 12)), Sprite(collision=Rect(0, 0, 12, 100))]), Sprite(25, 25, collision=Circle(0, 0, 10)).separation([Sprite(collision=Rect(0, 0, 100, 20)), Sprite(collision=Rect(0, 0, 20, 100))])
if __name__ == "__main__":
    for n in map(int, sys.argv[1:]):
        try: r = P[n]()
        except Exception as e: r = f"{type(e).__name__}: {e}"
        print(n, repr(r), flush=True)
