"""Plays of the page about boards, cards and the mouse."""

from collections.abc import Iterator
from itertools import pairwise
from math import cos, dist, hypot, inf, radians, sin
from typing import Any

from docs.plays.form import Frame, Play, Stage, never_two_in_one_place, same_when_mirrored

from spritecol import Circle, Group, Rect, Sprite

PAGE = "recipes/boards.md"


def in_turns(stage: Stage) -> Iterator[Frame]:
    """Heroes and enemies step, wait and fight on a board. A table of cells tells what happens."""
    program, board = stage.program, {}
    for x in range(10):
        for y in range(8):
            if x in (0, 9) or y in (0, 7) or stage.chance.random() < 0.1:
                board[x, y] = Sprite(stage.x(16 * x, 16), 16 * y, collision=Rect(0, 0, 16, 16))
    level = Group[Any](board.values())
    pieces: dict[Any, list[Any]] = {}  # their places, sides and lives
    for frame in range(150):
        if frame % 10 == 0:  # one comes
            place = stage.chance.randint(1, 8), stage.chance.randint(1, 6)
            if place not in board:
                piece = program.Piece(stage.x(16 * place[0], 16), 16 * place[1])
                piece.side = stage.key("heroes", "enemies")
                level.add(piece)
                board[place], pieces[piece] = piece, [place, piece.side, 2]
        for piece, (place, side, _) in list(pieces.items()):
            if piece not in pieces:
                continue  # it fell in this turn
            right, down = stage.key(-1, 0, 1), stage.key(-1, 0, 1)
            goal = place[0] + right, place[1] + down
            other = board.get(goal) if goal != place else None
            found = piece.step(right * stage.right, down, level)
            assert found == ([] if other is None else [other])
            if other is None:
                del board[place]
                board[goal], pieces[piece][0] = piece, goal
            elif other in pieces and pieces[other][1] != side:
                pieces[other][2] -= 1
                stage.seen["blows"] += 1
                if pieces[other][2] == 0:
                    del board[goal], pieces[other]
            stage.seen["waits"] += goal == place
            for one, ((x, y), _, life) in pieces.items():
                assert (one.x, one.y, one.life) == (stage.x(16 * x, 16), 16 * y, life)
            assert set(pieces) == {one for one in level if isinstance(one, program.Piece)}
        yield Frame(
            [Sprite(one.x + 8, one.y + 8, collision=Circle(0, 0, 7)) for one in pieces],
            told=[one.life for one in pieces],
        )


SIZES = (56, 64), (0.1 * 3**0.5, 0.2), (55.4256258, 64), (37.3, 33.1)


def on_hexagons(stage: Stage) -> Iterator[Frame]:
    """Each place of a board is in one cell: in the one whose middle is nearest in a regular board.
    Each inner cell has six neighbors, with which it shares corners.
    """
    names = vars(stage.program)
    for size in SIZES:
        names["WIDTH"], names["HEIGHT"] = size
        board = Group[Any](names["Hex"](column, row) for row in range(8) for column in range(8))
        half, quarter = size[0] / 2, size[1] / 4
        for _ in range(150):
            x, y = stage.number(1, 12) * half, stage.chance.uniform(1, 19) * quarter
            ranked = sorted(
                (hypot((x - middle.x) / half * 3**0.5, (y - middle.y) / quarter), i)
                for i, middle in enumerate(cell.middle for cell in board)
            )
            (found,) = board.query_point(x, y)
            if ranked[1][0] - ranked[0][0] > 1e-9:
                stage.seen["clear"] += 1
                assert found is board[ranked[0][1]]
            yield Frame()
        inner = [cell for cell in board if 0 < cell.place[0] < 7 and 0 < cell.place[1] < 7]
        corners = {tuple(point) for cell in inner for point in cell.shapes[0].points}
        assert len(corners) == 2 * 7 * 7 - 2  # as exact numbers
        for x, y in corners:
            assert len(board.query_point(x, y)) == 1
            assert len(board.query_circle(x, y, half * 1e-3)) == 3
        for cell in inner:
            assert len(board.query_within(cell, half * 1e-3)) == 6


