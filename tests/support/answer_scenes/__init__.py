"""The scenes of `answers.py`: each plays something and gives its answers to a tape."""

from support.answer_scenes import (
    crowds,
    lives,
    misuse,
    of_others,
    of_pygame,
    one_to_one,
    seams,
    spatial,
)
from support.tape import SCENES

PARTS = (one_to_one, seams, lives, crowds, spatial, of_pygame, of_others, misuse)

__all__ = ["PARTS", "SCENES"]
