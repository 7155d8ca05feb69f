"""Plays of the page about levels and terrain."""

from docs.plays.form import Play

PAGE = "recipes/terrain.md"

PLAYS: list[Play] = []

NOT_YET = [
    "A level from text",
    "A route drawn in the editor",
    "Destructible terrain",
    "Cut a sprite in two",
    "A free place",
]