def built(stage: Stage) -> Iterator[Frame]:
    """Towers are built and torn down. A set of cells tells where there is room."""
    program, taken = stage.program, {(x, y) for x in range(20) for y in (4, 5)}  # the road
    for _ in range(300):
        mouse = stage.number(-60, 319), stage.number(-60, 250)
        x, y = int(mouse[0] // 16), int(mouse[1] // 16)
        cells = {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}
        free = not cells & taken
        before = len(program.towers)
        assert program.may_build(mouse) == free
        assert program.preview.position == (16 * x, 16 * y)
        program.build(mouse)
        assert len(program.towers) == before + free
        if free:
            taken |= cells
            stage.seen["built"] += 1
        elif program.towers and stage.chance.random() < 0.2:
            tower = program.towers[0]
            column, row = int(tower.x) // 16, int(tower.y) // 16
            tower.vanish()
            taken -= {(column + a, row + b) for a in (0, 1) for b in (0, 1)}
        yield Frame([*program.towers, program.road])


def dealt(stage: Stage) -> Iterator[Frame]:
    """Cards are taken, dragged and let go anywhere. Each is in the hand, at home or on a slot, and
    no two lie on one slot.
    """
    program = stage.program
    hand, cards = program.Hand(), list(program.cards)
    places = {card: card.position for card in cards}
    heights = dict.fromkeys(cards, 0)
    for frame in range(150):
        if frame in (60, 120):  # one is played, and another is dealt
            cards[0].vanish()
            del places[cards.pop(0)]
            card = Sprite(stage.number(0, 240), 260, collision=Rect.centered(48, 64))
            program.cards.add(card)
            cards.append(card)
            places[card], heights[card] = card.position, 0
        target = stage.key(*cards, None)
        mouse = (stage.number(-30, 330), stage.number(0, 300))
        if target:
            mouse = target.x + stage.number(-30, 30), target.y + stage.number(-40, 40)
        under = [
            card
            for card in cards
            if -24 <= mouse[0] - card.x < 24 and -32 <= mouse[1] - card.y < 32
        ]
        top = max(under, key=lambda card: (heights[card], cards.index(card)), default=None)
        hand.press(mouse)
        assert hand.card is top
        slot = stage.key(*program.slots)
        goals = [
            (stage.number(-50, 400), stage.number(-50, 300)),
            (slot.x + stage.number(-30, 30), slot.y + stage.number(-30, 30)),
        ]
        for goal in (stage.key(*goals), stage.key(*goals)):
            hand.drag(goal)
            if top:
                assert (
                    dist(top.position, [places[top][k] + goal[k] - mouse[k] for k in (0, 1)]) < 1e-9
                )
        if top:
            heights[top] = max(heights.values()) + 1
            _, near = nearest_slot(top.position, program.slots)
            others = [card for card in cards if card is not top]
            if near and not any(is_on(card, near) for card in others):
                places[top] = near.position
                stage.seen["laid"] += 1
            else:
                stage.seen["back"] += 1
        hand.release()
        assert hand.card is None
        for card in cards:
            assert dist(card.position, places[card]) < 1e-9
        yield Frame()


def nearest_slot(place: Any, slots: Any) -> tuple[float, Any]:
    """The nearest slot within 10 pixels."""
    ranked = [(10.0, None)]
    for slot in slots:
        gaps = max(abs(place[0] - slot.x) - 24, 0), max(abs(place[1] - slot.y) - 32, 0)
        ranked.append((hypot(*gaps), slot))
    return min(ranked, key=lambda one: one[0])


def is_on(card: Any, slot: Any) -> bool:
    """Whether a card lies over the middle of a slot."""
    return -24 <= slot.x - card.x < 24 and -32 <= slot.y - card.y < 32


def caught(stage: Stage) -> Iterator[Frame]:
    """Loops of all kinds, also knots and single points, among units that come and go. Who has a
    part that a line goes around an odd number of times is caught.
    """
    program = stage.program
    for frame in range(60):
        if frame % 10 == 9:
            program.units[0].vanish()
            x, y = stage.number(0, 120), stage.number(0, 80)
            program.units.add(Sprite(x, y, collision=Circle(0, 0, 5)))
        line = [
            (stage.number(-20, 140), stage.number(-20, 100))
            for _ in range(stage.key(0, 1, 2, 3, 5, 9))
        ]
        if line and stage.key(True, False):
            line += line[-1:] * 2  # the mouse rests
        found = program.lasso(line)
        sides = [*pairwise(line), (line[-1], line[0])] if line else []
        for unit in program.units:
            inside = False
            for k in range(60):  # places inside the unit
                turn, away = radians(137.5 * k), 4.9 * (k / 60) ** 0.5
                x, y = unit.x + away * cos(turn), unit.y + away * sin(turn)
                crossed = sum(
                    (a[1] > y) != (b[1] > y)
                    and x < a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
                    for a, b in sides
                )
                inside |= crossed % 2 == 1
            gap = min((distance_to(unit.position, a, b) for a, b in sides), default=inf)
            assert (unit in found) >= inside
            if unit in found and not inside:
                assert gap < 5
            stage.seen["caught"] += unit in found
            stage.seen["free"] += unit not in found
        yield Frame()


def distance_to(place: Any, a: Any, b: Any) -> float:
    """From a place to a line from a to b."""
    way = b[0] - a[0], b[1] - a[1]
    square = way[0] ** 2 + way[1] ** 2
    share = ((place[0] - a[0]) * way[0] + (place[1] - a[1]) * way[1]) / square if square else 0.0
    share = min(max(share, 0.0), 1.0)
    return dist(place, (a[0] + share * way[0], a[1] + share * way[1]))


PLAYS = [
    Play(
        "Steps on a grid",
        in_turns,
        [never_two_in_one_place, same_when_mirrored],
        frames=900,
        floors={"blows": 40, "waits": 100},
    ),
    Play("A board of hexagons", on_hexagons, [], 2, 1000, {"clear": 800}),
    Play("Build on a grid", built, [never_two_in_one_place], floors={"built": 100}),
    Play("Drag a card", dealt, frames=900, floors={"laid": 40, "back": 300}),
    Play("A lasso", caught, frames=360, floors={"caught": 200, "free": 500}),
]
