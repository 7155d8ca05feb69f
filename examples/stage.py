"""What the examples share: a window, or a run without a window that ends with a picture.

With pygame-ce and a display, a scene runs at 60 frames per second. Otherwise it runs as fast as it
can for `--frames` frames and prints what hit, and Pillow writes the last frame to a PNG file. Both
draw through the same `Canvas`. Sprites are drawn from `sprite.world_shapes`, so you see the shapes
that the library tests.
"""

import argparse
import importlib.util
import math
import os
import random
import sys
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import shapely

from spritecol import Group, Sprite, Triangle

Color = tuple[int, int, int]
Points = npt.ArrayLike  # shape (n, 2): a list of pairs, or coordinates from shapely

FRAMES_PER_SECOND = 60  # speeds are in pixels per frame, so this sets the pace
FOOTER = 28  # pixels below the scene for a line of text

# A calm palette on night blue; amber and coral are reserved for things that are lit or hit.
NIGHT: Color = (17, 21, 31)
FAINT: Color = (44, 52, 72)
MIST: Color = (122, 134, 158)
PAPER: Color = (236, 231, 218)
BLUE: Color = (92, 134, 190)
SAGE: Color = (104, 166, 140)
MAUVE: Color = (152, 126, 186)
ROSE: Color = (198, 120, 144)
AMBER: Color = (250, 196, 96)
CORAL: Color = (240, 120, 92)


def mix(a: Color, b: Color, share: float) -> Color:
    """The color at `share` (0 to 1) of the way from `a` to `b`."""
    red, green, blue = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return red, green, blue


def star(radius: float) -> list[Triangle]:
    """A pentagram around (0, 0): five long triangles, from each tip to two far inner corners."""

    def at(degrees: float, distance: float) -> tuple[float, float]:
        turn = math.radians(degrees)
        return distance * math.sin(turn), -distance * math.cos(turn)

    inner = radius * 0.381966  # where the lines of a pentagram cross: golden ratio ** -2
    tips = range(0, 360, 72)
    return [Triangle(*at(t, radius), *at(t + 108, inner), *at(t - 108, inner)) for t in tips]


def parts(geometry: Any) -> list[Any]:
    """The simple parts of a shapely geometry that are not empty."""
    single = geometry.geom_type in ("Polygon", "LineString", "LinearRing", "Point")
    found = [geometry] if single else shapely.get_parts(geometry).tolist()
    return [part for part in found if not part.is_empty]


class Canvas(ABC):
    """What a scene draws on. All lengths are in pixels of the scene.

    A canvas is `enlarge` times as large as the scene, and scaled down at the end for smooth edges.
    """

    enlarge: int

    @abstractmethod
    def clear(self) -> None: ...

    @abstractmethod
    def polygon(self, points: Points, color: Color) -> None: ...

    @abstractmethod
    def line(self, points: Points, color: Color, width: float = 1) -> None: ...

    @abstractmethod
    def text(self, x: float, y: float, words: str, color: Color) -> None: ...

    @abstractmethod
    def dots(self, points: Points, radius: float, color: Color) -> None:
        """Draw many equal discs, faster than with `circle`."""

    def circle(self, x: float, y: float, radius: float, color: Color) -> None:
        self.fill(shapely.Point(x, y).buffer(radius), color)

    def fill(self, geometry: Any, color: Color) -> None:
        """Fill the areas of any shapely geometry; empty ones are skipped."""
        for part in parts(geometry):
            if part.geom_type == "Polygon":
                # Pillow and pygame can't draw holes, so split the area into triangles.
                solid = not part.interiors
                pieces = [part] if solid else shapely.constrained_delaunay_triangles(part).geoms
                for piece in pieces:
                    self.polygon(shapely.get_coordinates(piece), color)

    def outline(self, geometry: Any, color: Color, width: float = 1) -> None:
        """Draw the lines of any shapely geometry, and the edges of its areas."""
        for part in parts(geometry):
            if part.geom_type == "Polygon":
                for line in (part.exterior, *part.interiors):
                    self.line(shapely.get_coordinates(line), color, width)
            elif part.geom_type != "Point":  # outlines that only touch share a point, not a line
                self.line(shapely.get_coordinates(part), color, width)

    def _enlarged(self, points: Points) -> list[tuple[float, float]]:
        """The points in pixels of the canvas."""
        return list(map(tuple, (np.asarray(points) * self.enlarge).tolist()))


