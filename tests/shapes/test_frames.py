"""`Frames`: shapes by the name of a frame, and what Aseprite exports."""

import copy
import enum
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from support.hooks import validate

from spritecol import (
    Capsule,
    Circle,
    Ellipse,
    Frames,
    Polygon,
    Rect,
    Sprite,
    SpritecolWarning,
    Vec2,
    World,
)

BODY = Rect(-8, -30, 16, 30, name="body")
FIST = Rect(8, -24, 20, 6, name="fist", layer=4, mask=2)


def test_frames_are_an_immutable_mapping() -> None:
    frames = Frames({"idle": BODY, "jab": [BODY, FIST], "gone": [], "box": [0, 0, 7, 7]})
    assert frames["idle"] == (BODY,)
    assert frames["jab"] == (BODY, FIST)
    assert frames["jab"] is frames["jab"]
    assert frames["gone"] == ()
    assert frames["box"] == (Rect(0, 0, 8, 8),)
    assert list(frames) == ["idle", "jab", "gone", "box"]
    assert "jab" in frames
    assert "jabb" not in frames
    assert (frames.durations, frames.tags, frames.pivots) == ({}, {}, {})
    for change in (
        lambda: frames.__setitem__("idle", ()),  # type: ignore[attr-defined]
        lambda: setattr(frames, "tags", {}),
        lambda: setattr(frames, "more", {}),
        lambda: frames.tags.__setitem__("a", ()),  # type: ignore[attr-defined]
        lambda: delattr(frames, "tags"),
    ):
        with pytest.raises((AttributeError, TypeError)):
            change()
    twins = (copy.copy(frames), copy.deepcopy(frames), pickle.loads(pickle.dumps(frames)))
    for twin in (*twins, Frames(dict(frames))):
        assert twin == frames
        assert hash(twin) == hash(frames)
        assert list(twin) == list(frames)
    assert eval(repr(frames)) == frames


def test_a_frame_that_is_not_there_is_an_error_that_lists_them() -> None:
    with pytest.raises(KeyError, match="'jabb'; there are 'idle', 'jab'"):
        Frames({"idle": BODY, "jab": []})["jabb"]


