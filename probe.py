"""One small scene for each fault: its answer with the fault must differ from that without."""
import copy, math, os, sys, warnings
warnings.simplefilter("ignore")
import numpy as np
import spritecol
from spritecol import *
from spritecol.spatial import morton, LinearQuadtree, CellSpace
P = {}
def probe(f): P[int(f.__name__[1:])] = f; return f
def still(n=600):
    return Group([Sprite(20 * i, 0, collision=Circle(0, 0, 5)) for i in range(n)])
def rest(g, k=40):
    for _ in range(k): pairs(g); g.query_point(0, 0)
@probe
def p1():
    s = Sprite(collision=Circle(8, 8, 8), center_x=8, offset_sync=True); s.aabb; s.x += 5; return s.aabb
@probe
def p2():
    s = Sprite(collision=Triangle(0, 0, 30, 0, 10, 30), scale_y=-1)
    return [s.hits(Sprite(x, y, collision=Circle(0, 0, 2))) for x in range(0, 30, 5) for y in range(-30, 30, 5)]
@probe
def p3():
    s = Sprite(collision=Ellipse(0, 0, 20, 5, angle=30), scale_x=-1); return s.aabb
@probe
def p4(): return Sprite(collision=Segment(0, 0, 10, 5)).hits(Sprite(0, 0, collision=Point(0, 0)))
@probe
def p5():
    r = Sprite(collision=Rect(0, 0, 10, 10))
    return [r.hits(Sprite(collision=Segment(*v))) for v in ((-5, 5, 5, -5), (5, 15, 15, 5), (-5, 5, 5, 15), (5, -5, 15, 5), (5,-5,-5,5), (15,5,5,15),(5,15,-5,5),(15,5,5,-5))]
@probe
def p6():
    import random; R = random.Random(1); out = []
    for _ in range(3000):
        d = R.uniform(0.1, 1.1); a = (d, d * 3); b = (d * 7, d * 21); 
        t = R.random(); p = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
        q = (p[0] + 9, p[1])
        out.append(Sprite(collision=Segment(*a, *b)).hits(Sprite(collision=Segment(*p, *q))))
    return hash(tuple(out))
@probe
def p7():
    t = Sprite(collision=Triangle(0, 0, 20, 5, 0, 20)); return [t.hits(Sprite(x, y, collision=Point(0, 0))) for x, y in ((0, 10), (4, 1), (8, 2), (12, 3), (8, 14))]
@probe
def p8():
    import random; R = random.Random(1); out = []
    for _ in range(4000):
        a, b = R.uniform(.1, 1), R.uniform(.1, 1); d = a + b
        out.append(Sprite(collision=Circle(0, 0, a)).hits(Sprite(d, 0, collision=Circle(0, 0, b))))
    return sum(out)
@probe
def p9(): return Sprite(collision=Triangle(0, 0, 60, 0, 20, 40)).hits(Sprite(collision=Ellipse(20, 10, 2, 1)))
@probe
def p10():
    g = still(); g[1].x = 5; rest(g); a = pairs(g); g[0].collision_layer = 4; g[1].collision_mask = 1; return len(a), len(pairs(g))
@probe
def p11():
    s = Sprite(collision=Circle(0, 0, 5)); s.aabb; s.x = 1; s.aabb; s.scale = 3; return s.aabb
@probe
def p12():
    g = still(); rest(g); out = []
    for k in range(40): g[k].x += 1
    out.append(len(pairs(g)))
    for k in range(40): g[k].x += 1
    out.append(len(pairs(g)))
    g[7].x = g[500].x; out.append(len(pairs(g))); g[9].x = 6000; out.append(len(pairs(g))); 
    return out, len(g.query_box(5999, -1, 6001, 1))
@probe
def p13():
    g = still(); rest(g); g[3].x = 5000; g[4].x = 5001; return [len(pairs(g)), len(pairs(g))]
@probe
def p14():
    g = Group([Sprite(40 * i, 0, collision=Rect(0, 0, 39, 10)) for i in range(700)]); rest(g)
    return [len(g.query_box(x, 0, x + .5, 5)) for x in range(0, 4000, 13)]
@probe
def p15(): return Sprite(collision=Rect(0, 0, 10, 0)).aabb
@probe
def p16():
    a, b = Sprite(collision=Circle(0, 0, 5)), Sprite(collision=Circle(0, 0, 5)); a.collision_mask = 2; return a.hits(b)
