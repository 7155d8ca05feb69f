"""Make the pictures of examples in docs/images, and the tiles of `platformer`.

python examples/make_pictures.py            # all, into docs/images and platformer_map
python examples/make_pictures.py --to DIR   # all, into another folder
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pygame
import stage
from window import Hand
from PIL import Image, ImageDraw

ROOT = Path(__file__).parents[1]
EVERY = 3  # frames of the example per frame of the animation, which makes 20 per second
MILLISECONDS = 50  # per frame of the animation
COLORS = 48  # in a GIF; the examples have few
EARTH, GRASS, SPIKES, BUSH = "#385650", "#89b6a0", "#c67890", "#4e7a6b"


def film(name: str, frames: int, player: stage.Player) -> Iterator[Image.Image]:
    """One of every few frames of an example."""
    shots: list[Image.Image] = []
    count = iter(range(frames))

    def watch(game: ModuleType, screen: pygame.Surface) -> None:
        if next(count) % EVERY == 0:
            pixels = pygame.image.tobytes(screen, "RGB")
            shots.append(Image.frombytes("RGB", screen.get_size(), pixels))

    stage.play(name, frames, player, watch)
    return iter(shots)


def gif(name: str, frames: int, player: stage.Player, path: Path) -> None:
    """Save an example as a GIF; for those in which little moves."""
    shots = list(film(name, frames, player))
    palette = shots[len(shots) // 2].quantize(COLORS, dither=Image.Dither.NONE)
    # One palette and no dithering: pixels that do not change take no space in the file.
    shots = [shot.quantize(palette=palette, dither=Image.Dither.NONE) for shot in shots]
    save(shots, path, optimize=True)


def webp(name: str, frames: int, player: stage.Player, path: Path) -> None:
    """Save it as a WebP at two thirds of the size; for those in which everything moves."""
    shots = [
        shot.resize((shot.width * 2 // 3, shot.height * 2 // 3), Image.Resampling.LANCZOS)
        for shot in film(name, frames, player)
    ]
    save(shots, path, quality=35, method=4)


def save(shots: list[Image.Image], path: Path, **how: Any) -> None:
    first, *others = shots
    first.save(path, save_all=True, append_images=others, duration=MILLISECONDS, loop=0, **how)
    print(f"{path}: {len(shots)} frames, {path.stat().st_size / 1000:.0f} kB")


def png(name: str, frames: int, player: stage.Player, path: Path) -> None:
    """Save the last frame."""
    shown: list[pygame.Surface] = []

    def watch(game: ModuleType, screen: pygame.Surface) -> None:
        shown[:] = [screen.copy()]

    stage.play(name, frames, player, watch)
    pygame.image.save(shown[0], path)
    print(path)


def tiles(path: Path) -> None:
    """Draw the five tiles of `platformer`: earth, grass, a slope, spikes, a bush."""
    image = Image.new("RGBA", (80, 16))
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, 31, 15), fill=EARTH)
    pen.rectangle((16, 0, 31, 2), fill=GRASS)
    pen.polygon([(32, 15), (47, 0), (47, 15)], fill=EARTH)
    pen.line([(32, 15), (47, 0)], fill=GRASS, width=3)
    for x in (48, 56):
        pen.polygon([(x, 15), (x + 4, 6), (x + 7, 15)], fill=SPIKES)
    for x, y, r in ((68, 11, 4), (72, 8, 5), (76, 11, 4)):
        pen.ellipse((x - r, y - r, x + r, y + r), fill=BUSH)
    image.save(path, optimize=True)
    print(path)


def main() -> None:
    """Make all of them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--to", type=Path, help="write everything into this folder")
    folder = parser.parse_args().to
    images = folder or ROOT / "docs" / "images"
    tiles((folder or Path(__file__).with_name("platformer_map")) / "hills.png")
    png("shooter", 311, stage.own_pilot, images / "shooter.png")
    png("debug_view", 20, lambda game, frame: Hand(mouse=(324, 143)), images / "debug_view.png")
    png(
        "quadtree_view",
        40,
        lambda game, frame: Hand(mouse=(630, 320)),
        images / "quadtree_view.png",
    )
    gif("platformer", 540, stage.own_pilot, images / "platformer.gif")
    webp("bullet_storm", 150, lambda game, frame: Hand(), images / "bullet_storm.webp")


if __name__ == "__main__":
    main()
