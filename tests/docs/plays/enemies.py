"""Plays of the page about enemies, guards and crowds."""

from docs.plays.form import Play

PAGE = "recipes/enemies.md"

PLAYS: list[Play] = []

NOT_YET = [
    "Turn at a wall or a ledge",
    "Follow a way, also when pushed off it",
    "A formation that turns at the edge",
    "Towers and waves",
    "A crowd that is pushed apart",
    "A crowd that presses to one place",
]
