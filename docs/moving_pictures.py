"""Draw the pictures of docs/guide/moving.md: what the moves really do, in small scenes.

python docs/moving_pictures.py            # all, into docs/images/moving
python docs/moving_pictures.py --to DIR   # all, into another folder

Nothing is placed by hand: a walker moves through each scene, and is drawn at some of its frames.
"""

import argparse
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import attrs

from spritecol import CharacterController, Polygon, Rect, Shape, Sprite

FOLDER = Path(__file__).parent / "images" / "moving"
WIDTH, HEIGHT = 360, 180
NIGHT, EARTH, GRASS, PAPER = "#11151f", "#385650", "#89b6a0", "#ece7da"
PLANK, STEEL, AMBER, DIM = "#9d7e4a", "#4c556b", "#fac460", "#9aa5b8"
BODY = Polygon([(-7, -26), (7, -26), (7, 0), (-7, 0)])
UP = (0, -1)

Point = tuple[float, float]


def block(left: float, top: float, right: float, bottom: float, **how: Point) -> Sprite:
    return Sprite(left, top, collision=Rect(0, 0, right - left, bottom - top, **how))


def ring(shape: Shape) -> str:
    """The corners of a shape, to a tenth of a pixel."""
    corners = shape.geometry.exterior.coords[:-1]
    return " ".join(f"{x + 0.0:.1f},{y + 0.0:.1f}" for x, y in corners)


@attrs.define
class Picture:
    """An SVG: what stands there, where the walker was, arrows and words."""

    says: str
    lines: list[str] = attrs.field(factory=list)

    def areas(self, sprites: Iterable[Sprite], fill: str, opacity: float = 1.0) -> None:
        faint = f' fill-opacity="{opacity:g}"' if opacity < 1 else ""
        edge = GRASS if fill == EARTH else fill
        self.lines += [
            f'<polygon points="{ring(shape)}" fill="{fill}" stroke="{edge}"{faint}/>'
            for sprite in sprites
            for shape in sprite.world_shapes
        ]

    def path(self, points: Sequence[Point]) -> None:
        dots = " ".join(f"{x + 0.0:.1f},{y + 0.0:.1f}" for x, y in points)
        self.lines.append(
            f'<polyline points="{dots}" fill="none" stroke="{AMBER}" stroke-width="1.5"/>'
        )

    def arrow(self, x: float, y: float, dx: float, dy: float, color: str = AMBER) -> None:
        name = "a" if color == AMBER else "d"
        self.lines.append(
            f'<path d="M{x:.1f} {y:.1f} l{dx:.1f} {dy:.1f}" stroke="{color}" stroke-width="2" '
            f'marker-end="url(#{name})"/>'
        )

    def words(self, x: float, y: float, text: str, color: str = PAPER) -> None:
        self.lines.append(f'<text x="{x:g}" y="{y:g}" fill="{color}">{text}</text>')

    def svg(self) -> str:
        """The whole file."""
        tips = "\n".join(
            f'<marker id="{name}" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="9" '
            'markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">'
            f'<path d="M0 0 L10 5 L0 10 z" fill="{color}"/></marker>'
            for name, color in (("a", AMBER), ("d", DIM))
        )
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" font-size="13" role="img"\n'
            f'     font-family="DejaVu Sans, Verdana, Arial, sans-serif" aria-label="{self.says}">'
        )
        back = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{NIGHT}"/>'
        return "\n".join([head, f"<defs>\n{tips}\n</defs>", back, *self.lines, "</svg>", ""])


def walk(
    picture: Picture,
    walker: CharacterController,
    targets: Sequence[Sprite],
    motions: Iterable[Point],
    every: int,
    go: Callable[[], None] = lambda: None,
) -> None:
    """Move it, and draw its path, and it itself every so many frames, the last time whole."""
    places, sprite = [(walker.sprite.x, walker.sprite.y)], walker.sprite
    shots = [Sprite(sprite.x, sprite.y, collision=BODY)]
    for frame, (dx, dy) in enumerate(motions, 1):
        go()
        walker.move(dx, dy, targets)
        places.append((sprite.x, sprite.y))
        if frame % every == 0:
            shots.append(Sprite(sprite.x, sprite.y, collision=BODY))
    picture.areas(shots[:-1], PAPER, 0.3)
    picture.areas([sprite], PAPER)
    picture.path(places)


