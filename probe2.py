from probe import *
from probe import P
import random
@probe
def p3(): return Group(Sprite(collision=Ellipse(0, 0, 20, 5, angle=30), scale_x=-1)).raycast(-50, 8, 50, 8)
@probe
def p15(): s = Sprite(collision=Rect(0, 0, 10, 5)); s.collision_enable = False; return Group(s).aabbs
@probe
def p18():
    R = random.Random(1); out = []
    for _ in range(4000):
        dx, dy, t = R.uniform(1, 50), R.uniform(1, 50), R.uniform(.2, .8)
        plank = Sprite(0, 100, collision=Rect(0, 0, 60, 8, one_way=(0, -1)))
        m = Sprite(60 + dx * t, 100 - dy * t, collision=[Rect(0, -5, 20, 10), Rect(-40, -20, 20, 20)])
        h = m.sweep(-dx, dy, plank); out.append(h is not None)
    return sum(out)
@probe
def p23():
    g = Group([Sprite((i * 37 % 600) * 3, 0, collision=Circle(0, 0, 5)) for i in range(600)]); s = Sprite(300, 0, collision=Circle(0, 0, 50)); o = Sprite(9999)
    for _ in range(40): s.check([g, o])
    return [g.index(o) for o in s.check([g, o])]
@probe
def p24(): return len(spritecol.tiles.shapes_from_tiles([[1, 1, 0], [0, 1, 1]], 16, 16)) if hasattr(spritecol, "tiles") else len(__import__("spritecol.tiles").tiles.shapes_from_tiles([[1, 1, 0], [0, 1, 1]], 16, 16))
@probe
def p25():
    R = random.Random(1); out = []
    for _ in range(800):
        h = round(R.uniform(99, 100), 2); m = Sprite(0, -R.uniform(1, 50), collision=Rect(0, 0, 16, h)); m.move_and_collide(3.3, 200, Sprite(0, 100, collision=Rect(-50, 0, 200, 20))); out.append(m.y)
    return hash(tuple(out))
@probe
def p27():
    R = random.Random(1); out = []
    for _ in range(300):
        m = Sprite(R.uniform(-60, 60), R.uniform(-60, 60), collision=Rect(0, 0, 60, 4), center_y=R.uniform(-80, 80)); h = m.sweep(R.uniform(-60, 60), R.uniform(-60, 60), Sprite(50, 0, collision=Circle(0, 0, 6)), turn=R.uniform(-300, 300)); out.append(h and round(h.fraction, 6))
    return hash(str(out))
@probe
def p34():
    s = Sprite(0, 0, collision=Rect(-5, -10, 10, 20)); fl = Sprite(0, 10, collision=Rect(-50, 0, 100, 10)); a = Sprite(0, -30, collision=Rect(-50, 0, 100, 20)); b = Sprite(0, -40, collision=Rect(-50, 0, 100, 30)); w = CharacterController(s); l = [a, b, fl]; w.move(0, 1, l); a.y += 3; b.y += 5; r = w.move(0, 1, l)
    return r.crushed, r.crushed_by and l.index(r.crushed_by)
@probe
def p36():
    bar = Sprite(0, 0, angle=357, collision=Rect(-60, -3, 120, 6)); s = Sprite(40, -20, collision=Rect(-5, -10, 10, 20)); w = CharacterController(s); out = []
    for _ in range(10): r = w.move(0, 3, [bar]); bar.angle = (bar.angle + 2) % 360; out.append((round(s.x, 6), round(s.y, 6), r.crushed))
    return out
@probe
def p42():
    R = random.Random(1); out = []
    star = lambda n, a, b: Polygon([((a if k % 2 else b) * math.cos(k * math.tau / n), (a if k % 2 else b) * math.sin(k * math.tau / n)) for k in range(n)])
    A, B = star(60, 90, 40), star(40, 60, 20)
    for _ in range(40): out.append(round(Sprite(collision=A).distance(Sprite(R.uniform(-60, 60), R.uniform(-60, 60), angle=R.uniform(0, 90), collision=B)).distance, 6))
    return hash(str(out))
@probe
def p51():
    class Nn(Sprite): v = Number(1.0)
    import resource
    for _ in range(100000): Nn()
    a = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(2000000): Nn()
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - a) // 4000
@probe
def p59():
    R = random.Random(5); out = []
    from spritecol.paths import Paths as PF
    for _ in range(25):
        walls = [Sprite(R.uniform(0, 300), R.uniform(0, 300), angle=R.uniform(0, 90), collision=Rect(0, 0, R.uniform(10, 120), 8)) for _ in range(14)]
        f = PF(walls, radius=5)
        for _ in range(12):
            a, b = (R.uniform(0, 300), R.uniform(0, 300)), (R.uniform(0, 300), R.uniform(0, 300))
            try: out.append([(round(x, 6), round(y, 6)) for x, y in f.find(a, b) or ()])
            except ValueError: out.append(0)
    return len(out), hash(str(out))
@probe
def p60():
    R = random.Random(5)
    return [round(Group([Sprite(R.uniform(0, 300), R.uniform(0, 300), angle=R.uniform(0, 90), collision=Rect(0, 0, 30, 8)) for _ in range(12)]).visible_area(150, 150, radius=300).geometry.area, 3) for _ in range(10)]
@probe
def p61():
    a, b = Sprite(0, 0, collision=Circle(0, 0, 50, name="old")), Sprite(30, 0, collision=Circle(0, 0, 5)); w = Overlaps(a, b, by_shape=True, swept=True); w.update(); a.collision = Circle(0, 0, 5, name="new"); a.x = 100; c = w.update(); return len(c.entered), len(c.exited)
if __name__ == "__main__":
    for n in map(int, sys.argv[1:]):
        try: r = P[n]()
        except Exception as e: r = f"{type(e).__name__}: {e}"
        print(n, repr(r), flush=True)
