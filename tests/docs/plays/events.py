"""Plays of the page about events."""

from docs.plays.form import Play

PAGE = "events.md"

PLAYS: list[Play] = []

NOT_YET = [
    "Door",
    "burn",
    "Gate",
]