# --- the pictures --------------------------------------------------------------------------------


def slide() -> Picture:
    picture = Picture("A box that is moved to the right and down slides along a tilted wall.")
    wall = Sprite(150, 128, collision=Rect(-40, 0, 240, 30), angle=-25)
    box = Sprite(70, 60, collision=BODY)
    before = Sprite(box.x, box.y, collision=BODY)
    result = box.move_and_slide(190, 90, wall)
    meets = result.hits[0].position
    picture.areas([wall], EARTH)
    picture.areas([before, Sprite(*meets, collision=BODY)], PAPER, 0.3)
    picture.areas([box], PAPER)
    picture.arrow(before.x, before.y, 190, 90, DIM)
    picture.path([(before.x, before.y), meets, (box.x, box.y)])
    picture.words(200, 170, "the wanted motion", DIM)
    picture.words(196, 34, "where it slides to", AMBER)
    return picture


def normal() -> Picture:
    picture = Picture("Normals of a floor, a slope, a wall and a ceiling.")
    ground = [
        Sprite(collision=Polygon([(20, 150), (130, 150), (130, 172), (20, 172)])),
        Sprite(collision=Polygon([(130, 150), (220, 105), (220, 172), (130, 172)])),
        Sprite(collision=Polygon([(220, 60), (260, 60), (260, 172), (220, 172)])),
        Sprite(collision=Polygon([(270, 20), (345, 20), (345, 40), (270, 40)])),
    ]
    picture.areas(ground, EARTH)
    probes = [(75, 110, 0, 60), (170, 100, 0, 60), (190, 88, 60, 0), (305, 110, 0, -90)]
    names = [(60, 168, "floor"), (143, 168, "floor"), (225, 90, "wall"), (285, 35, "ceiling")]
    for (x, y, dx, dy), (left, low, name) in zip(probes, names, strict=True):
        hit = Sprite(x, y, collision=Rect(-1, -1, 2, 2)).move_and_collide(dx, dy, ground)
        assert hit is not None
        picture.arrow(*hit.point, 34 * hit.normal[0], 34 * hit.normal[1])
        picture.words(left, low, name)
    return picture


def snap() -> Picture:
    picture = Picture("A walker goes over a hill and down again, and stays on the ground.")
    hill = [
        Sprite(collision=Polygon([(0, 140), (90, 140), (90, 180), (0, 180)])),
        Sprite(collision=Polygon([(90, 140), (180, 90), (260, 140), (260, 180), (90, 180)])),
        Sprite(collision=Polygon([(260, 140), (360, 140), (360, 180), (260, 180)])),
    ]
    picture.areas(hill, EARTH)
    walker = CharacterController(Sprite(30, 140, collision=BODY))
    walk(picture, walker, hill, [(4, 0)] * 75, 9)
    picture.words(205, 60, "snap keeps it down", AMBER)
    return picture


def step() -> Picture:
    picture = Picture("A walker climbs stairs that are as high as its step, and stops at a wall.")
    stairs = [block(90 + 20 * i, 150 - 8 * (i + 1), 260, 180) for i in range(5)]
    ground = [block(0, 150, 360, 180), *stairs, block(250, 60, 290, 180)]
    picture.areas(ground, EARTH)
    walker = CharacterController(Sprite(30, 150, collision=BODY), step=8)
    walk(picture, walker, ground, [(3, 1)] * 80, 10)
    picture.words(76, 60, "step=8", AMBER)
    picture.words(298, 84, "too high")
    return picture


