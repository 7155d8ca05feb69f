"""Plays of the page about a platformer's hero."""

from docs.plays.form import Play

PAGE = "recipes/hero.md"

PLAYS: list[Play] = []

NOT_YET = [
    "Stomp on it or get hurt",
    "Jumps in seconds",
    "Slide down a wall and jump off it",
    "A wall beside me",
    "Grab a ledge",
    "A rope to swing on",
    "Run around a loop",
    "One-way platforms without a walker",
]
