"""Rays, questions, contacts, sweeps and moves as users write them, for strict type checkers."""

from enum import IntFlag

import numpy as np
import pygame

from spritecol import (
    ALL_LAYERS,
    Box,
    Changes,
    Circle,
    Contact,
    Distance,
    Group,
    Near,
    Overlaps,
    RayArrays,
    RayHit,
    Rect,
    Slide,
    Sprite,
    SweepArrays,
    SweepHit,
    Vec2,
    check,
)


class Layer(IntFlag):
    WALLS = 1
    ENEMIES = 2


class Wall(Sprite):
    collision = Rect(0, 0, 16, 16)
    one_way = False


class Enemy(Sprite):
    collision = Circle(0, 0, 8)
    collision_layer = Layer.ENEMIES
    collision_mask = ALL_LAYERS
    hp = 3

    def enter(self, other: Sprite) -> None:
        self.hp -= 1

    def hit(self, other: Sprite, contact: Contact) -> None:
        self.x += contact.push[0]
        self.y += contact.push[1]


def ask(enemies: Group[Enemy], walls: Group[Wall]) -> int:
    """Questions about a place, and rays."""
    total = sum(enemy.hp for enemy in enemies.query_point(3, 4, mask=Layer.ENEMIES))
    total += sum(enemy.hp for enemy in enemies.query_box(0, 0, 9, 9, exclude=enemies[0]))
    total += sum(enemy.hp for enemy in enemies.query_circle(0, 0, 50, where=lambda one: one.hp > 1))
    total += sum(enemy.hp for enemy in enemies.query_shape(Rect(0, 0, 5, 5)))
    near: Near[Enemy] | None = enemies.nearest(3, 4, max_distance=100)
    if near is not None:
        total += near.other.hp + round(near.distance + near.point[0])
    for one in enemies.nearest_k(0, 0, 3):
        total += one.other.hp
    positions, distances = enemies.nearest_indices(np.zeros((2, 2)), k=2)
    total += int(positions[0, 0]) + int(distances[0, 0])
    total += len(enemies.point_indices([(0, 0)])) + len(enemies.box_indices([(0, 0, 1, 1)]))
    hit: RayHit[Wall] | None = walls.raycast(0, 0, 100, 0, radius=2, exclude=[walls[0]])
    if hit is not None and hit.other.one_way and not hit.from_inside:
        total += round(hit.fraction + hit.distance + hit.normal[0] + hit.point[1])
    for each in walls.raycast_all(0, 0, 50, 50, where=lambda wall: not wall.one_way):
        total += each.other.one_way
    if walls.line_of_sight(0, 0, 9, 9):
        total += 1
    area = walls.visible_area(0, 0, radius=90, angle=30, spread=60, exclude=walls[0])
    if area is not None:
        total += len(area.points)
    rays: RayArrays = walls.raycast_arrays((0, 0), [(1, 1), (2, 2)])
    return total + int(rays.fraction.sum()) + int(walls.line_of_sight_arrays((0, 0), (1, 1)).sum())


def touch(enemy: Enemy, walls: Group[Wall]) -> float:
    """Contacts, separations and distances."""
    depth = 0.0
    for contact in enemy.contacts(walls):
        depth += contact.depth + contact.normal[0] + contact.points[0][0]
        depth += contact.other.one_way
    dx, dy = enemy.separation(walls)
    far: Distance = enemy.distance(walls[0])
    arrays = Group(enemy).contact_arrays(walls)
    return depth + dx + dy + far.distance + far.normal[1] + float(arrays.depth.sum())


def move(player: Enemy, walls: Group[Wall]) -> bool:
    """Sweeps and moves."""
    ahead: SweepHit[Wall] | None = player.sweep(5, 0, walls, turn=3, mask=Layer.WALLS)
    if ahead is not None:
        vx, vy = ahead.slide(5, 0)
        player.x, player.y = ahead.position
        vx, vy = ahead.bounce(vx, vy)
        vx, vy = ahead.bounce(vx, vy, 0.5, friction=0.1)
        if ahead.other.one_way:
            return False
    for each in player.sweep_all(1, 2, walls):
        print(each.other.one_way, each.fraction)
    stopped = player.move_and_collide(0, 3, walls, where=lambda wall: not wall.one_way)
    slide: Slide[Wall] = player.move_and_slide(
        3, 4, walls, up=(0, -1), where=lambda wall, hit: not wall.one_way or hit.normal == (0, -1)
    )
    if slide.on_floor and slide.hits:
        print(slide.hits[0].other.one_way, slide.remainder[0], slide.floor_normal)
    if slide.floor is not None:
        print(slide.floor.one_way)
    player.depenetrate(walls)
    player.x += player.depenetrate(
        walls, max_distance=8, mask=Layer.WALLS, exclude=player, where=lambda wall: not wall.one_way
    )[0]
    swept: SweepArrays = Group(player).sweep_arrays(1.0, np.zeros(1), walls)
    return stopped is None and bool(swept.hit.any())


