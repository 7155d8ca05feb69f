"""Plays of the page about balls."""

from docs.plays.form import Play

PAGE = "recipes/balls.md"

PLAYS: list[Play] = []

NOT_YET = [
    "A ball that bounces many times a frame",
    "Where a throw will lead",
    "Two moving balls",
    "A flipper that throws a ball",
]
