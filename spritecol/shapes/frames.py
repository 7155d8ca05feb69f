"""`Frames`: the shapes of each frame of an animation, made once."""

import enum
import json
import warnings
from collections.abc import Collection, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any

from spritecol._support.arguments import arguments
from spritecol._support.public_classes import belong_to
from spritecol._support.range_check import layer_bits, shown
from spritecol._support.vectors import Vec2
from spritecol._support.warned import SpritecolWarning
from spritecol.shapes import Capsule, Circle, Ellipse, Rect, Shape
from spritecol.shapes.collision_value import shapes_from

__all__ = ["Frames"]

_WORDS = "layer=<int>, mask=<int>, circle and capsule"


class Frames(Mapping[str, tuple[Shape, ...]]):
    """The collision shapes of each frame of an animation, by the frame's name. Immutable.

    Assign a frame to `Sprite.collision`. From the second time on, this takes a fraction of a
    microsecond. Frames does not play the animation: your game decides when to show the next frame.

    Args:
        shapes: a mapping from the name of each frame to a value for `Sprite.collision`; `[]` for a
            frame without shapes.

    Attributes:
        durations: how long each frame is shown, in milliseconds, by its name. Empty if the Frames
            were not read from a file.
        tags: the names of the frames of each animation, in the order in which they are played.
            Empty likewise.
        pivots: where (0, 0) of the shapes is on the canvas, for frames that have a pivot.

    Raises:
        TypeError: `shapes` is not a mapping from names to shapes.
        ValueError: as when such a value is assigned to `Sprite.collision`.

    >>> body = Rect(-8, -30, 16, 30, name="body")
    >>> frames = Frames({"idle": body, "jab": [body, Rect(8, -24, 20, 6, name="fist")]})
    >>> fighter = Sprite(100, 80, collision=frames["idle"])
    >>> fighter.collision = frames["jab"]
    >>> [shape.name for shape in fighter.shapes]
    ['body', 'fist']
    """

    __slots__ = ("_shapes", "durations", "pivots", "tags")

    _shapes: Mapping[str, tuple[Shape, ...]]
    durations: Mapping[str, float]
    tags: Mapping[str, tuple[str, ...]]
    pivots: Mapping[str, Vec2]

    @arguments("Frames takes one mapping from names to shapes")
    def __init__(self, shapes: Mapping[str, Any]) -> None:
        if not isinstance(shapes, Mapping):
            raise TypeError(f"Frames takes a mapping from names to shapes, got {shown(shapes)}")
        made = {}
        for name, collision in shapes.items():
            if not isinstance(name, str):
                raise TypeError(f"the name of a frame must be a str, got {shown(name)}")
            if collision is None:
                raise TypeError(f"frame {name!r} must have shapes, or [] for none, got None")
            try:
                made[name] = shapes_from(collision, None)
            except (TypeError, ValueError) as error:
                raise type(error)(f"frame {name!r}: {error}") from error
        _put(self, _shapes=made, durations={}, tags={}, pivots={})

    @classmethod
    def from_aseprite(
        cls,
        source: str | PathLike[str] | Mapping[str, Any],
        *,
        leave_out: str | Collection[str] = (),
        layers: Mapping[str, int] | type[enum.IntFlag] = MappingProxyType({}),
    ) -> "Frames":
        """Read the JSON export of Aseprite. Each slice becomes a shape in the frames that have it.

        A slice becomes a Rect named after it. Words in its user data can change that: `layer=4` and
        `mask=2` set the layers of the shape, `circle` makes it a Circle, or an Ellipse if its sides
        differ, and `capsule` makes it a Capsule along its longer side. Other words are ignored with
        a warning. Each key of a slice is valid until the next key. A key without a size ends the
        slice.

        (0, 0) of the shapes is the corner of the canvas, even if the image is trimmed. If a slice
        in the frame has a pivot, (0, 0) is the first such pivot instead: the point about which the
        sprite rotates and flips.

        Args:
            source: the path of a `.json` file, or its content as a dict. Frames can be an array or
                a hash. The export must include the slices.
            leave_out: names of slices that are not shapes, such as markers. Their pivots still
                count, and their user data can be any text.
            layers: the bits of each layer by its name, for user data such as `layer=HIT` and
                `mask=HURT|PUSH`: a dict, or an `enum.IntFlag`.

        Returns:
            The Frames, with the frame names of the file.

        Raises:
            TypeError: an argument has the wrong type.
            ValueError: the file is not such an export, two frames have the same name, a layer in
                user data is unknown, or a name in `leave_out` is not the name of a slice.
            OSError: the file can't be read.

        >>> rect = {"x": 4, "y": 2, "w": 8, "h": 6}
        >>> fist = {"name": "fist", "data": "layer=4", "keys": [{"frame": 1, "bounds": rect}]}
        >>> frames = [{"filename": "jab 0", "duration": 80}, {"filename": "jab 1", "duration": 40}]
        >>> read = Frames.from_aseprite({"frames": frames, "meta": {"slices": [fist]}})
        >>> dict(read)
        {'jab 0': (), 'jab 1': (Rect(4.0, 2.0, 8.0, 6.0, name='fist', layer=4),)}
        """
        skipped = [leave_out] if isinstance(leave_out, str) else leave_out
        if not isinstance(skipped, Collection) or not all(isinstance(n, str) for n in skipped):
            raise TypeError(f"leave_out must be names of slices, got {shown(leave_out)}")
        bits_by_name = _bits_by_name(layers)
        place = ""
        if isinstance(source, Mapping):
            content: Any = source
        elif isinstance(source, str | PathLike):
            content, place = _read_json(source), f"{str(source)!r}: "
        else:
            raise TypeError(f"source must be a path or a dict, got {shown(source)}")
        try:
            names, durations = _frames_in(content)
            shapes: dict[str, list[Shape]] = {name: [] for name in names}
            slices = _slices_in(content)
            _demand_slices(skipped, [one["name"] for one in slices])
            pivots = _pivots_in(slices, names)
            unknown: dict[str, None] = {}
            for one in slices:
                if one["name"] not in skipped:
                    kind, role = _words_in(one, bits_by_name, unknown)
                    for name, key in zip(names, _keys_by_frame(one, len(names)), strict=True):
                        if key is not None:
                            origin = pivots.get(name, (0.0, 0.0))
                            shapes[name].append(_shape_of(kind, key["bounds"], origin, role))
            tags = {
                tag["name"]: _in_order(names[tag["from"] : tag["to"] + 1], tag.get("direction"))
                for tag in content["meta"].get("frameTags", ())
            }
            frames = cls(shapes)
        except (KeyError, AttributeError, TypeError, IndexError) as error:
            raise ValueError(
                f"{place}this is not a JSON file of Aseprite: {type(error).__name__}: {error}"
            ) from error
        except ValueError as error:
            raise ValueError(f"{place}{error}") from error
        if unknown:
            first, *others = unknown
            more = f" (and {len(others)} more like this)" if others else ""
            warnings.warn(f"{place}{first}{more}", SpritecolWarning, stacklevel=2)
        _put(frames, durations=durations, tags=tags, pivots=pivots)
        return frames

    def __getitem__(self, name: str) -> tuple[Shape, ...]:
        try:
            return self._shapes[name]
        except KeyError:
            there = ", ".join(map(repr, self._shapes)) or "none"
            raise KeyError(f"no frame is named {shown(name)}; there are {there}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._shapes)

    def __len__(self) -> int:
        return len(self._shapes)

    def __hash__(self) -> int:
        return hash(frozenset(self._shapes.items()))

    def __repr__(self) -> str:
        return f"Frames({dict(self._shapes)!r})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"Frames can't be changed: create new ones, got {name}={shown(value)}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("Frames can't be changed")

    def __copy__(self) -> "Frames":
        return self

    def __deepcopy__(self, memo: object) -> "Frames":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        more = {name: dict(getattr(self, name)) for name in ("durations", "tags", "pivots")}
        return _made, (dict(self._shapes), more)


def _bits_by_name(layers: Mapping[str, int] | type[enum.IntFlag]) -> dict[str, int]:
    """Return the bits of layers by their names."""
    named = layers.__members__ if isinstance(layers, enum.EnumMeta) else layers
    if not isinstance(named, Mapping) or not all(isinstance(n, str) for n in named):
        raise TypeError(
            f"layers must be a mapping from names to bits, or an IntFlag, got {shown(layers)}"
        )
    return {n: layer_bits(bits, f"layers[{n!r}]") for n, bits in named.items()}


def _pivots_in(slices: list[Any], names: Sequence[str]) -> dict[str, Vec2]:
    """Return the first pivot of each frame in which a slice has a pivot."""
    pivots: dict[str, Vec2] = {}
    for one in slices:
        for name, key in zip(names, _keys_by_frame(one, len(names)), strict=True):
            if key is not None and "pivot" in key and name not in pivots:
                x, y = (key["bounds"][axis] + key["pivot"][axis] for axis in "xy")
                pivots[name] = Vec2(x, y)
    return pivots


def _put(frames: Frames, **values: Mapping[str, Any]) -> None:
    """Fill new Frames."""
    for name, value in values.items():
        object.__setattr__(frames, name, MappingProxyType(dict(value)))


def _made(shapes: dict[str, Any], more: dict[str, Any]) -> Frames:
    """Return Frames from a pickle."""
    frames = Frames(shapes)
    _put(frames, **{name: more[name] for name in ("durations", "tags", "pivots")})
    return frames


def _read_json(path: str | PathLike[str]) -> Any:
    """Return the content of a JSON file."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except ValueError as error:  # a UnicodeDecodeError is a ValueError, too
        raise ValueError(
            f"{str(path)!r} is not a JSON file ({error}): export it from Aseprite with Export "
            "Sprite Sheet, JSON Data, or with --data"
        ) from error


def _demand_slices(wanted: Collection[str], names: list[str]) -> None:
    """Refuse a name in `leave_out` that is not the name of a slice, because it may be
    misspelled.
    """
    for name in wanted:
        if name not in names:
            there = ", ".join(map(repr, names)) or "none"
            raise ValueError(f"leave_out: no slice is named {shown(name)}; there are {there}")


def _frames_in(content: Mapping[str, Any]) -> tuple[list[str], dict[str, float]]:
    """Return the names of the frames in order, and how long they are shown."""
    given = content["frames"]
    named = (
        list(given.items())
        if isinstance(given, Mapping)
        else [(frame["filename"], frame) for frame in given]
    )
    names = [name for name, _ in named]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ValueError(
            f"{len(twice)} frames are named {twice[0]!r}: export them with {{frame}} or "
            "{tagframe} in the item filename"
        )
    return names, {name: frame["duration"] for name, frame in named if "duration" in frame}


def _slices_in(content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    if "slices" not in content["meta"]:
        raise ValueError(
            "the file lists no slices: export it with Meta: Slices, or with --list-slices"
        )
    return list(content["meta"]["slices"])


def _keys_by_frame(one: Mapping[str, Any], count: int) -> list[Mapping[str, Any] | None]:
    """Return the key of a slice that is valid in each frame, or None."""
    found: list[Mapping[str, Any] | None] = [None] * count
    for key in sorted(one.get("keys", ()), key=lambda key: key["frame"]):
        is_there = key["bounds"]["w"] > 0 and key["bounds"]["h"] > 0
        for k in range(max(0, key["frame"]), count):
            found[k] = key if is_there else None
    return found


def _words_in(
    one: Mapping[str, Any], layers: Mapping[str, int], unknown: dict[str, None]
) -> tuple[str, dict[str, Any]]:
    """Return the kind of shape that a slice is, and the keywords of its shapes, from the words in
    its user data. Messages about other words are added to `unknown`.
    """
    name = one["name"]
    given: dict[str, Any] = {"name": name}
    kind = "rect"
    for word in str(one.get("data", "")).replace(",", " ").split():
        key, equals, value = word.partition("=")
        if word in ("circle", "capsule"):
            kind = word
        elif equals and key in ("layer", "mask"):
            given[key] = _bits_of(value, f"slice {name!r}: {key}", layers)
        else:
            unknown[
                f"slice {name!r}: {word!r} in its user data is unknown, so it is ignored; known "
                f"words are {_WORDS}; if the slice is not a shape, name it in leave_out"
            ] = None
    return kind, given


def _shape_of(
    kind: str, bounds: Mapping[str, float], origin: tuple[float, float], given: Mapping[str, Any]
) -> Shape:
    """Return the shape of a slice in a frame."""
    x, y, w, h = bounds["x"] - origin[0], bounds["y"] - origin[1], bounds["w"], bounds["h"]
    r = min(w, h) / 2
    if kind == "circle":
        middle = x + w / 2, y + h / 2
        return Circle(*middle, r, **given) if w == h else Ellipse(*middle, w / 2, h / 2, **given)
    if kind == "capsule":
        return Capsule(x + r, y + r, x + w - r, y + h - r, r, **given)
    return Rect(x, y, w, h, **given)


def _bits_of(text: str, what: str, layers: Mapping[str, int]) -> int:
    """Return the bits for a word: an int, or names of layers joined by |."""
    bits = 0
    for part in text.split("|"):
        if part in layers:
            bits |= layers[part]
            continue
        try:
            bits |= layer_bits(int(part, 0), what)
        except ValueError:
            known = ", ".join(layers) or "none"
            raise ValueError(
                f"{what} must be an int of 64 bits or the name of a layer ({known}), got {text!r}"
            ) from None
    return bits


def _in_order(names: list[str], direction: str | None) -> tuple[str, ...]:
    """Return the frames of a tag in the order in which they are played."""
    if direction in ("reverse", "pingpong_reverse"):
        names = names[::-1]
    if direction in ("pingpong", "pingpong_reverse"):
        names = names + names[-2:0:-1]
    return tuple(names)


belong_to("spritecol", Frames)
