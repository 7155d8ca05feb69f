"""Plays of the page about games seen from above."""

from docs.plays.form import Play

PAGE = "recipes/above.md"

PLAYS: list[Play] = []

NOT_YET = [
    "A car seen from above",
    "Checkpoints and laps",
    "Turn into a lane as wide as the body",
    "Fog of war",
]
