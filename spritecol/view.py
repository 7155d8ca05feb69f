"""Show the shapes in a file: `python -m spritecol.view level.tmx hero.png`.

It shows maps of Tiled and LDtk, images, and sheets of Aseprite. Several files are shown side by
side. It draws the same as the debug view of pygame, over the picture if there is one. It needs
pygame-ce.

Zoom with the mouse wheel or plus and minus, and move by dragging or with the arrow keys. N shows
names, L colors the shapes by layer, B shows bounding boxes, F fits everything into the window, and
Esc closes it. One-way shapes have an arrow to the side from which they stop things. With `-o
picture.png`, a picture is saved and no window is opened.

Provisional: it may change in any minor version, see docs/guarantees.md.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from spritecol import Frames, Group, Sprite, SpritecolWarning, Vec2

if TYPE_CHECKING:
    import pygame

IMAGES = (".png", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tga")
IMAGE_ENDINGS = (".png", ".jpg", ".jpeg", ".bmp", ".tga")
"""The formats that pygame can write."""

GAP = 32.0
"""Between files side by side, in their own pixels."""

LONGEST = 1600
"""Pixels of the longer side of a picture."""

MOST_ZOOM = 64.0
ZOOM_STEP = 1.25
"""The zoom factor of one step of the wheel."""

COLORS = ("#68a68c", "#e07a5f", "#81b1d5", "#e0c060", "#b58bd0", "#7fd06a", "#e08ab0", "#c0c0c0")
"""The colors of layers, from the first bit. Further layers start again from the first color."""

BACKGROUND, TEXT = "#20242e", "#f0f0f0"


@attrs.frozen
class Exhibit:
    """The sprites of one file.

    Attributes:
        title: the file's name.
        sprites: with their shapes.
        not_solid: which parts of the file have no shapes, in words.
        picture: the picture below the shapes, or None.
    """

    title: str
    sprites: Group[Any]
    not_solid: tuple[str, ...]
    picture: pygame.Surface | None = None

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of everything that it shows."""
        boxes = [s.aabb for s in self.sprites if s.shapes]
        if self.picture is not None:
            boxes.append((0.0, 0.0, *map(float, self.picture.get_size())))
        lows = [min((box[side] for box in boxes), default=0.0) for side in (0, 1)]
        highs = [max((box[side] for box in boxes), default=1.0) for side in (2, 3)]
        return (*lows, *highs)  # type: ignore[return-value]


class Camera:
    """The visible part of the world: the position of the surface's corner, and the zoom."""

    def __init__(self, corner: Vec2, zoom: float) -> None:
        self.corner, self.zoom = corner, zoom

    @classmethod
    def of(cls, width: float, height: float, size: tuple[int, int]) -> Camera:
        """Return a camera that shows a box from (0, 0) in the middle of a surface."""
        camera = cls(Vec2(0, 0), 1.0)
        camera.fit(width, height, size)
        return camera

    def fit(self, width: float, height: float, size: tuple[int, int]) -> None:
        """Show a whole box from (0, 0) in the middle of a surface."""
        self.zoom = min(size[0] / width, size[1] / height, MOST_ZOOM)
        self.corner = Vec2((width - size[0] / self.zoom) / 2, (height - size[1] / self.zoom) / 2)

    def zoom_at(self, place: tuple[float, float], factor: float) -> None:
        """Zoom around a position on the surface."""
        zoom = min(max(self.zoom * factor, 1 / MOST_ZOOM), MOST_ZOOM)
        self.corner += Vec2(*place) / self.zoom - Vec2(*place) / zoom
        self.zoom = zoom

    def move(self, dx: float, dy: float) -> None:
        """Move by pixels of the surface."""
        self.corner += Vec2(dx, dy) / self.zoom


# --- the content of a file
# -------------------------------------------------------------------------


