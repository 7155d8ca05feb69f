"""Plays of the page about floors, crates and doors."""

from docs.plays.form import Play

PAGE = "recipes/floors.md"

PLAYS: list[Play] = []

NOT_YET = [
    "Conveyor belts and springs",
    "Ice",
    "Floors that crumble",
    "Blocks hit from below",
    "Crates to push",
    "Crates pushed from above",
    "A crate that rides a platform",
    "Doors",
    "A press that kills",
]
