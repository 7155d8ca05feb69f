"""Make the animations in the README, and the tiles of `platformer`.

python examples/make_pictures.py            # all, into docs/images and platformer_map
python examples/make_pictures.py --to DIR   # all, into another folder
"""

import argparse
from pathlib import Path
from typing import Any

from bullet_storm import BulletStorm
from PIL import Image, ImageDraw
from platformer import Hills
from stage import NIGHT, PAPER, ROSE, SAGE, Scene, Stage, mix

ROOT = Path(__file__).parents[1]
EVERY = 3  # frames of the scene per frame of the animation, which makes 20 per second
MILLISECONDS = 50  # per frame of the animation
COLORS = 48  # in a GIF; the scenes have few


def gif(scene: Scene, stage: Stage, path: Path) -> None:
    """Save a scene that plays by itself as a GIF; for scenes in which little moves."""
    frames = list(stage.film(scene, EVERY))
    palette = frames[len(frames) // 2].quantize(COLORS, dither=Image.Dither.NONE)
    # One palette and no dithering: pixels that do not change take no space in the file.
    frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    save(frames, path, optimize=True)


def webp(scene: Scene, stage: Stage, path: Path) -> None:
    """Save it as a WebP at two thirds of the size; for scenes in which everything moves."""
    frames = [
        frame.resize((frame.width * 2 // 3, frame.height * 2 // 3), Image.Resampling.LANCZOS)
        for frame in stage.film(scene, EVERY)
    ]
    save(frames, path, quality=35, method=4)


def save(frames: list[Image.Image], path: Path, **how: Any) -> None:
    first, *others = frames
    first.save(path, save_all=True, append_images=others, duration=MILLISECONDS, loop=0, **how)
    print(f"{path}: {len(frames)} frames, {path.stat().st_size / 1000:.0f} kB")


def tiles(path: Path) -> None:
    """Draw the five tiles of `platformer`: earth, grass, a slope, spikes, a bush."""
    image = Image.new("RGBA", (80, 16))
    pen = ImageDraw.Draw(image)
    earth, grass = mix(NIGHT, SAGE, 0.45), mix(SAGE, PAPER, 0.25)
    pen.rectangle((0, 0, 31, 15), fill=earth)
    pen.rectangle((16, 0, 31, 2), fill=grass)
    pen.polygon([(32, 15), (47, 0), (47, 15)], fill=earth)
    pen.line([(32, 15), (47, 0)], fill=grass, width=3)
    for x in (48, 56):
        pen.polygon([(x, 15), (x + 4, 6), (x + 7, 15)], fill=ROSE)
    for x, y, r in ((68, 11, 4), (72, 8, 5), (76, 11, 4)):
        pen.ellipse((x - r, y - r, x + r, y + r), fill=mix(SAGE, NIGHT, 0.3))
    image.save(path, optimize=True)
    print(path)


def main() -> None:
    """Make all of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--to", type=Path, help="write everything into this folder")
    folder = parser.parse_args().to
    images = folder or ROOT / "docs" / "images"
    tiles((folder or Path(__file__).with_name("platformer_map")) / "hills.png")
    stage = Stage("platformer", 720, 416, ["--frames", "270"])
    gif(Hills(stage), stage, images / "platformer.gif")
    stage = Stage("bullet_storm", 720, 540, ["--frames", "150"])
    webp(BulletStorm(stage), stage, images / "bullet_storm.webp")


if __name__ == "__main__":
    main()
