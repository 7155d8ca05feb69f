"""What there is for arcade, and maps of Tiled."""

import random
import tempfile
from pathlib import Path
from typing import Any

from spritecol import Group, pairs
from support.answer_scenes.cast import MIXED, numbered
from support.tape import Tape, scene
from support.tiled_maps import TILESET


def _arcade_sprites(rng: random.Random, make: Any, count: int) -> list[Any]:
    import arcade

    textures = [
        arcade.Texture.create_empty(f"{width} by {height}", (width, height))
        for width, height in [(16, 16), (10, 40), (64, 8)]
    ]
    sprites = []
    for _ in range(count):
        place = rng.choice([8.0 * rng.randrange(20), rng.uniform(0, 160)]), rng.uniform(0, 160)
        scale = rng.choice([1, 1, 0.5, (2, 0.5), (-1, 1)])
        angle = rng.choice([0, 0, 90, rng.uniform(0, 360)])
        sprite = make(rng.choice(textures), scale, *place, angle)
        if rng.random() < 0.3:
            points = [(rng.uniform(-20, 20), rng.uniform(-20, 20)) for _ in range(3)]
            sprite.hit_box = arcade.hitbox.RotatableHitBox(
                points, position=sprite.position, angle=angle, scale=sprite.scale
            )
        sprites.append(sprite)
    return sprites


def _by_number(found: Any) -> Any:
    """A spatial hash of arcade's gives no order that would last."""
    return sorted(sprite.number for sprite in found)


@scene("arcade drop-ins", needs="arcade")
def _arcade(tape: Tape) -> None:
    import arcade

    from spritecol.integrations import arcade as ours

    for seed in range(25):
        rng = random.Random(seed)
        sprites = numbered(_arcade_sprites(rng, arcade.Sprite, rng.choice([2, 20, 90])))
        plain: Any = arcade.SpriteList()
        hashed: Any = arcade.SpriteList(use_spatial_hash=True)
        plain.extend(sprites[::2])
        hashed.extend(sprites[1::2])
        one = sprites[0]
        for _ in range(4):
            tape.add("one", [ours.check_for_collision(one, other) for other in sprites[1:]])
            tape.add("list", ours.check_for_collision_with_list(one, plain, 3))
            tape.add("hash", _by_number(ours.check_for_collision_with_list(one, hashed)))
            both = ours.check_for_collision_with_lists(one, [plain, hashed], 3)
            tape.add("lists", _by_number(both))
            spot = rng.uniform(0, 160), 8.0 * rng.randrange(20)
            tape.add("spot", ours.get_sprites_at_point(spot, plain))
            tape.add("spot", _by_number(ours.get_sprites_at_point(spot, hashed)))
            for sprite in rng.sample(list(sprites), len(sprites) // 2):
                sprite.position = rng.uniform(0, 160), rng.uniform(0, 160)
            one.angle += 20


@scene("arcade sprites", needs="arcade")
def _arcade_own(tape: Tape) -> None:
    import arcade

    from spritecol.integrations import arcade as ours

    for seed in range(8):
        rng = random.Random(seed)
        sprites = numbered(_arcade_sprites(rng, ours.Sprite, 60))
        for sprite in sprites[::3]:
            sprite.collision = rng.choice(MIXED)
        plain: Any = arcade.SpriteList()
        plain.extend(sprites)
        for frame in range(4):
            tape.add("pairs", ours.pairs(plain), ours.check(sprites[:20], sprites[10:]))
            tape.add("check", sprites[frame].check(plain), sprites[frame].hits(sprites[30:]))
            tape.add("bodies", [sprite.body.aabb for sprite in sprites])
            tape.add("boxes", [list(map(tuple, s.hit_box.get_adjusted_points())) for s in sprites])
            tape.add("geometry", sprites[frame].geometry)
            for sprite in sprites:
                sprite.center_x += rng.uniform(-9, 9)
                sprite.angle += rng.choice([0, 30])
                sprite.scale = rng.choice([1, 0.5])
        sprites[3].kill()
        tape.add("gone", ours.pairs(sprites), sprites[3].body.vanished)


TILED = (
    """<map version="1.10" orientation="orthogonal" width="9" height="9" tilewidth="16"
 tileheight="16" infinite="0">
"""
    + TILESET.strip("\n")
    + """
 <layer id="1" name="ground" width="9" height="9"><data encoding="csv">{cells}</data></layer>
 <objectgroup id="9" name="things" offsetx="3" offsety="-2">
  <object id="1" name="door" type="exit" x="10" y="20" width="30" height="40"/>
  <object id="2" class="pond" x="0" y="0" width="30" height="10" rotation="-90"><ellipse/></object>
  <object id="3" x="5" y="6"><point/></object>
  <object id="4" x="10" y="10" rotation="30"><polygon points="0,0 8,0 0,8"/></object>
  <object id="5" x="10" y="10"><polyline points="0,0 8,0 0,8"/></object>
  <object id="6" gid="3" x="50" y="60" width="32" height="16"/>
 </objectgroup></map>"""
)


@scene("tiled maps", needs="pytmx")
def _tiled(tape: Tape) -> None:
    from spritecol.integrations.tiled import sprites_from_tmx

    rng = random.Random(4)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "map.tmx")
        for _ in range(12):
            cells = [rng.choice([0, 1, 1, rng.randint(1, 6) + (rng.randrange(8) << 29)])] * 81
            cells = [rng.choice([0, 1, cell, rng.randint(1, 6) + (rng.randrange(8) << 29)])
                     for cell in cells]  # fmt: skip
            path.write_text(TILED.format(cells=",".join(map(str, cells))), encoding="utf-8")
            sprites = numbered(sprites_from_tmx(path))
            for sprite in sprites:
                told = sprite.layer, sprite.name, sprite.type, sprite.z, sprite.visible
                tape.add("map", list(sprite.shapes), sprite.aabb, told, sprite.angle)
            tape.add("pairs", pairs(sprites), Group(sprites).pair_indices())
            tape.ask("none", sprites_from_tmx, path, ["nowhere"])