class Picture(Canvas):
    """A canvas that Pillow draws, for one frame."""

    enlarge = 4
    text_size = 13  # in pixels of the scene

    def __init__(self, width: int, height: int) -> None:
        from PIL import Image, ImageDraw, ImageFont

        self._image = Image.new("RGB", (width * self.enlarge, height * self.enlarge))
        self._pen = ImageDraw.Draw(self._image)
        self._font = ImageFont.load_default(self.text_size * self.enlarge)

    def clear(self) -> None:
        self._pen.rectangle((0, 0, *self._image.size), fill=NIGHT)

    def polygon(self, points: Points, color: Color) -> None:
        self._pen.polygon(self._enlarged(points), fill=color)

    def line(self, points: Points, color: Color, width: float = 1) -> None:
        pixels = round(width * self.enlarge)
        self._pen.line(self._enlarged(points), fill=color, width=pixels, joint="curve")

    def dots(self, points: Points, radius: float, color: Color) -> None:
        reach = radius * self.enlarge
        for x, y in self._enlarged(points):
            self._pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=color)

    def text(self, x: float, y: float, words: str, color: Color) -> None:
        self._pen.text(self._enlarged([(x, y)])[0], words, fill=color, font=self._font)

    def image(self) -> Any:
        """The frame as a Pillow image, in the size of the scene."""
        return self._image.reduce(self.enlarge)

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.image().save(path, optimize=True)


class Window(Canvas):
    """A pygame-ce window that shows every frame, and its keyboard and mouse."""

    enlarge = 2  # less than a Picture, as every frame has to be scaled down in time
    text_size = 18  # height of a line in pixels of the scene

    def __init__(self, title: str, width: int, height: int) -> None:
        import pygame

        self._pygame = pygame
        pygame.display.init()
        pygame.font.init()
        self._screen = pygame.display.set_mode((width, height))
        pygame.display.set_caption(title)
        self._large = pygame.Surface((width * self.enlarge, height * self.enlarge))
        self._font = pygame.font.Font(None, self.text_size * self.enlarge)
        self._clock = pygame.time.Clock()
        self._stamps: dict[tuple[float, Color], Any] = {}  # cached surfaces with one disc each
        self._keys = {
            "left": (pygame.K_LEFT, pygame.K_a),
            "right": (pygame.K_RIGHT, pygame.K_d),
            "up": (pygame.K_UP, pygame.K_w),
            "down": (pygame.K_DOWN, pygame.K_s),
            "fire": (pygame.K_SPACE, pygame.K_RETURN),
        }

    def clear(self) -> None:
        self._large.fill(NIGHT)

    def polygon(self, points: Points, color: Color) -> None:
        self._pygame.draw.polygon(self._large, color, self._enlarged(points))

    def line(self, points: Points, color: Color, width: float = 1) -> None:
        pixels = round(width * self.enlarge)
        self._pygame.draw.lines(self._large, color, False, self._enlarged(points), pixels)

    def dots(self, points: Points, radius: float, color: Color) -> None:
        reach = round(radius * self.enlarge)
        if (radius, color) not in self._stamps:
            stamp = self._pygame.Surface((2 * reach + 1, 2 * reach + 1))
            self._pygame.draw.circle(stamp, color, (reach, reach), reach)
            stamp.set_colorkey((0, 0, 0))
            self._stamps[radius, color] = stamp.convert()
        corners = np.asarray(points) * self.enlarge - reach
        stamp = self._stamps[radius, color]
        self._large.fblits([(stamp, corner) for corner in corners.tolist()])

    def text(self, x: float, y: float, words: str, color: Color) -> None:
        self._large.blit(self._font.render(words, True, color), self._enlarged([(x, y)])[0])

    def keys(self) -> frozenset[str] | None:
        """Names of the keys held down, "button" for the mouse's; None when the player quits."""
        if any(event.type == self._pygame.QUIT for event in self._pygame.event.get()):
            return None
        down = self._pygame.key.get_pressed()
        if down[self._pygame.K_ESCAPE]:
            return None
        held = {name for name, keys in self._keys.items() if any(down[k] for k in keys)}
        if self._pygame.mouse.get_pressed()[0]:
            held.add("button")
        return frozenset(held)

    def mouse(self) -> tuple[float, float]:
        """The position of the mouse."""
        x, y = self._pygame.mouse.get_pos()
        return x, y

    def present(self) -> None:
        """Show the frame, and wait until the next one is due."""
        size = self._screen.get_size()
        self._pygame.transform.smoothscale(self._large, size, self._screen)
        self._pygame.display.flip()
        self._clock.tick(FRAMES_PER_SECOND)

    def close(self) -> None:
        self._pygame.quit()


class Scene(Protocol):
    """What a stage runs."""

    def update(self) -> None:
        """Advance by one frame."""

    def draw(self) -> None:
        """Draw the frame on the stage's canvas."""


