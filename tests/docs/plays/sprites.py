"""Plays of the page about sprites."""

from docs.plays.form import Play

PAGE = "sprites.md"

PLAYS: list[Play] = []

NOT_YET = [
    "Cloud",
]
