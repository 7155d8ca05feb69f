"""The rule of bump.lua's `project`, restated in lua/boxes.lua and run by lupa."""

from pathlib import Path
from time import perf_counter
from typing import Any

from harness.contender import Answer, Frames
from lupa import LuaRuntime
from scenes.walls import SIDE, Scene

SOURCE = Path(__file__).parents[1] / "lua" / "boxes.lua"


def world(walls: list[tuple[float, float, float, float]]) -> Any:
    """The functions of a Lua of its own, with walls in its cells."""
    lua = LuaRuntime()
    lua.execute(SOURCE.read_text(encoding="utf-8"))
    functions = lua.globals()
    for k, wall in enumerate(walls):
        functions.add(k, *wall)
    return functions


class Project(Frames):
    """A call for each way, from Python."""

    note = "bump.lua's rule, restated"

    def __init__(self, scene: Scene, upright: bool) -> None:
        self.ways = scene.ways
        self.project = world(scene.walls).project
        if not upright:
            self.geometry = None
            self.note += "; its box is upright"

    def frame(self, moment: int) -> list[Any]:
        project = self.project
        return [project(-1, x, y, SIDE, SIDE, x + dx, y + dy) for x, y, dx, dy in self.ways]

    def time(self, moment: int) -> float:
        start = perf_counter()
        self.result = self.frame(moment)
        return (perf_counter() - start) / len(self.ways)

    def answer(self) -> Answer:
        return [round(found[1].time, 6) if count else 2.0 for found, count in self.result]