@probe
def p17():
    a = Sprite(collision=[Circle(0, 0, 5, mask=2), Circle(9, 0, 5)]); a.collision_mask = 1
    b = Sprite(collision=Circle(0, 0, 5)); b.collision_layer = 2; return a.hits(b)
@probe
def p18():
    out = []
    for k in range(1, 400):
        d = k / 7
        plank = Sprite(0, 100, collision=Polygon([(0, 0), (60, 0), (60, 8), (0, 8)], one_way=(0, -1)))
        m = Sprite(70 + d, 80 - d, angle=0, collision=[Rect(-10, 0, 10, 20), Rect(0, 0, 10, 20)])
        h = m.sweep(-50 - d, 60 + d * 1.3, plank); out.append(h and (h.fraction, h.normal))
    return hash(str(out))
@probe
def p19():
    ang = math.radians(52)
    p = Sprite(0, 100, collision=Triangle(0, 0, 60, 60 * math.tan(ang), 0, 60 * math.tan(ang), one_way=(0, -1)))
    h = Sprite(20, 0, collision=Rect(0, 0, 10, 10)).sweep(0, 300, p); return h and h.fraction
@probe
def p20():
    t = [Sprite(0, 0, collision=Rect(0, 0, 20, 100)), Sprite(0, 100, collision=Rect(0, 0, 20, 100))]
    c = Sprite(5, 95, collision=Rect(0, 0, 10, 10)); u = Sprite(0, 0, collision=Polygon([(0,0),(20,0),(20,200),(0,200),(0,100),(1,100)])); 
    return c.separation(t), c.separation([Sprite(0,0,collision=[Rect(0,0,20,100),Rect(0,100,20,100)])])
@probe
def p21(): return [Group(Sprite(-10, collision=Circle(0, 0, 2)), Sprite(10, collision=Circle(0, 0, 2))).nearest(0, 0).sprite.x]
@probe
def p22():
    g = Group(Sprite(0, 0, collision=Rect(0, 0, 10, 10)), Sprite(10, 0, collision=Rect(0, 0, 10, 10)), Sprite(0, 10, collision=Rect(0,0,10,10)))
    return [str(g.raycast(*r)) for r in ((5, -10, 15, 10), (15, -10, 5, 10), (10, -5, 10, 5), (-5,5,5,15), (-5,15,5,5))]
@probe
def p23():
    g = Group([Sprite((i * 37 % 600) * 3, 0, collision=Circle(0, 0, 5)) for i in range(600)]); s = Sprite(300, 0, collision=Circle(0, 0, 50))
    for _ in range(40): s.check([g])
    return [g.index(o) for o in s.check([g])]
@probe
def p24(): return len(shapes_from_tiles([[1, 1, 0], [0, 1, 1]], 16, 16))
@probe
def p25():
    out = []
    for k in range(1, 60):
        m = Sprite(k / 3, k / 7, collision=Rect(0, 0, 16, 15.7)); m.move_and_collide(3.3, 200, Sprite(0, 100 + k / 10, collision=Rect(-50, 0, 200, 20))); out.append(m.y)
    return hash(tuple(out))
@probe
def p26():
    import random; R = random.Random(3); out = 0
    for _ in range(3000):
        a = R.uniform(10, 80); t = Sprite(100, 100, collision=Rect(-20, -20, 40, 40), angle=a); n = (math.cos(math.radians(a)), math.sin(math.radians(a)))
        d = R.uniform(1, 90); s = Sprite(100 - n[0] * (30 + d), 100 - n[1] * (30 + d), collision=Rect(-10, -10, 20, 20), angle=a)
        out += s.sweep(n[0] * d, n[1] * d, t) is not None
    return out
@probe
def p27():
    out = []
    for y in range(-60, 60, 7):
        m = Sprite(0, y, collision=Rect(0, 0, 60, 4), center_x=0, center_y=40); h = m.sweep(30, 0, Sprite(50, 0, collision=Circle(0, 0, 6)), turn=200); out.append(h and round(h.fraction, 6))
    return out
@probe
def p28():
    import random; R = random.Random(2); out = []
    for _ in range(400):
        t = [Sprite(R.uniform(0, 100), R.uniform(0, 100), collision=Circle(0, 0, R.uniform(5, 20))) for _ in range(8)]
        s = Sprite(-30, R.uniform(0, 100), collision=Circle(0, 0, 5)); s.move_and_slide(R.uniform(50, 150), R.uniform(-50, 50), t); out.append((s.x, s.y))
    return hash(tuple(out))
