"""Plays of the page about fights."""

from docs.plays.form import Play

PAGE = "recipes/fights.md"

PLAYS: list[Play] = []

NOT_YET = [
    "Safe for a while after a hit",
    "Knockback",
    "A dash",
    "Fighters that stay apart",
    "Height above the ground",
]
