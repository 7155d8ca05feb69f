"""Makes the films in the README, and the tiles of `platformer`.

python examples/make_pictures.py            # all of them, into docs/images and platformer_map
python examples/make_pictures.py --to DIR   # elsewhere
"""

import argparse
from pathlib import Path
from typing import Any

from bullet_storm import BulletStorm
from PIL import Image, ImageDraw
from platformer import Hills
from stage import NIGHT, PAPER, ROSE, SAGE, Scene, Stage, mix

ROOT = Path(__file__).parents[1]
EVERY = 3  # frames of the scene for one of the film: 20 a second, which GIF can tell
MILLISECONDS = 50  # so long each is shown
COLORS = 48  # of a GIF: the scenes have few


def gif(scene: Scene, stage: Stage, path: Path) -> None:
    """A film of a scene that plays by itself, for scenes in which much of the picture rests."""
    frames = list(stage.film(scene, EVERY))
    palette = frames[len(frames) // 2].quantize(COLORS, dither=Image.Dither.NONE)
    # One palette and no dither: what rests keeps its colour, and takes no room in the file.
    frames = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    save(frames, path, optimize=True)


def webp(scene: Scene, stage: Stage, path: Path) -> None:
    """A film at two thirds of the size, for scenes in which everything moves."""
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
    """The five tiles of `platformer`: earth, grass, a slope, spikes, a bush."""
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
    """Draw all of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--to", type=Path, help="the folder for all pictures")
    folder = parser.parse_args().to
    images = folder or ROOT / "docs" / "images"
    tiles((folder or Path(__file__).with_name("platformer_map")) / "hills.png")
    stage = Stage("platformer", 720, 416, ["--frames", "270"])
    gif(Hills(stage), stage, images / "platformer.gif")
    stage = Stage("bullet_storm", 720, 540, ["--frames", "150"])
    webp(BulletStorm(stage), stage, images / "bullet_storm.webp")


if __name__ == "__main__":
    main()
