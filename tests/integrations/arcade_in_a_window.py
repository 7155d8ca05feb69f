"""Checks that need a window of arcade, run by test_arcade_window.py with ARCADE_HEADLESS set.

Prints `no window: ...` where none can be opened, else a line for each thing that holds.
"""

import itertools
import random
import sys
from array import array
from typing import Any

import arcade
from arcade.hitbox import HitBox
from arcade.sprite_list import collision as theirs

from spritecol import Circle, Group, Rect
from spritecol.integrations import arcade as ours

SIDE = 16


def random_change(chance: random.Random, sprites: Any, textures: list[Any]) -> None:
    """One of the changes that a list's buffers must hear of."""

    def place() -> tuple[float, float]:
        return chance.uniform(-50, 450), chance.choice([chance.uniform(-50, 350), 1e6])

    sprite = chance.choice(sprites.sprite_list)
    changes = [
        lambda: setattr(sprite, "position", place()),
        lambda: setattr(sprite, "angle", chance.uniform(0, 360)),
        lambda: setattr(sprite, "scale", chance.choice([1, 3, 0.2, -1.0, (1, 6)])),
        lambda: setattr(sprite, "width", chance.uniform(1, 80)),
        lambda: setattr(sprite, "texture", chance.choice(textures)),
        lambda: sprite.multiply_scale(1.5),
        lambda: sprite.rescale_relative_to_point(place(), 0.9),
        lambda: setattr(sprite, "hit_box", HitBox([(-30, 0), (30, 5), (0, 30)], sprite.position)),
        lambda: sprites.remove(sprite),
        lambda: sprites.append(arcade.Sprite(chance.choice(textures), 1, *place())),
        lambda: sprites.insert(3, arcade.Sprite(chance.choice(textures), 1, *place())),
        lambda: sprites.pop(2),
        lambda: sprites.swap(1, 5),
        sprites.reverse,
        sprites.shuffle,
        lambda: sprites.sort(key=lambda s: s.center_x),
        lambda: sprites.draw() if chance.random() < 0.1 else None,
    ]
    chance.choice(changes)()


def searches_by_buffers(seed: int) -> None:
    """Ours, which reads a list's buffers here, beside arcade's simple search, through a life."""
    chance = random.Random(seed)
    textures = [
        arcade.make_soft_square_texture(size, arcade.color.RED, 255, 255) for size in (8, SIDE, 60)
    ]
    sprites = arcade.SpriteList(capacity=4)
    for _ in range(40):
        sprites.append(arcade.Sprite(chance.choice(textures), 1, chance.uniform(0, 400), 100))
    if seed % 2:
        sprites.clear()
        sprites.extend(arcade.Sprite(textures[0], 1, 20 * k, 50) for k in range(30))
    assert sprites._initialized
    for _ in range(300):
        random_change(chance, sprites, textures)
        if len(sprites) < 10:
            sprites.append(arcade.Sprite(textures[1], 1, 100, 100))
        seeker = chance.choice(sprites.sprite_list)
        expected = theirs.check_for_collision_with_list(seeker, sprites, 3)
        for method in (0, 2, 3):
            assert ours.check_for_collision_with_list(seeker, sprites, method) == expected
        assert ours.check_for_collision_with_lists(seeker, [sprites], 3) == expected


def other_arrays_are_not_read() -> None:
    """Ours does not take the bytes of other kinds of numbers for those that it knows."""
    texture = arcade.make_soft_square_texture(SIDE, arcade.color.RED, 255, 255)
    names = "_sprite_index_data", "_sprite_pos_angle_data", "_sprite_size_data"
    for name, kind in itertools.product(names, "bBhHiIqQfd"):
        sprites: Any = arcade.SpriteList()
        sprites.extend(arcade.Sprite(texture, 1, 10 * k, 50) for k in range(30))
        expected = theirs.check_for_collision_with_list(sprites[3], sprites, 3)
        kept = getattr(sprites, name)
        setattr(sprites, name, array(kind, [int(number) % 128 for number in kept]))
        if kind != kept.typecode:
            found = ours.check_for_collision_with_list(sprites[3], sprites, 3)
            assert found == expected, (name, kind)


def the_gpu_finds_the_same() -> None:
    """Search by the GPU, as arcade does, and without it."""
    chance = random.Random(7)
    texture = arcade.make_soft_square_texture(SIDE, arcade.color.RED, 255, 255)
    sprites = arcade.SpriteList()
    for _ in range(1600):
        place = chance.uniform(0, 400), chance.uniform(0, 300)
        sprites.append(arcade.Sprite(texture, 1, *place, angle=chance.uniform(0, 360)))
    hits = 0
    for seeker in sprites.sprite_list[:20]:
        for method in (0, 2):
            expected = theirs.check_for_collision_with_list(seeker, sprites, method)
            assert ours.check_for_collision_with_list(seeker, sprites, method) == expected
            hits += len(expected)
    assert hits > 40


def shapes_are_drawn(window: Any) -> None:
    """The debug view's lines are where the sprites are drawn."""
    texture = arcade.make_soft_square_texture(40, arcade.color.RED, 255, 255)
    sprites: Any = arcade.SpriteList()
    sprites.append(ours.Sprite(texture, 1, 60, 60, collision=Rect(0, 0, 20, 10)))
    sprites.append(ours.Sprite(texture, 1, 200, 60, 90, collision=Circle(20, 20, 20)))

    def pixels(draw: Any) -> Any:
        window.clear()
        draw()
        return arcade.get_image().convert("RGB")

    picture = pixels(lambda: ours.draw_shapes(sprites, outline=arcade.color.WHITE, width=2))
    height = picture.size[1]
    assert picture.getbbox() == (39, height - 81, 221, height - 39), picture.getbbox()
    assert picture.getpixel((50, height - 80)) == (255, 255, 255)  # the upper edge, left of x = 60
    assert picture.getpixel((70, height - 80)) == (0, 0, 0)
    assert picture.getpixel((180, height - 60)) == (255, 255, 255)
    empty = pixels(lambda: ours.draw_shapes(sprites, outline=None, hit=None, pivot=None))
    assert empty.getbbox() is None
    first, second = sprites[0].body, sprites[1].body
    hit = Group(first).raycast(0, -60, 200, -60)

    def draw_all() -> None:
        ours.draw_answers(hit, starts=(0, -60), ends=(200, -60), ray=arcade.color.WHITE, width=2)
        answers = first.contacts(second), first.sweep(300, 0, second)
        ours.draw_answers(*answers, outline=arcade.color.WHITE)

    found = pixels(draw_all)
    assert found.getpixel((20, height - 60)) == (255, 255, 255)  # the ray, up to the box
    assert found.getpixel((20, height - 70)) == (0, 0, 0)
    drawn = pixels(sprites.draw)
    assert drawn.getpixel((60, height - 60)) == (255, 0, 0)


def main() -> None:
    """Open a window and run everything."""
    try:
        window = arcade.Window(320, 240)
    except Exception as error:  # whatever pyglet raises where nothing can draw
        print(f"no window: {type(error).__name__}: {error}")
        return
    for seed in range(int(sys.argv[1])):
        searches_by_buffers(seed)
    other_arrays_are_not_read()
    print("searches by buffers")
    the_gpu_finds_the_same()
    print("the GPU finds the same")
    shapes_are_drawn(window)
    print("shapes are drawn")


if __name__ == "__main__":
    main()
