"""Plays of the page about contacts."""

from docs.plays.form import Play

PAGE = "contacts.md"

PLAYS: list[Play] = []

NOT_YET = [
    "Sword",
]