@pytest.mark.parametrize(
    ("bad", "error", "match"),
    [
        ([BODY], TypeError, "mapping"),
        ({1: BODY}, TypeError, "name of a frame"),
        ({"a": None}, TypeError, "'a'"),
        ({"a": "body"}, TypeError, "'a'"),
        ({"a": [1, 2, 3, 4, 5]}, ValueError, "'a'"),
    ],
)
def test_bad_frames(bad: Any, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        Frames(bad)


def test_frames_are_assigned_and_restored() -> None:
    frames = Frames({"idle": BODY, "jab": [BODY, FIST], "duck": [FIST, BODY], "gone": []})
    fighter = Sprite(0, 0, collision=frames["idle"])
    target = Sprite(20, -24, collision=Rect(0, 0, 9, 9), collision_layer=2, collision_mask=4)
    world = World(fighter, target)
    kept = {}
    for name in [*frames, *list(frames)[::-1], "jab", "jab"]:
        fighter.collision = frames[name]
        validate()
        assert fighter.collision is frames[name]
        assert fighter.shapes == frames[name]
        assert fighter.hits(target) == (name in ("jab", "duck"))
        same = Sprite(collision=list(frames[name]))
        assert fighter.aabb == same.aabb or name == "gone"
        kept[name] = world.save()
    for name, state in kept.items():
        world.restore(state)
        assert fighter.shapes == frames[name]
        assert fighter.hits(target) == (name in ("jab", "duck"))
        validate()


def test_a_tuple_with_lists_in_it_is_no_frame() -> None:
    numbers = [0, 0, 3, 3]
    given = (numbers, [0, 0, 5])
    sprite = Sprite(collision=given)
    numbers[2] = 9
    sprite.collision = given
    assert sprite.shapes == (Rect(0, 0, 10, 4), Circle(0, 0, 5))


def test_shapes_of_the_same_size_take_the_place_of_those_before() -> None:
    sprites = [Sprite(9 * k, 0, collision=(Rect(0, 0, 5, 5), Circle(3, 3, 2))) for k in range(9)]
    others = ((Circle(1, 1, 2), Rect(0, 0, 9, 9)), (Rect(0, 0, 1, 1), Circle(0, 0, 2, name="a")))
    for turn in range(40):
        for k, sprite in enumerate(sprites):
            sprite.collision = others[(turn + k) % 2]
            if turn % 7 == k:
                sprite.collision = [Polygon([(0, 0), (9, 0), (9, 9), (5, 2), (0, 9)])]
        validate()
        for one in sprites:
            twins = [Sprite(s.x, s.y, collision=list(s.shapes)) for s in sprites]
            twin = twins[sprites.index(one)]
            assert [twins.index(t) for t in twin.check(twins)] == [
                sprites.index(s) for s in one.check(sprites)
            ]


# --- Aseprite -------------------------------------------------------------------------------------


def rect(x: float, y: float, w: float, h: float) -> dict[str, float]:
    return {"x": x, "y": y, "w": w, "h": h}


def frame(name: str, **more: Any) -> dict[str, Any]:
    """A frame as Aseprite writes it, trimmed."""
    return {
        "filename": name,
        "frame": rect(64, 0, 20, 30),
        "rotated": False,
        "trimmed": True,
        "spriteSourceSize": rect(22, 18, 20, 30),
        "sourceSize": {"w": 64, "h": 64},
        "duration": 100,
        **more,
    }


def sheet(slices: list[dict[str, Any]], hashed: bool = False, **meta: Any) -> dict[str, Any]:
    """What Aseprite exports: four frames and some slices."""
    frames: Any = [frame(f"jab {k}", duration=50 + k) for k in range(4)]
    if hashed:
        frames = {one.pop("filename"): one for one in frames}
    tags = [
        {"name": "idle", "from": 0, "to": 0, "direction": "forward", "color": "#000000ff"},
        {"name": "jab", "from": 1, "to": 3, "direction": "pingpong", "repeat": "1"},
        {"name": "back", "from": 1, "to": 2, "direction": "reverse"},
    ]
    given = {"app": "https://www.aseprite.org/", "version": "1.3", "frameTags": tags, **meta}
    return {"frames": frames, "meta": {**given, "slices": slices}}


def slice_of(name: str, *keys: tuple[int, dict[str, float]], **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "color": "#0000ffff",
        "keys": [{"frame": k, "bounds": bounds} for k, bounds in keys],
        **more,
    }


HURT = slice_of("hurt", (0, rect(24, 20, 16, 40)), data="layer=2 mask=4")
HIT = slice_of("fist", (1, rect(40, 24, 8, 8)), (2, rect(44, 24, 8, 8)), (3, rect(0, 0, 0, 0)))


@pytest.mark.parametrize("hashed", [False, True])
@pytest.mark.parametrize("as_file", [False, True])
def test_slices_are_shapes_by_frame(hashed: bool, as_file: bool, tmp_path: Path) -> None:
    source: Any = sheet([HURT, HIT], hashed)
    if as_file:
        path = tmp_path / "jab.json"
        path.write_text(json.dumps(source), encoding="utf-8")
        source = path if hashed else str(path)
    frames = Frames.from_aseprite(source)
    hurt = Rect(24, 20, 16, 40, name="hurt", layer=2, mask=4)
    assert dict(frames) == {
        "jab 0": (hurt,),
        "jab 1": (hurt, Rect(40, 24, 8, 8, name="fist")),
        "jab 2": (hurt, Rect(44, 24, 8, 8, name="fist")),
        "jab 3": (hurt,),
    }
    assert frames.durations == {"jab 0": 50, "jab 1": 51, "jab 2": 52, "jab 3": 53}
    assert frames.tags == {
        "idle": ("jab 0",),
        "jab": ("jab 1", "jab 2", "jab 3", "jab 2"),
        "back": ("jab 2", "jab 1"),
    }
    assert pickle.loads(pickle.dumps(frames)).tags == frames.tags


@pytest.mark.parametrize(
    ("direction", "played"),
    [
        (None, "0123"),
        ("forward", "0123"),
        ("reverse", "3210"),
        ("pingpong", "012321"),
        ("pingpong_reverse", "321012"),
    ],
)
def test_a_tag_is_played_in_its_direction(direction: str | None, played: str) -> None:
    """And tags of one or two frames, which have no way back."""
    given = {} if direction is None else {"direction": direction}
    tags = [{"name": str(end), "from": 0, "to": end, **given} for end in (0, 1, 3)]
    frames = Frames.from_aseprite(sheet([], frameTags=tags)).tags
    wanted = {"3": played, "1": "10" if "reverse" in str(direction) else "01", "0": "0"}
    assert {name: [int(one[-1]) for one in order] for name, order in frames.items()} == {
        name: [int(digit) for digit in order] for name, order in wanted.items()
    }


class Layer(enum.IntFlag):
    PUSH = 1
    HURT = 2
    HIT = 4


@pytest.mark.parametrize(
    ("data", "shape"),
    [
        ("", Rect(0, 0, 8, 8, name="a")),
        ("circle", Circle(4, 4, 4, name="a")),
        ("layer=0x4", Rect(0, 0, 8, 8, name="a", layer=4)),
        ("circle layer=HIT mask=HURT", Circle(4, 4, 4, name="a", layer=4, mask=2)),
        ("mask=HURT|PUSH, capsule", Capsule(4, 4, 4, 4, 4, name="a", mask=3)),
        ("layer=0 mask=1|8", Rect(0, 0, 8, 8, name="a", layer=0, mask=9)),
    ],
)
def test_user_data_say_what_a_slice_is(data: str, shape: Any) -> None:
    source = sheet([slice_of("a", (0, rect(0, 0, 8, 8)), data=data)])
    for layers in (Layer, Layer.__members__, {one.name: int(one) for one in Layer}):
        frames = Frames.from_aseprite(source, layers=layers)
        assert frames["jab 0"] == (shape,)
        assert type(frames["jab 0"][0].layer) in (int, type(None))


def test_frames_in_the_place_of_one_frame() -> None:
    frames = Frames({"idle": BODY, "jab": [BODY, FIST]})
    sprite = Sprite(collision=BODY)
    with pytest.raises(TypeError, match="Frames"):
        Sprite(collision=Frames({}))
    with pytest.raises(TypeError, match=r"assign one of them: collision = frames\['idle'\]"):
        sprite.collision = frames
    assert sprite.collision is BODY


def test_slices_that_are_no_squares() -> None:
    source = sheet(
        [
            slice_of("a", (0, rect(0, 0, 8, 4)), data="circle"),
            slice_of("b", (0, rect(0, 0, 8, 4)), data="capsule"),
            slice_of("c", (0, rect(0, 0, 2, 8)), data="capsule"),
        ]
    )
    assert Frames.from_aseprite(source)["jab 3"] == (
        Ellipse(4, 2, 4, 2, name="a"),
        Capsule(2, 2, 6, 2, 2, name="b"),
        Capsule(1, 1, 1, 7, 1, name="c"),
    )


def test_a_pivot_is_the_origin_and_markers_stay_out() -> None:
    marker = slice_of("feet", (0, rect(30, 50, 4, 4)), (2, rect(34, 50, 4, 4)), data="my own words")
    for key in marker["keys"]:
        key["pivot"] = {"x": 2, "y": 4}
    for leave_out in ("feet", ["feet"]):
        frames = Frames.from_aseprite(sheet([HURT, marker]), leave_out=leave_out)
        assert frames.pivots == {
            "jab 0": (32, 54),
            "jab 1": (32, 54),
            "jab 2": (36, 54),
            "jab 3": (36, 54),
        }
        assert [shape.bounds for shape in frames["jab 0"]] == [(-8, -34, 8, 6)]
        assert [shape.bounds for shape in frames["jab 2"]] == [(-12, -34, 4, 6)]
    fighter = Sprite(100, 100, collision=frames["jab 2"], scale_x=-1)
    assert fighter.aabb == (96, 66, 112, 106)


SHEET = Path(__file__).parents[1] / "support" / "data" / "knight_sheet.json"


def test_a_sheet_as_aseprite_writes_it() -> None:
    """Every field that Aseprite 1.3 exports, line by line as it does: trimmed frames, layers with
    cels, tags that repeat, slices with a 9-patch, pivots, properties of scripts, and one without
    keys. Frames are trimmed, but slices and pivots are places on the canvas.
    """
    frames = Frames.from_aseprite(SHEET, layers=Layer, leave_out="feet")
    names = [f"knight {k}.aseprite" for k in range(6)]
    assert list(frames) == names
    assert list(frames.durations.values()) == [400, 400, 80, 60, 120, 100]
    assert frames.tags == {
        "idle": tuple(names[:2]),
        "slash": tuple(names[2:5]),
        "fall": (names[5], names[4]),
    }
    # That of the shield, which comes first in the file, and not that of the feet.
    assert frames.pivots == dict.fromkeys(names, (16, 31))
    assert {type(pivot) for pivot in frames.pivots.values()} == {Vec2}
    shield = Rect(-4, -7, 9, 15, name="shield")
    roles = {"name": "hurt", "layer": 2, "mask": 4}
    stands = Rect(0, -16, 18, 33, **roles), shield
    leans = Rect(4, -12, 18, 29, **roles)
    assert [frames[name] for name in names] == [
        *[stands] * 3,
        (leans, Capsule(23, -6, 43, -6, 3, name="sword", layer=4), shield),
        (leans, Capsule(21, 2, 37, 2, 3, name="sword", layer=4), shield),
        (shield,),
    ]
    content = json.loads(SHEET.read_text(encoding="utf-8"))
    for one in content["meta"]["slices"]:
        for key in one.get("keys", ()) if one["name"] == "shield" else ():
            del key["pivot"]
    by_feet = Frames.from_aseprite(content, layers=Layer, leave_out=["feet", "shield"])
    assert list(by_feet.pivots.values()) == [(25, 48)] * 3 + [(29, 48)] * 3
    assert by_feet[names[3]][0] == Rect(-9, -29, 18, 29, **roles)
    given = content["frames"]
    content["frames"] = {one.pop("filename"): one for one in given}  # a hash, not an array
    again = Frames.from_aseprite(content, layers=Layer, leave_out=["feet", "shield"])
    assert again == by_feet
    assert again.tags == frames.tags


def test_the_first_of_several_pivots_counts() -> None:
    """Frame by frame: where the first slice has none, that of the next one."""
    first = slice_of("feet", (0, rect(30, 50, 4, 4)), (2, rect(34, 50, 0, 0)))
    second = slice_of("hand", (0, rect(10, 20, 8, 8)))
    for one, pivot in ((first, {"x": 2, "y": 4}), (second, {"x": 1, "y": 1})):
        for key in one["keys"]:
            key["pivot"] = pivot
    frames = Frames.from_aseprite(sheet([HURT, first, second]), leave_out=["feet", "hand"])
    assert list(frames.pivots.values()) == [(32, 54), (32, 54), (11, 21), (11, 21)]


@pytest.mark.parametrize(
    ("source", "match"),
    [
        ({}, "Aseprite"),
        ([], "source"),
        ({"frames": [], "meta": {}}, "slices"),
        ({"frames": [{}], "meta": {"slices": []}}, "Aseprite"),
        ({"frames": {"a": 1}, "meta": {"slices": []}}, "Aseprite"),
        ({"frames": [frame("a"), frame("a")], "meta": {"slices": []}}, "2 frames are named 'a'"),
        (sheet([slice_of("a", (0, rect(0, 0, 2, 2)), data="layer=HTI")]), "layer.*HTI"),
        (sheet([slice_of("a", (0, rect(0, 0, 2, 2)), data="mask=-1")]), "slice 'a': mask"),
        (sheet([slice_of("a", (0, rect(0, 0, 1e300, 2)))]), "1e"),
        (sheet([{"keys": []}]), "Aseprite"),
        ({"frames": [frame(3)], "meta": {"slices": []}}, "name of a frame must be a str, got 3"),
        ({"frames": [frame(None)], "meta": {"slices": []}}, "must be a str, got None"),
        (sheet([{"name": "a", "keys": [{}]}]), "Aseprite"),
        (sheet([slice_of("a", (0, {"x": 1}))]), "Aseprite"),
    ],
)
def test_bad_files(source: Any, match: str, tmp_path: Path) -> None:
    """The error names the file, if it is one."""
    with pytest.raises((TypeError, ValueError), match=match):
        Frames.from_aseprite(source)
    path = tmp_path / "ken.json"
    path.write_text(json.dumps(source), encoding="utf-8-sig")
    match = "" if match == "source" else match
    with pytest.raises(ValueError, match=f"ken\\.json': .*{match}"):
        Frames.from_aseprite(path)


def test_an_unknown_word_costs_only_itself(tmp_path: Path) -> None:
    """Each is told, in one warning of the sheet, unless its slice is left out."""
    words = slice_of("a", (0, rect(0, 0, 8, 8)), data="the circle of Ann, layer=4")
    slices = [
        words,
        slice_of("b", (1, rect(1, 2, 3, 4)), data="laier=2"),
        slice_of("c", data="to do"),
    ]
    told = r"slice 'a': 'the' in its .* so it is ignored; known words are layer=<int>, .*leave_out"
    path = tmp_path / "ken.json"
    path.write_text(json.dumps(sheet(slices)), encoding="utf-8")
    for source, place in ((sheet(slices), "^"), (path, r"ken\.json': ")):
        with pytest.warns(SpritecolWarning, match=rf"{place}{told} \(and 5 more like") as given:
            frames = Frames.from_aseprite(source)
        assert [one.filename for one in given] == [__file__]
        assert frames["jab 1"] == (Circle(4, 4, 4, name="a", layer=4), Rect(1, 2, 3, 4, name="b"))
    with pytest.warns(SpritecolWarning, match=r"'b': 'laier=2' in [^()]*$"):
        Frames.from_aseprite(sheet(slices), leave_out=["a", "c"])


def test_bad_arguments_of_from_aseprite(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match=r"bad\.json' is not a JSON .*Expecting"):
        Frames.from_aseprite(path)
    path.write_bytes(b"\xe0\xa5\xff\xff ken.aseprite")
    with pytest.raises(ValueError, match=r"bad\.json' is not a JSON .*--data"):
        Frames.from_aseprite(path)
    with pytest.raises(OSError, match="none"):
        Frames.from_aseprite(tmp_path / "none.json")
    for bad in (1, [1], None):
        with pytest.raises(TypeError, match="leave_out"):
            Frames.from_aseprite(sheet([]), leave_out=bad)  # type: ignore[arg-type]
    for left_out in ("fits", ["feet", "head", "fits"]):
        with pytest.raises(ValueError, match=r"leave_out: no .*'; there are 'hurt', 'feet'"):
            Frames.from_aseprite(sheet([HURT, slice_of("feet")]), leave_out=left_out)
    with pytest.raises(ValueError, match=r"'a'; there are none"):
        Frames.from_aseprite(sheet([]), leave_out="a")
    for layers in (1, {"HIT": 1.5}, ["HIT"], {4: 4}, enum.Enum("Kind", "HIT HURT"), int):
        with pytest.raises(TypeError, match="layers"):
            Frames.from_aseprite(sheet([]), layers=layers)  # type: ignore[arg-type]