@probe
def p29():
    n = [0]
    def where(o, hit):
        n[0] += 1
        if n[0] > 1: raise KeyError
        return True
    s = Sprite(0, 0, collision=Rect(0, 0, 10, 10))
    try: s.move_and_slide(100, 100, [Sprite(0, 20, collision=Rect(-50, 0, 300, 10)), Sprite(40, 0, collision=Rect(0, -50, 10, 70))], where=where)
    except KeyError: pass
    return s.x, s.y
def stairs(h): return [Sprite(40 * i, 100 + h * i, collision=Rect(0, 0, 40, 300)) for i in range(6)]
@probe
def p30():
    s = Sprite(20, 90, collision=Rect(-5, -10, 10, 20)); w = CharacterController(s, snap=0, step=8); w.move(0, 1, stairs(6)); out = []
    for _ in range(20): out.append((w.move(7, 1, stairs_).on_floor, round(s.y, 3)))
    return out
stairs_ = stairs(6)
@probe
def p31():
    st = [Sprite(40 * i, 100 - 8 * i, collision=Rect(0, 0, 40, 300)) for i in range(6)]
    s = Sprite(20, 90, collision=Rect(-5, -10, 10, 20)); w = CharacterController(s, snap=0, step=8)
    for _ in range(20): w.move(5, 1, st)
    return s.x, s.y
@probe
def p32():
    s = Sprite(0, 0, collision=Rect(-5, -10, 10, 20)); w = CharacterController(s, nudge=10); w.move(0, -30, [Sprite(0, -25, collision=Rect(-3, -5, 6, 10))]); return s.x, s.y
@probe
def p33():
    pl = [Sprite(-20, 10, collision=Rect(0, 0, 20, 5, one_way=(0, -1))), Sprite(0, 10, collision=Rect(0, 0, 20, 5, one_way=(0, -1)))]
    s = Sprite(0, 0, collision=Rect(-5, -10, 10, 20)); w = CharacterController(s); w.move(0, 1, pl); w.move(0, 3, pl, drop=True); return s.y
@probe
def p34():
    s = Sprite(0, 0, collision=Rect(-5, -10, 10, 20)); fl = Sprite(0, 10, collision=Rect(-50, 0, 100, 10)); ce = Sprite(0, -60, collision=Rect(-50, 0, 100, 20)); c2 = Sprite(-4, -70, collision=Rect(-4, 0, 8, 20)); w = CharacterController(s); out = []
    for _ in range(20):
        ce.y += 5; c2.y += 8; r = w.move(0, 1, [c2, ce, fl]); out.append((r.crushed, r.crushed_by and [c2, ce, fl].index(r.crushed_by)))
    return out
@probe
def p35():
    fl = Sprite(0, 10, collision=Rect(-50, 0, 100, 10)); s = Sprite(0, 0, collision=Rect(-5, -10, 10, 20)); w = CharacterController(s); w.move(0, 1, [fl]); fl.x += 5; return w.move(0, 1, [fl]).remainder
@probe
def p36():
    bar = Sprite(0, 0, collision=Rect(0, -3, 60, 6)); s = Sprite(40, 20, collision=Rect(-5, -10, 10, 20)); w = CharacterController(s, up=None); out = []
    for _ in range(10): w.move(0, 0, [bar]); bar.angle += 6; w.move(0, 0, [bar]); out.append((round(s.x, 6), round(s.y, 6)))
    return out
@probe
def p37(): return str(Group(Sprite(collision=Rect(10, 0, 10, 10))).raycast(0, 5, 10, 5))
@probe
def p38(): return Group(Sprite(collision=Ellipse(0, 0, 20, 5, angle=30))).raycast(-50, 3, 50, 2).normal
@probe
def p39(): return Group(Sprite(collision=Rect(0, 0, 10, 10))).raycast(-50, -20, 20, 3, radius=4).fraction
@probe
def p40():
    a, b = Sprite(0, 0, collision=Circle(0, 0, 5)), Sprite(50, 50, collision=Circle(0, 0, 5)); got = []
    w = Overlaps(a, b, swept=True, enter=lambda s, o, contact: got.append(contact and contact.normal)); w.update(); a.x = a.y = 100; w.update(); return got