def spark(enemy: Enemy, wall: Wall, contact: Contact) -> None:
    """A callback that asks for the contact."""
    print(enemy.hp, wall.one_way, contact.normal * contact.depth)


def calculate(enemy: Enemy, bare: RayHit) -> Vec2:
    """Vectors, with those of other libraries; a hit of anything."""
    bare.other.anything = 3
    middle = Vec2(enemy.x, enemy.y) + Vec2.from_angle(enemy.angle, 5)
    way = (pygame.Vector2(3, 4) - middle, 2 * middle - (1, 2), -bare.normal / 3)
    return middle * pygame.Vector2(1, 2) + way[1].rotated(90) * way[2].dot(pygame.Vector2(1, 2))


def watch(enemies: Group[Enemy], walls: Group[Wall]) -> None:
    """Enter, stay and exit."""
    overlaps = Overlaps(enemies, walls, stay=None, exit=lambda one, other: other.vanish())
    changes: Changes[tuple[Enemy, Wall]] = overlaps.update()
    for enemy, wall in changes.entered:
        print(enemy.hp, wall.one_way)
    for enemy, wall in overlaps.pairs:
        print(enemy.hp, wall.one_way)
    overlaps.clear(emit=False)
    Overlaps(enemies, walls, enter=spark, by_shape=True).update()
    check(enemies, walls, shot=spark, hit=None)
    for enemy, wall in check(enemies, walls, shot=None, hit=None):
        print(enemy.hp, wall.one_way)
    enemies.collision_layer |= np.uint64(Layer.WALLS)


def ask_by_pairs(hero: Sprite, enemies: Group[Enemy], walls: Group[Wall]) -> float:
    """A pair for two numbers, a box for four, and several targets."""
    here, goal, velocity = hero.position, (90.0, 5), [3.0, 4.0]
    total = sum(enemy.hp for enemy in enemies.query_point(here))
    total += sum(enemy.hp for enemy in enemies.query_circle(here, 50, mask=Layer.ENEMIES))
    total += sum(enemy.hp for enemy in enemies.query_box(hero.aabb, exclude=enemies[0]))
    total += len(enemies.query_inside((0, 0, 9, 9))) + len(enemies.query_outside([0, 0, 9, 9]))
    total += len(enemies.query_box(pygame.Rect(0, 0, 9, 9))) + len(enemies.query_box(here, goal))
    near: Near[Enemy] | None = enemies.nearest(here, max_distance=100)
    total += 0 if near is None else near.other.hp
    total += sum(one.other.hp for one in enemies.nearest_k(pygame.Vector2(1, 2), 3))
    ray: RayHit[Wall] | None = walls.raycast(here, goal, radius=2)
    if ray is not None and ray.other.one_way:
        velocity = [*ray.bounce(velocity, restitution=0.5)]
    total += len(walls.raycast_all(here, goal)) + walls.line_of_sight(here, goal)
    area = walls.visible_area(here, radius=90)
    slide: Slide[Wall] = hero.move_and_slide(velocity, walls, up=(0, -1))
    slide = hero.move_and_slide(3, 4, walls, walls[0])
    sweep: SweepHit[Enemy] | None = hero.sweep(here, enemies)
    length = 0.0 if sweep is None else sweep.distance + sweep.other.hp
    total += len(hero.check(enemies, enemies[0])) + hero.hits(walls, enemies)
    near_by: Distance = hero.distance(walls)
    length += near_by * 2 + round(near_by, 1) + hero.distance(goal) + hero.distance([hero])
    total += hero.contains(goal) or hero.contains(3, 4)
    box = Box(hero.aabb)
    turn: Vec2 = slide.travel.lerp(goal, 0.5).move_towards(here, 3).project(goal).reflect((0, 1))
    length += abs(turn.clamp_magnitude(9)) + turn.angle_to(goal) + turn.distance_squared_to(here)
    shapes = Circle(radius=5), Rect(width=8, height=4), Rect.centered(8, 4, angle=3)
    walls.update(0.1)
    return total + length + box.width + box.center.x + len(shapes) + (area is not None)
