"""Plays of the page about shots and explosions."""

from docs.plays.form import Play

PAGE = "recipes/shots.md"

PLAYS: list[Play] = []

NOT_YET = [
    "Bullets against moving targets",
    "Ricochets",
    "A muzzle in a wall",
    "A turret on a tank",
    "Aim at where it will be",
    "Bullets that come near",
    "An explosion",
    "A ring",
    "A laser that turns",
    "A beam between mirrors",
]
