"""The quadtree that a check builds: its nodes, and the pairs that it finds, while everything moves.

Each thing has the color of its node's level. It lives in the node of its bounding box's upper left
corner, on a level whose nodes are no smaller than the box, so it may reach into the next nodes to
the right and below. A line joins two things whose boxes overlap; it is bright if the shapes hit.

    python examples/quadtree_view.py    # needs pygame-ce
"""

from random import choice, uniform

import window
import numpy as np
import pygame

from spritecol import Circle, Group, Rect, Sprite
from spritecol.integrations.pygame import draw_shapes, fill_shapes
from spritecol.spatial import candidate_pairs, quadtree_nodes

WIDTH, HEIGHT = 768, 480
SIZES = {80: 5, 14: 90, 1.7: 260}  # pixels from the middle to the edge: how many
NIGHT, PAPER, AMBER, MIST = (pygame.Color(c) for c in ("#11151f", "#ece7da", "#fac460", "#9aa2b4"))
LEVELS = [
    pygame.Color(c) for c in ("#f0785c", "#c67890", "#987eba", "#5c86be", "#6296a5", "#68a68c")
]
KEYS = "mouse: show a node, N: nodes, B: bounding boxes, space: stop and go, Escape: quit"


class Thing(Sprite):
    """Drifts and bounces off the edges; larger things are slower."""

    def __init__(self, size):
        x, y = uniform(size, WIDTH - size), uniform(size, HEIGHT - size)
        shape = choice([Circle(0, 0, size), Rect(-size, -size / 2, 2 * size, size)])
        super().__init__(x, y, collision=shape, angle=uniform(0, 90))
        speed = 4 / (size + 3)
        self.vx, self.vy, self.spin = uniform(-speed, speed), uniform(-speed, speed), uniform(-1, 1)

    def move(self):
        self.x += self.vx
        self.y += self.vy
        self.angle += self.spin
        left, top, right, bottom = self.aabb
        if (left < 0 and self.vx < 0) or (right > WIDTH and self.vx > 0):
            self.vx = -self.vx
        if (top < 0 and self.vy < 0) or (bottom > HEIGHT and self.vy > 0):
            self.vy = -self.vy


def frame_of(box):
    """A node as pygame's rect, which is of whole pixels."""
    left, top, right, bottom = np.round(box).astype(int).tolist()
    return pygame.Rect(left, top, right - left + 1, bottom - top + 1)


def draw_nodes(nodes, below):
    """The nodes, the largest first; that of a thing under the mouse with its name."""
    for box, level in zip(nodes.boxes, nodes.levels.tolist(), strict=True):
        color = LEVELS[min(level, 5)]
        screen.fill(NIGHT.lerp(color, 0.16), frame_of(box))
    for box, level in zip(nodes.boxes, nodes.levels.tolist(), strict=True):
        pygame.draw.rect(screen, NIGHT.lerp(LEVELS[min(level, 5)], 0.6), frame_of(box), 1)
    for thing in below[:1]:
        node = nodes.node_of[things.index(thing)]
        pygame.draw.rect(screen, PAPER, frame_of(nodes.boxes[node]), 2)


def legend(nodes):
    """What the colors mean, as words in these colors."""
    if nodes is None:
        return [("no quadtree: each box is compared with each", PAPER)]
    words = []
    for level in np.unique(nodes.levels).tolist():
        of_level = nodes.levels == level
        left, _, right, _ = nodes.boxes[of_level][0]
        what = f"level {level}: {of_level.sum()} nodes of {right - left:.0f} px"
        words.append((f"{what}, {nodes.counts[of_level].sum()} things", LEVELS[min(level, 5)]))
    return words


def score():
    return f"{len(pairs)} pairs of boxes overlap, {len(hits)} pairs of shapes hit"


screen = window.open(WIDTH, HEIGHT + 66)
font = pygame.font.Font(None, 18)
things = Group(Thing(size) for size, count in SIZES.items() for _ in range(count))
show_nodes, show_boxes, moving = True, False, True
for hand in window.frames(score):
    show_nodes ^= "n" in hand.struck
    show_boxes ^= "b" in hand.struck
    moving ^= "space" in hand.struck
    if moving:
        for thing in things:
            thing.move()
    boxes = things.aabbs
    nodes = quadtree_nodes(boxes)
    screen.fill(NIGHT)
    if show_nodes and nodes:
        draw_nodes(nodes, things.query_point(*hand.mouse))
    for level, color in enumerate(LEVELS):
        if nodes:
            there = np.flatnonzero(np.minimum(nodes.levels, 5)[nodes.node_of] == level)
            fill_shapes(screen, [things[i] for i in there.tolist()], color)
    if show_boxes:
        draw_shapes(screen, things, outline=None, hit=None, pivot=None, aabb=MIST)
    hits = set(map(tuple, things.pair_indices().tolist()))
    pairs = list(map(tuple, candidate_pairs(boxes).tolist()))
    for pair in sorted(pairs, key=hits.__contains__):  # the bright ones on top
        a, b = (things[i] for i in pair)
        pygame.draw.aaline(screen, AMBER if pair in hits else MIST, (a.x, a.y), (b.x, b.y), 2)
    pygame.draw.rect(screen, "#1a2030", (0, HEIGHT, WIDTH, 66))
    screen.blit(font.render(KEYS, True, PAPER), (12, HEIGHT + 6))
    text = f"{len(pairs)} pairs of boxes overlap"
    x = screen.blit(font.render(text, True, MIST), (12, HEIGHT + 26)).right + 14
    screen.blit(font.render(f"{len(hits)} pairs of shapes hit", True, AMBER), (x, HEIGHT + 26))
    x = 12
    for words, color in legend(nodes):
        x = screen.blit(font.render(words, True, color), (x, HEIGHT + 46)).right + 14