def read_file(path: Path, tolerance: float, tiles: Sequence[str] = ()) -> Exhibit:
    """Read a file of any kind; `tiles` are the tags of the tiles of LDtk that are solid.

    Raises:
        OSError: it can't be read.
        ValueError: it is not of one of these kinds, or is invalid.
    """
    if path.suffix.lower() in IMAGES:
        return _image(path, tolerance)
    if path.suffix.lower() == ".tmx":
        return _tiled(path)
    if path.suffix.lower() == ".ldtk":
        return _ldtk(path, tiles)
    try:
        content = json.loads(path.read_text(encoding="utf-8-sig"))
    except ValueError as error:
        raise ValueError(
            f"{path} is neither an image nor a map of Tiled or LDtk nor a JSON file of Aseprite"
        ) from error
    keys = content.keys() if isinstance(content, dict) else set()
    if "frames" in keys:
        return _aseprite(path, content)
    return _ldtk(path, tiles) if "jsonVersion" in keys or "defs" in keys else _tiled(path)


def _image(path: Path, tolerance: float) -> Exhibit:
    import pygame

    from spritecol.integrations.pygame import shapes_from_surface

    try:
        picture = pygame.image.load(path)
    except pygame.error as error:
        raise ValueError(f"{path} is not an image that pygame can read: {error}") from error
    canvas = pygame.Surface(picture.get_size(), pygame.SRCALPHA)  # whatever format the file has
    canvas.blit(picture, (0, 0))
    shapes = shapes_from_surface(canvas, tolerance)
    corners = sum(len(shape.points) + sum(map(len, shape.holes)) for shape in shapes)
    clear = () if shapes else ("all of the image, which is transparent",)
    return Exhibit(
        f"{path.name}, {corners} corners", Group(Sprite(collision=shapes)), clear, canvas
    )


def _tiled(path: Path) -> Exhibit:
    from spritecol.integrations.tiled import read_map

    sprites, notes = read_map(path)
    notes.warn(stacklevel=2)
    not_solid = tuple(told.removeprefix(f"{path}: ") for told in notes.not_solid)
    return Exhibit(path.name, Group(sprites), not_solid)


def _ldtk(path: Path, tiles: Sequence[str]) -> Exhibit:
    from spritecol.integrations.ldtk import sprites_from_ldtk

    # First, as it says what is wrong with the file.
    sprites = sprites_from_ldtk(path, tiles=tiles)
    content = json.loads(path.read_bytes())
    names = [layer["identifier"] for layer in content.get("defs", {}).get("layers", ())]
    solid = {sprite.layer for sprite in sprites if sprite.shapes}
    bare = tuple(f"layer {name!r}" for name in names if name not in solid)
    return Exhibit(path.name, Group(sprites), bare)


def _named_layers(content: dict[str, Any]) -> dict[str, int]:
    """Return a bit for each name of a layer in the user data of slices. Only the game knows the
    real bit.
    """
    slices = content.get("meta", {}).get("slices", ())
    words = " ".join(str(one.get("data", "")) for one in slices)
    found = re.findall(r"(?:layer|mask)=([^\s,]+)", words)
    names = dict.fromkeys(name for value in found for name in value.split("|"))
    return {name: 1 << k for k, name in enumerate(n for n in names if not n[:1].isdigit())}


def _aseprite(path: Path, content: dict[str, Any]) -> Exhibit:
    """Place each frame with its shapes where it is in the sheet."""
    frames = Frames.from_aseprite(path, layers=_named_layers(content))
    listed = content["frames"]
    entries = listed.items() if isinstance(listed, dict) else [(f["filename"], f) for f in listed]
    sprites = Group[Any]()
    for name, entry in entries:
        place, trimmed = entry.get("frame", {}), entry.get("spriteSourceSize", {})
        x, y = (place.get(axis, 0) - trimmed.get(axis, 0) for axis in "xy")
        pivot = frames.pivots.get(name, (0.0, 0.0))
        sprites.add(Sprite(x + pivot[0], y + pivot[1], collision=frames[name]))
    bare = tuple(f"frame {name!r}" for name in frames if not frames[name])
    picture = None
    if (image := content["meta"].get("image")) is not None:
        import pygame

        try:
            picture = pygame.image.load(path.parent / Path(image.replace("\\", "/")).name)
        except (OSError, pygame.error) as error:
            told = f"{path}: its image {image!r} can't be read, and is not shown: {error}"
            warnings.warn(told, SpritecolWarning, stacklevel=1)
    return Exhibit(path.name, sprites, bare, picture)


# --- the drawing ---------------------------------------------------------------------------------


