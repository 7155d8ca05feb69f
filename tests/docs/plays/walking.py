"""Plays of the page about walking."""

from docs.plays.form import Play

PAGE = "walking.md"

PLAYS: list[Play] = []

NOT_YET = [
    "Hero",
    "Jumper",
]
