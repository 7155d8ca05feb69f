"""Plays of the page about looking."""

from docs.plays.form import Play

PAGE = "looking.md"

PLAYS: list[Play] = []

NOT_YET = [
    "picked",
]
