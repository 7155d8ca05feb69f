"""Maps and sheets in JSON, spoiled at one place after the other, and what comes of them.

    PYTHONPATH=tests python -m integrations.spoiled_files [FILE ...]

Each value stands at each place of each file once, which takes minutes. Whatever ends otherwise than
with sprites, frames or a ValueError that names the file is printed as an entry of `FOUND`. Tests
play these for ever after.
"""

import copy
import json
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from integrations.map_files import (
    FORMS,
    Json,
    group,
    props,
    thing,
    things,
    tile,
    tiled_map,
    tiles,
    tileset,
    write_tiled,
)

from spritecol import Frames
from spritecol.integrations.ldtk import sprites_from_ldtk
from spritecol.integrations.tiled import sprites_from_tmx

Place = tuple[str | int, ...]

GONE = "(gone)"
VALUES: list[Any] = [
    *(-1, 0, 2**70, 1e300, -2.5, None, "x", "", "-1", [], {}, True, [[]], [None], {"a": 1}),
    *(float("nan"), GONE),
]
"""What stands at a place instead: counts below 0, huge numbers, other types, nothing."""

FOUND: list[tuple[str, Place, Any]] = [
    ("sheet", ("frames", 0, "filename"), -1),
    ("sheet", ("frames", 0, "filename"), None),
    ("project", ("propertyTypes", 0, "members", 0, "name"), []),
    ("project", ("propertyTypes", 1, "members", 0, "value", 0, "value"), "x"),
]
"""What once ended otherwise: the file, the place and the value."""


class Spoiled(NamedTuple):
    """A file that is right, and what reads it."""

    name: str
    content: Json
    read: Callable[[Path], Any]


def files(folder: Path) -> dict[str, Spoiled]:
    """The files, by the words of `FOUND`, with the other files that they need."""
    role = {"properties": props(layer=2, one_way=True, it={"a": 1}, l=[1])}
    one = tileset(count=3, tiles={0: {"type": "ice", **role}, 1: tile(thing(0, 0, 8, 8, **role))})
    shapes = [
        thing(3, 4, 9, 9, name="a", rotation=30, **role),
        thing(0, 16, gid=2),
        *(thing(5, 5, 8, 9, **{kind: True}) for kind in ("point", "capsule", "ellipse")),
        thing(0, 0, polygon=[(0, 0), (9, 0), (0, 9)]),
    ]
    layers = [tiles([[1, 2], [0, 3]], properties=props(solid=True)), group("far", things(*shapes))]
    inner = {"name": "it", "type": "class", "propertytype": "B", "value": {}}
    of_class = tiled_map(things(thing(0, 0, 9, 9, type="A", properties=[inner])))
    project = {
        "propertyTypes": [
            {
                "name": name,
                "type": "class",
                "useAs": [use],
                "members": [{"name": "x", "type": kind, "propertyType": "B", "value": value}],
            }
            for name, use, kind, value in (
                ("A", "object", "class", {"x": 3}),
                ("B", "property", "list", [{"type": "int", "value": 3}]),
            )
        ]
    }
    bounds = {"x": 1, "y": 2, "w": 3, "h": 4}
    key = {"frame": 0, "bounds": bounds, "pivot": {"x": 1, "y": 1}}
    sheet = {
        "frames": [{"filename": name, "duration": 80, "frame": bounds} for name in "ab"],
        "meta": {
            "slices": [{"name": "fist", "data": "layer=4, circle", "keys": [key]}],
            "frameTags": [{"name": "run", "from": 0, "to": 1, "direction": "pingpong"}],
        },
    }
    world = json.loads((Path(__file__).parent / "maps/shore.ldtk").read_text("utf-8"))

    def written(made: Json, form: str, place: str) -> tuple[Path, Json]:
        path = write_tiled(folder / place, made, FORMS[form])
        (folder / place / "empty.tiled-project").write_text("{}")
        return path, json.loads(path.read_text())

    _, flat = written(tiled_map(*layers, tilesets=[one]), "JSON", "flat")
    _, infinite = written(tiled_map(layers[0], tilesets=[one]), "JSON chunks", "infinite")
    known, _ = written(of_class, "JSON", "known")
    return {
        "map": Spoiled("flat/map.tmj", flat, sprites_from_tmx),
        "chunks": Spoiled("infinite/map.json", infinite, sprites_from_tmx),
        "project": Spoiled("known/empty.tiled-project", project, lambda _: sprites_from_tmx(known)),
        "sheet": Spoiled("sheet.json", sheet, Frames.from_aseprite),
        "ldtk": Spoiled("world.ldtk", world, sprites_from_ldtk),
    }


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    """Yield every place of a value; of a list only the first three."""
    yield at
    inside = enumerate(value[:3]) if isinstance(value, list) else ()
    for key, one in value.items() if isinstance(value, dict) else inside:
        yield from places(one, (*at, key))


def spoiled(content: Json, at: Place, value: Any) -> Any:
    """A copy with another value at a place."""
    if not at:
        return value
    content = copy.deepcopy(content)
    inside: Any = content
    for key in at[:-1]:
        inside = inside[key]
    if value == GONE:
        del inside[at[-1]]
    else:
        inside[at[-1]] = value
    return content


def fault_of(folder: Path, file: Spoiled, at: Place, value: Any) -> str | None:
    """What is wrong with what comes of a spoiled file, or None; "" if the file was refused."""
    path = folder / file.name
    path.write_text(json.dumps(spoiled(file.content, at, value)))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            file.read(path)
    except ValueError as error:
        return "" if path.name in str(error) else f"names no file: {error}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder, wrong = Path(name), 0
        for word, file in files(folder).items():
            if sys.argv[1:] and word not in sys.argv:
                continue
            for at in places(file.content):
                for value in VALUES:
                    if told := fault_of(folder, file, at, value):
                        wrong += 1
                        print(f"    ({word!r}, {at!r}, {value!r}),  # {told}", flush=True)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
