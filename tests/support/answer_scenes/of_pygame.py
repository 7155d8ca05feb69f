"""The drop-ins for pygame, the sprite of both, shapes of surfaces, the debug view."""

import math
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from spritecol import Circle, Group, Sprite, pairs
from support.answer_scenes.cast import MIXED, numbered, pose
from support.tape import Tape, scene


class PygameWorld:
    """Two pygame groups that may share sprites, made anew from a seed."""

    def __init__(self, seed: int) -> None:
        import pygame

        self.rng = rng = random.Random(seed)
        self.kinds: list[Any] = rng.choice(
            [[pygame.Rect], [pygame.FRect], [pygame.Rect, pygame.FRect]]
        )
        count = rng.choice([3, 12, 40, 120])
        self.area = 8 * math.sqrt(count) + 20
        self.sprites = [self.sprite(number) for number in range(count)]
        make: list[Callable[[Any], Any]] = [
            pygame.sprite.Group,
            pygame.sprite.RenderUpdates,
            pygame.sprite.LayeredUpdates,
            lambda sprites: pygame.sprite.GroupSingle(sprites[0]),
            list,
        ]
        self.a, self.b = (
            rng.choice(make)(rng.sample(self.sprites, rng.randint(1, count))) for _ in range(2)
        )

    def sprite(self, number: int) -> Any:
        """One sprite, with whatever a test may read."""
        import pygame

        rng = self.rng
        sprite: Any = pygame.sprite.Sprite()
        sprite.number = number
        place = rng.uniform(0, self.area), rng.uniform(0, self.area)
        sprite.rect = rng.choice(self.kinds)(*place, rng.randint(0, 20), rng.randint(1, 20))
        if rng.random() < 0.6:
            sprite.radius = rng.choice([0, 3, 5.5, 9])
        sprite.image = pygame.Surface((rng.randint(1, 15), rng.randint(1, 15)), pygame.SRCALPHA)
        pygame.draw.circle(sprite.image, "white", (6, 6), 6)
        if rng.random() < 0.5:
            sprite.mask = pygame.mask.from_surface(sprite.image)
        return sprite


def _ways() -> dict[str, Any]:
    """All `collided` arguments."""
    from spritecol.integrations import pygame as ours

    def own(left: Any, right: Any) -> bool:
        return bool((left.number * 7 + right.number * 3) % 5 == 0)

    return {
        "none": None,
        "rect": ours.collide_rect,
        "rect ratio": ours.collide_rect_ratio(0.7),
        "wide ratio": ours.collide_rect_ratio(2),
        "circle": ours.collide_circle,
        "circle ratio": ours.collide_circle_ratio(1.3),
        "mask": ours.collide_mask,
        "own": own,
    }


@scene("pygame drop-ins", needs="pygame")
def _pygame(tape: Tape) -> None:
    from spritecol.integrations import pygame as ours

    for name, collided in _ways().items():
        for seed in range(150):
            world = PygameWorld(seed)
            one, a, b = world.sprites[0], world.a, world.b
            tape.ask(f"{name} any", ours.spritecollideany, one, a, collided)
            tape.ask(f"{name} one", ours.spritecollide, one, b, False, collided)
            found = tape.ask(name, ours.groupcollide, a, b, False, False, collided)
            if collided is not None and found:
                left, rights = next(iter(found.items()))
                tape.add("pair", [collided(left, right) for right in rights])
            tape.ask("kill", ours.groupcollide, a, b, seed % 2 == 0, seed % 3 == 0, collided)
            tape.ask("kill one", ours.spritecollide, one, a, True, collided)
            tape.add("left", list(a), list(b), [sprite.alive() for sprite in world.sprites])
            tape.add("radii", [getattr(sprite, "radius", None) for sprite in world.sprites])