@probe
def p41(): return Sprite(collision=Circle(0, 0, 50)).contacts(Sprite(10, 0, collision=Circle(0, 0, 3)))[0].points
@probe
def p42():
    ring = [(100 * math.cos(t * math.tau / 60) , 100 * math.sin(t * math.tau / 60)) for t in range(60)]
    s = Sprite(collision=Polygon(ring, holes=[[(x * .9, y * .9) for x, y in ring]])); star = Polygon([((90 if k % 2 else 40) * math.cos(k * math.tau / 40), (90 if k % 2 else 40) * math.sin(k * math.tau / 40)) for k in range(40)])
    return s.distance(Sprite(15, 7, collision=star)).distance, Sprite(collision=star).distance(Sprite(20, 3, collision=star)).distance
@probe
def p43():
    s = Sprite(12, 7, collision=Rect(0, 0, 10, 6)); return s.separation([Sprite(x, 10, collision=Rect(0, 0, 10, 10)) for x in (0, 10, 20)]), s.depenetrate([Sprite(x, 10, collision=Rect(0, 0, 10, 10)) for x in (0, 10, 20)], max_distance=3)
@probe
def p44():
    ring = [(100 * math.cos(t * math.tau / 80) , 100 * math.sin(t * math.tau / 80)) for t in range(80)]
    s = Sprite(collision=Polygon(ring, holes=[[(x * .95, y * .95) for x, y in ring]]))
    small = Sprite(collision=Polygon([(x * .1, y * .1) for x, y in ring], holes=[[(x * .09, y * .09) for x, y in ring]]))
    return s.distance(small).distance
class T(Sprite):
    n = 0
    def hit(self): self.n += 1; self.vanish()
@probe
def p45():
    t = T(collision=Rect(0, 0, 10, 10)); check([Sprite(collision=Circle(5, 5, 1)) for _ in range(2)], t); return t.n
@probe
def p46():
    class D(Sprite):
        n = 0
        def hit(self, o, contact): self.n += 1; return DISCARD
    ts = [D(collision=Rect(0, 0, 10, 10)) for _ in range(2)]; check([Sprite(collision=Circle(5, 5, 1)) for _ in range(2)], ts); return [t.n for t in ts]
@probe
def p47():
    a, b = Sprite(collision=Circle(0, 0, 5)), Sprite(collision=Circle(0, 0, 5)); w = Overlaps(a, b); w.update(); w.forget(b); return len(w.update().entered)
@probe
def p48():
    g = [Sprite(collision=[Circle(-50, 0, 5), Circle(0, 0, 5)]), Sprite(collision=[Circle(0, 0, 5), Circle(50, 0, 5)])]; out = []
    for l in (g, g[::-1]):
        w = Overlaps(list(l), by_shape=True); w.update(); w2 = copy.copy(w); c = w2.update(); out.append((len(c.entered), len(c.exited)))
        ll = list(l); w = Overlaps(ll, by_shape=True); w.update(); ll.reverse(); c = w.update(); out.append((len(c.entered), len(c.exited)))
    return out
class Img:
    def __init__(s, w, h): s.width, s.height = w, h
@probe
def p49():
    c = copy.copy(Sprite(image=Img(10, 20))); c.image = Img(30, 40); return c.center_x, c.center_y
@probe
def p50():
    g = Group([Sprite(collision=Circle(0, 0, 5)) for _ in range(3)]); g.aabbs if not callable(g.aabbs) else g.aabbs(); g.x += 1; pairs(g); g.scale_x = 3; g.scale_y = 3; return g[0].aabb
@probe
def p51():
    class Nn(Sprite): v = Number(1.0)
    from spritecol._engine.storage.store import STORE
    import resource
    for _ in range(400000): Nn()
    a = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(2000000): Nn()
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - a) // 4000
@probe
def p52():
    s = Sprite(); w = World(s); a = w.save(); s.collision_layer = 4; w.restore(a); return s.collision_layer
@probe
def p53():
    s = Sprite(); s.n = 1.0; w = World(s, columns=["n"]); a = w.save(); s.n = 1; w.restore(a); return repr(s.n)
@probe
def p54():
    h = History(World(Sprite()))
    for _ in range(8): h.record()
    h.rewind(3); return h.last
@probe
def p55():
    from spritecol.testing import sync_test
    n = [0]
    def up(f): n[0] += 1
    sync_test(World(Sprite()), up, 10, back=3); return n[0]