class Scene:
    """Files side by side, and the settings of the view."""

    def __init__(
        self, exhibits: list[Exhibit], *, names: bool = False, layers: bool = False
    ) -> None:
        self.exhibits, self.names, self.layers, self.boxes = exhibits, names, layers, False

    def places(self) -> Iterator[tuple[Exhibit, Vec2]]:
        """Each file, and the position of its (0, 0)."""
        right = 0.0
        for exhibit in self.exhibits:
            left, top, end, _ = exhibit.box()
            yield exhibit, Vec2(right - left, -top)
            right += end - left + GAP

    def size(self) -> tuple[float, float]:
        """The width and height of all files together."""
        boxes = [exhibit.box() for exhibit in self.exhibits]
        width = sum(box[2] - box[0] + GAP for box in boxes) - GAP
        return max(width, 1.0), max(1.0, *(box[3] - box[1] for box in boxes))

    def draw(self, surface: pygame.Surface, camera: Camera) -> None:
        """Draw everything that the camera sees."""
        import pygame

        from spritecol.integrations.pygame import draw_shapes

        surface.fill(BACKGROUND)
        font = pygame.font.Font(None, 22)
        for exhibit, place in self.places():
            offset = camera.corner - place
            if exhibit.picture is not None:
                self._draw_picture(surface, exhibit.picture, offset, camera.zoom)
            draw_shapes(
                surface,
                exhibit.sprites,
                roles=_colors_of(exhibit.sprites) if self.layers else None,
                hit=None,
                aabb="#5a6a90" if self.boxes else None,
                pivot=None,
                offset=offset,
                zoom=camera.zoom,
                width=2,
            )
            if self.names:
                for text, x, y in _labels(exhibit.sprites):
                    at = (Vec2(x, y) - offset) * camera.zoom
                    surface.blit(font.render(text, True, TEXT), at)
            left, _, _, bottom = exhibit.box()
            at = (Vec2(left, bottom) - offset) * camera.zoom + Vec2(0, 4)
            surface.blit(font.render(exhibit.title, True, TEXT), at)

    @staticmethod
    def _draw_picture(
        surface: pygame.Surface, picture: pygame.Surface, offset: Vec2, zoom: float
    ) -> None:
        """Draw the visible part of a picture, dimmed, so that the shapes stand out."""
        import pygame

        seen = pygame.Rect(offset, Vec2(*surface.get_size()) / zoom).inflate(2, 2)
        seen = seen.clip(picture.get_rect())
        if not seen.size[0] or not seen.size[1]:
            return
        part = picture.subsurface(seen)
        size = [max(1, round(side * zoom)) for side in seen.size]
        part = pygame.transform.scale(part, size)
        part.set_alpha(150)
        surface.blit(part, (Vec2(*seen.topleft) - offset) * zoom)


def _colors_of(sprites: Group[Any]) -> dict[Any, str]:
    """Return a color for each layer that a shape is on."""
    bits = 0
    for sprite in sprites:
        for shape in sprite.shapes:
            bits |= sprite.collision_layer if shape.layer is None else shape.layer
    return {1 << bit: COLORS[bit % len(COLORS)] for bit in range(64) if bits >> bit & 1}


def _labels(sprites: Group[Any]) -> Iterator[tuple[str, float, float]]:
    """Return the names of sprites of maps and of shapes, with their positions."""
    for sprite in sprites:
        if (name := getattr(sprite, "name", "")) and sprite.shapes:
            yield name, sprite.aabb[0], sprite.aabb[1]
        for shape, world in zip(sprite.shapes, sprite.world_shapes, strict=True):
            if shape.name:
                yield shape.name, world.bounds[0], world.bounds[1]


# --- the window, and the command -----------------------------------------------------------------


def show(scene: Scene, size: tuple[int, int] = (1280, 800)) -> None:
    """Show a scene in a window until it is closed."""
    import pygame

    pygame.display.init()
    pygame.display.set_caption(", ".join(exhibit.title for exhibit in scene.exhibits))
    screen, clock = pygame.display.set_mode(size, pygame.RESIZABLE), pygame.time.Clock()
    camera = Camera.of(*scene.size(), screen.get_size())
    try:
        while all(react(event, scene, camera) for event in pygame.event.get()):
            scene.draw(screen, camera)
            pygame.display.flip()
            clock.tick(60)
    finally:
        pygame.display.quit()