@scene("pygame install", needs="pygame")
def _install(tape: Tape) -> None:
    import pygame

    from spritecol.integrations import pygame as ours

    names = [name for name in ours.__all__ if hasattr(pygame.sprite, name) and name != "Sprite"]
    before = {name: getattr(pygame.sprite, name) for name in names}
    ours.install()
    tape.add("in", [getattr(pygame.sprite, name) is getattr(ours, name) for name in names], names)
    ours.uninstall()
    tape.add("out", [getattr(pygame.sprite, name) is before[name] for name in names])


@scene("pygame sprite of both", needs="pygame")
def _both(tape: Tape) -> None:
    import pygame

    from spritecol.integrations import pygame as ours

    rng = random.Random(12)
    picture = pygame.Surface((31, 18), pygame.SRCALPHA)
    pygame.draw.polygon(picture, "red", [(0, 0), (30, 9), (0, 17), (8, 9)])
    group: Any = pygame.sprite.Group()
    sprites: list[Any] = []
    for k in range(30):
        values = pose(rng, 300, whole=k % 2 == 0)
        image = picture if k % 3 else None
        collision = rng.choice(MIXED) if k % 3 != 1 else None
        sprites.append(ours.Sprite(group, image=image, collision=collision, **values))
    numbered(sprites)
    screen = pygame.Surface((320, 320))
    for frame in range(120):
        sprite = rng.choice(sprites)
        acts: list[Callable[[], Any]] = [
            partial(setattr, sprite, "angle", frame * 9),
            partial(setattr, sprite, "scale_x", rng.uniform(0.5, 2)),
            partial(setattr, sprite.rect, "center", (frame * 2, 70.5)),
            partial(setattr, sprite, "rect", pygame.Rect(frame, frame, 9, 9)),
            partial(sprite.rect.clamp_ip, screen.get_rect()),
            partial(sprite.rect.move_ip, 3, -2),
            partial(setattr, sprite, "x", sprite.x + 0.4),
            partial(setattr, sprite, "smooth", True),
        ]
        rng.choice(acts)()
        tape.add("rects", [tuple(each.rect) for each in sprites], sprite.aabb, sprite.x, sprite.y)
        tape.add("pairs", pairs(sprites), sprite.check(group), Group(sprites).pair_indices())
        tape.add("pygame", pygame.sprite.spritecollide(sprite, group, False))
        if frame % 8 == 0:
            screen.fill("black")
            pygame.sprite.Group(sprite for sprite in group if sprite.image).draw(screen)
            ours.draw_shapes(screen, group, cell="blue", offset=(frame, 0), width=1 + frame % 2)
            tape.add("picture", pygame.image.tobytes(screen, "RGB"))
    sprites[0].kill()
    sprites[1].vanish()
    tape.add("gone", [sprite.vanished for sprite in sprites], list(group))


@scene("pygame shapes of surfaces", needs="pygame")
def _outlines(tape: Tape) -> None:
    import pygame

    from spritecol.integrations.pygame import shapes_from_surface

    rng = random.Random(21)
    surfaces = []
    for k in range(14):
        surface = pygame.Surface((rng.randint(1, 60), rng.randint(1, 60)), pygame.SRCALPHA)
        for _ in range(k):
            color = (255, 255, 255, rng.choice([255, 120, 0, 200]))
            middle, size = (rng.randint(0, 60), rng.randint(0, 60)), rng.randint(1, 20)
            if rng.random() < 0.5:
                pygame.draw.circle(surface, color, middle, size, rng.choice([0, 0, 2]))
            else:
                pygame.draw.rect(surface, color, (*middle, size, 5))
        surfaces.append(surface)
    for surface in surfaces:
        for tolerance, threshold in ((1, 127), (0, 127), (3.5, 127), (0.5, 10), (12, 254)):
            shapes = shapes_from_surface(surface, tolerance, threshold)
            tape.add("outline", list(shapes))
            tape.add(
                "hits", Sprite(collision=shapes).hits(Sprite(20, 20, collision=Circle(0, 0, 4)))
            )