def one_way() -> Picture:
    picture = Picture("A walker jumps through a plank from below and lands on it.")
    plank, ground = block(120, 84, 240, 91, one_way=UP), block(0, 150, 360, 180)
    picture.areas([ground], EARTH)
    picture.areas([plank], PLANK)
    walker = CharacterController(Sprite(110, 150, collision=BODY))
    walker.move(0, 1, [plank, ground])
    motions = [(1.4, -8.4 + 0.34 * frame) for frame in range(50)]
    walk(picture, walker, [plank, ground], motions, 7)
    picture.words(236, 60, "one_way=(0, -1)", AMBER)
    return picture


def lift() -> Picture:
    picture = Picture("A lift rises and tilts, and takes a walker along.")
    plate = Sprite(90, 150, collision=Rect(-50, 0, 100, 10))
    walker = CharacterController(Sprite(110, 150, collision=BODY))
    walker.move(0, 1, plate)
    before: list[Sprite] = []

    def go() -> None:
        if len(before) % 20 == 0:
            before.append(Sprite(plate.x, plate.y, collision=plate.collision, angle=plate.angle))
        else:
            before.append(before[-1])
        plate.x += 2.4
        plate.y -= 1.2
        plate.angle -= 0.3

    after = Picture("")
    walk(after, walker, [plate], [(0, 0)] * 70, 20, go)
    picture.areas(dict.fromkeys(before), STEEL, 0.4)
    picture.areas([plate], STEEL)
    picture.lines += after.lines
    picture.arrow(90, 172, 60, -30 * 60 / 60, DIM)
    picture.words(156, 160, "the lift", DIM)
    picture.words(70, 60, "carried", AMBER)
    return picture


def nudge() -> Picture:
    picture = Picture("A jump that meets a ceiling by a corner gives way to the side.")
    ceiling = [block(60, 50, 150, 70), block(176, 50, 300, 70)]
    ground = block(0, 160, 360, 180)
    picture.areas([ground, *ceiling], EARTH)
    walker = CharacterController(Sprite(155, 160, collision=BODY), nudge=6)
    walker.move(0, 1, [ground, *ceiling])
    walk(picture, walker, [ground, *ceiling], [(0, -4)] * 27, 9)
    picture.words(190, 100, "nudge=6", AMBER)
    return picture


def press() -> Picture:
    picture = Picture("A press pushes a walker aside; where there is no way out it is crushed.")
    ground, weight = block(0, 150, 360, 180), block(70, 40, 130, 100)
    walker = CharacterController(Sprite(129, 150, collision=BODY))
    other = CharacterController(Sprite(250, 150, collision=BODY))
    wide = block(190, 40, 310, 100)
    targets = [ground, weight, wide]
    for one in (walker, other):
        one.move(0, 1, targets)
    before = [Sprite(one.sprite.x, 150, collision=BODY) for one in (walker, other)]
    for _ in range(8):
        weight.y += 4
        wide.y += 4
        slides = [one.move(0, 1, targets) for one in (walker, other)]
    assert [slide.crushed for slide in slides] == [False, True]
    picture.areas([ground], EARTH)
    picture.areas([weight, wide], STEEL)
    picture.areas(before[:1], PAPER, 0.3)
    picture.areas([walker.sprite, other.sprite], PAPER)
    for x in (100, 250):
        picture.arrow(x, 26, 0, 30)
    picture.words(60, 170, "pushed")
    picture.words(222, 170, "crushed")
    return picture


PICTURES: dict[str, Callable[[], Picture]] = {
    made.__name__: made for made in (slide, normal, snap, step, one_way, lift, nudge, press)
}


def main() -> None:
    """Draw all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", type=Path, default=FOLDER, help="write them into another folder")
    folder = parser.parse_args().to
    folder.mkdir(parents=True, exist_ok=True)
    for name, made in PICTURES.items():
        (folder / f"{name}.svg").write_text(made().svg(), encoding="utf-8")
        print(folder / f"{name}.svg")


if __name__ == "__main__":
    main()
