"""Plays of the page about saving."""

from docs.plays.form import Play

PAGE = "saving.md"

PLAYS: list[Play] = []

NOT_YET = [
    "update",
]
