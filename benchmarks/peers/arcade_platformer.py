"""arcade's `PhysicsEngineSimple`, in a level of tiles with a spatial hash."""

from harness.contender import Answer, Frames
from scenes.walls import PLAYER, START, STEPS, TILE, level

from peers.arcade_sprites import arcade


class Walker(Frames):
    """Walks to and fro on a floor of tiles while gravity pulls it down. y is up there."""

    note = "with a spatial hash"
    moments = len(STEPS)

    def __init__(self, count: int) -> None:
        tile = arcade.Texture.create_empty("tile", (TILE, TILE))
        tiles = arcade.SpriteList(use_spatial_hash=True)
        for x, y in level(count):
            tiles.append(arcade.Sprite(tile, center_x=x + TILE / 2, center_y=-y - TILE / 2))
        wide, high = PLAYER
        self.player = arcade.Sprite(
            arcade.Texture.create_empty("player", PLAYER),
            center_x=START[0] + wide / 2,
            center_y=-START[1] - high / 2,
        )
        self.engine = arcade.PhysicsEngineSimple(self.player, tiles)

    def frame(self, moment: int) -> None:
        dx, dy = STEPS[moment]
        self.player.change_x, self.player.change_y = dx, -dy
        self.engine.update()

    def answer(self) -> Answer:
        wide, high = PLAYER
        player = self.player
        return round(player.center_x - wide / 2, 6), round(-player.center_y - high / 2, 6)
