"""Plays of the page about boards, cards and the mouse."""

from docs.plays.form import Play

PAGE = "recipes/boards.md"

PLAYS: list[Play] = []

NOT_YET = [
    "Steps on a grid",
    "A board of hexagons",
    "Build on a grid",
    "Drag a card",
    "A lasso",
]