@probe
def p58(): return "see tests"
@probe
def p59():
    import random; R = random.Random(5); out = []
    from spritecol import PathFinder as PF
    for _ in range(25):
        walls = [Sprite(R.uniform(0, 300), R.uniform(0, 300), angle=R.uniform(0, 90), collision=Rect(0, 0, R.uniform(10, 120), 8)) for _ in range(14)]
        f = PF(walls, 5)
        for _ in range(12):
            a, b = (R.uniform(0, 300), R.uniform(0, 300)), (R.uniform(0, 300), R.uniform(0, 300))
            try: out.append([(round(x, 6), round(y, 6)) for x, y in f.find(a, b) or ()])
            except ValueError: pass
    return hash(str(out))
@probe
def p60():
    import random; R = random.Random(5)
    return [round(Group([Sprite(R.uniform(-100, 100), R.uniform(-100, 100), angle=R.uniform(0, 90), collision=Rect(0, 0, 30, 8)) for _ in range(12)]).visible_area(150, 150, 300).area, 3) for _ in range(10) ]
@probe
def p61():
    a, b = Sprite(0, 0, collision=Circle(0, 0, 5, name="old")), Sprite(0, 0, collision=Circle(0, 0, 5)); w = Overlaps(a, b, by_shape=True, swept=True); w.update(); a.x = -100; a.collision = Circle(0, 0, 5, name="new"); 
    w.update(); a.x=0; w.update(); a.collision = Circle(0,0,6,name="x"); a.x = 100; c = w.update(); return len(c.entered), len(c.exited)
@probe
def p62():
    g = Group(Sprite(0, 20, collision=Rect(0, 0, 20, 20)), Sprite(20, 20, collision=Rect(0, 0, 20, 20))); out = []
    def where(o, hit): out.append(o.x); g.remove(g[-1]) if len(g) > 1 else None; return True
    h = Sprite(30, 0, collision=Rect(0, 0, 10, 10)).sweep(-20, 20, g, where=where); return h and h.normal, out
@probe
def p63():
    a = Group(Sprite(1)); b = Group(a, Sprite(2)); c = Group(Sprite(3)); return World(b, a, c).save().to_bytes() if False else World(b, c).digest()
@probe
def p66():
    s = Sprite(); s.b = 2**63 + 1; w = World(s, attributes=["b"]); d = w.save().to_bytes(); s.b = 0
    try: w.load(d)
    except ValueError as e: return str(e)
    return s.b
@probe
def p67():
    a = Sprite(); b = Sprite(); a.t = b; b.t = None; b.k = 1; w = World(a, attributes=["t", "k"]); a.k = 0; h = History(w); h.record(); b.k = 5; a.t = None
    with h.at(0): pass
    return a.t, b.k
@probe
def p70(): return morton.parent(np.array([4, 8])).tolist()
@probe
def p71():
    t = LinearQuadtree((0, 0, 100, 100), 5); t.insert("a", (49, 49, 51, 51)); t.insert("b", (80, 80, 82, 82)); t.move("a", (10, 10, 90, 90)); return sorted(map(sorted, t.pairs()))
@probe
def p72():
    c = CellSpace(100, 100, 10, 10); c.add("a", 5, 0); return c.neighbors(0, 0, 5)
@probe
def p73():
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always"); Sprite(image=Img(4, 4)).check([Sprite(collision=Point(0, 0))]); return [str(x.message)[:40] for x in w]
@probe
def p74():
    try: Sprite(collision=Circle(0, 0, 1)).move_and_slide(1, 1, [], up=(0, -1), max_floor_angle=90)
    except ValueError: return "refused"
@probe
def p75():
    a, b = Sprite(0, 0, collision=Circle(0, 0, 5)), Sprite(50, 0, collision=Circle(0, 0, 5)); w = Overlaps(a, b, swept=True); a.collision_enable = False; w.update(); a.x = 100; a.collision_enable = True; return len(w.update().entered)
@probe
def p76():
    class C(Sprite):
        def enter(self, o, contact): self.ok = contact.sprite is self
    a, b = C(collision=Circle(0, 0, 5)), C(collision=Circle(2, 0, 5)); Overlaps(a, b).update(); return a.ok, b.ok
if __name__ == "__main__":
    for n in map(int, sys.argv[1:]):
        try: r = P[n]()
        except Exception as e: r = f"{type(e).__name__}: {e}"
        print(n, repr(r), flush=True)
