"""Plays of the page about hits."""

from docs.plays.form import Play

PAGE = "hits.md"

PLAYS: list[Play] = []

NOT_YET = [
    "Bullet",
    "Tank",
    "Sponge",
]