def react(event: Any, scene: Scene, camera: Camera) -> bool:
    """Handle an event. Return whether to continue."""
    import pygame

    if event.type == pygame.MOUSEWHEEL:
        camera.zoom_at(pygame.mouse.get_pos(), ZOOM_STEP**event.y)
    elif event.type == pygame.MOUSEMOTION and any(event.buttons):
        camera.move(-event.rel[0], -event.rel[1])
    elif event.type == pygame.KEYDOWN:
        if event.key == pygame.K_ESCAPE:
            return False
        middle = Vec2(*pygame.display.get_window_size()) / 2
        keys: dict[int, Callable[[], None]] = {
            pygame.K_n: lambda: setattr(scene, "names", not scene.names),
            pygame.K_l: lambda: setattr(scene, "layers", not scene.layers),
            pygame.K_b: lambda: setattr(scene, "boxes", not scene.boxes),
            pygame.K_f: lambda: camera.fit(*scene.size(), pygame.display.get_window_size()),
            pygame.K_LEFT: lambda: camera.move(-64, 0),
            pygame.K_RIGHT: lambda: camera.move(64, 0),
            pygame.K_UP: lambda: camera.move(0, -64),
            pygame.K_DOWN: lambda: camera.move(0, 64),
            pygame.K_PLUS: lambda: camera.zoom_at(middle, ZOOM_STEP),
            pygame.K_EQUALS: lambda: camera.zoom_at(middle, ZOOM_STEP),
            pygame.K_MINUS: lambda: camera.zoom_at(middle, 1 / ZOOM_STEP),
        }
        keys.get(event.key, lambda: None)()
    return bool(event.type != pygame.QUIT)


def save(scene: Scene, path: Path) -> None:
    """Write a scene to a picture of a useful size."""
    import pygame

    width, height = scene.size()
    zoom = min(LONGEST / max(width, height), 8.0)
    size = round(width * zoom) + 32, round(height * zoom) + 48
    camera = Camera(Vec2(-16, -16) / zoom, zoom)
    surface = pygame.Surface(size)
    scene.draw(surface, camera)
    pygame.image.save(surface, path)


def report(path: Path, tolerance: float, tiles: Sequence[str] = ()) -> Exhibit:
    """Read a file, and print what is in it."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", SpritecolWarning)
        exhibit = read_file(path, tolerance, tiles)
    shapes = sum(len(sprite.shapes) for sprite in exhibit.sprites)
    print(f"{path}: {_count(len(exhibit.sprites), 'sprite')} with {_count(shapes, 'shape')}")
    for warning in told:
        print(f"    warning: {warning.message}")
    for what in exhibit.not_solid:
        print(f"    not solid: {what}")
    return exhibit


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command. Return 0, or 2 if a file cannot be shown."""
    parser = argparse.ArgumentParser(
        prog="python -m spritecol.view",
        description="Show the shapes of maps (Tiled, LDtk), images, and sheets of Aseprite.",
        epilog="Wheel, + and -: zoom. Drag, arrows: move. N: names. L: layers. B: boxes. F: fit.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("-o", type=Path, metavar="PICTURE", help="write a picture, and no window")
    parser.add_argument(
        "--tolerance", type=float, default=1.0, help="of shapes of images, in pixels (1)"
    )
    parser.add_argument(
        "--tiles",
        action="append",
        default=[],
        metavar="TAG",
        help="a tag of tiles of LDtk that are solid; once for each tag",
    )
    parser.add_argument("--names", action="store_true", help="with names, as by N")
    parser.add_argument("--layers", action="store_true", help="colored by layer, as by L")
    given = parser.parse_args(arguments)
    try:
        import pygame
    except ImportError:
        print("spritecol.view draws with pygame-ce: pip install pygame-ce", file=sys.stderr)
        return 2
    pygame.font.init()
    if given.o is not None and given.o.suffix.lower() not in IMAGE_ENDINGS:
        print(f"-o must end with one of {', '.join(IMAGE_ENDINGS)}, got {given.o}", file=sys.stderr)
        return 2
    try:
        exhibits = [report(path, given.tolerance, given.tiles) for path in given.files]
        scene = Scene(exhibits, names=given.names, layers=given.layers)
        if given.o is None:
            show(scene)
        else:
            save(scene, given.o)
    except (OSError, ValueError, TypeError, pygame.error) as error:
        print(f"spritecol.view: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    sys.exit(main())