class Stage:
    """Runs a scene, and holds its size, canvas, keys, mouse and random numbers.

    `tally` counts whatever the scene wants to count. `keys` holds the names of the keys that are
    held down, and "button" for the mouse's; `mouse` is the position of the mouse. Both are None
    when nobody plays; then the scene plays by itself.
    """

    def __init__(self, name: str, width: int, height: int, arguments: Sequence[str]) -> None:
        options = parser(name).parse_args(arguments)
        self.width, self.height = width, height
        self.random = random.Random(options.seed)
        self.tally: Counter[str] = Counter()
        self.keys: frozenset[str] | None = None
        self.mouse: tuple[float, float] | None = None
        self._frames: int = 300 if options.frames is None else options.frames
        self._png: Path = options.png or Path(f"{name}.png")
        self.canvas = self._open_canvas(name, options)

    def run(self, scene: Scene) -> None:
        """Run the scene until the player quits or, without a window, for `--frames` frames."""
        if isinstance(self.canvas, Window):
            self._play(scene, self.canvas)
        elif isinstance(self.canvas, Picture):
            self._compute(scene, self.canvas)

    def film(self, scene: Scene, every: int) -> Iterator[Any]:
        """Run without a window; yield a Pillow image of one in `every` frames."""
        assert isinstance(self.canvas, Picture), "needs a run without a window: pass --headless"
        for frame in range(self._frames):
            scene.update()
            if frame % every == 0:
                self._draw(scene)
                yield self.canvas.image()

    def paint(self, sprite: Sprite, color: Color) -> None:
        """Draw a sprite: its shapes in one color, with a lighter edge around all of them."""
        areas = [shape.geometry for shape in sprite.world_shapes]
        for area in areas:
            self.canvas.outline(area, mix(color, PAPER, 0.4), width=2)
        for area in areas:  # covers the inner half of each edge, and edges inside other shapes
            self.canvas.fill(area, color)
        for area in areas if len(areas) > 1 else ():
            self.canvas.outline(area, mix(color, NIGHT, 0.2), width=0.5)

    def paint_boxes(self, group: Group) -> None:
        """Draw the bounding boxes of a Group's sprites, faintly."""
        for left, top, right, bottom in group.aabbs.tolist():
            if left <= right:  # the box of a sprite without shapes is NaN
                corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
                self.canvas.line(corners, FAINT, width=0.5)

    def _open_canvas(self, name: str, options: argparse.Namespace) -> Canvas:
        size = (self.width, self.height + FOOTER)
        unasked = not options.headless and options.frames is None and options.png is None
        if unasked and can_open_a_window():
            try:
                return Window(name, *size)
            except RuntimeError as error:  # the base class of pygame.error
                print(f"running without a window, because pygame raised: {error}")
        return Picture(*size)

    def _play(self, scene: Scene, window: Window) -> None:
        while (keys := window.keys()) is not None:
            self.keys, self.mouse = keys, window.mouse()
            scene.update()
            self._draw(scene)
            window.present()
        window.close()

    def _compute(self, scene: Scene, picture: Picture) -> None:
        before: Counter[str] = Counter()
        for frame in range(1, self._frames + 1):
            scene.update()
            if frame % FRAMES_PER_SECOND == 0:
                print(f"second {frame // FRAMES_PER_SECOND}: {words(self.tally - before)}")
                before = self.tally.copy()
        print(f"{self._frames} frames: {words(self.tally)}")
        self._draw(scene)
        picture.save(self._png)
        print(f"the last frame: {self._png}")

    def _draw(self, scene: Scene) -> None:
        bottom = self.height + FOOTER
        self.canvas.clear()
        scene.draw()
        corners = ((0, self.height), (self.width, self.height))
        self.canvas.polygon([*corners, (self.width, bottom), (0, bottom)], NIGHT)
        self.canvas.line(corners, FAINT)
        self.canvas.text(12, self.height + 7, words(self.tally), MIST)


def words(tally: Counter[str]) -> str:
    return ", ".join(f"{what} {count}" for what, count in sorted(tally.items())) or "nothing"


def can_open_a_window() -> bool:
    if importlib.util.find_spec("pygame") is None or os.environ.get("CI"):
        return False
    if os.environ.get("SDL_VIDEODRIVER") in ("dummy", "offscreen"):
        return False
    if sys.platform.startswith("linux"):
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def parser(name: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=f"{name}.py", epilog="Each of --headless, --frames and --png runs without a window."
    )
    parser.add_argument("--headless", action="store_true", help="run without a window")
    parser.add_argument("--frames", type=int, help="number of frames to run (300)")
    parser.add_argument("--png", type=Path, help=f"file for the last frame ({name}.png)")
    parser.add_argument(
        "--seed", type=int, default=20, help="random seed; the same seed gives the same run (20)"
    )
    return parser
