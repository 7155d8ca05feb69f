"""`python -m spritecol.view`: what it reads and prints, where it draws, and what it refuses."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from integrations.map_files import (
    ACROSS,
    FORMS,
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

pygame: Any = pytest.importorskip("pygame")

from spritecol import Circle, Group, Rect, Sprite  # noqa: E402
from spritecol import view as viewer  # noqa: E402

MAPS = Path(__file__).parent / "maps"
OUTLINE, DARK = (0x68, 0xA6, 0x8C), (0x20, 0x24, 0x2E)


@pytest.fixture(autouse=True)
def fonts() -> None:
    pygame.font.init()


def picture(path: Path, size: tuple[int, int] = (40, 20), hole: bool = False) -> Path:
    """A red box in the middle of a clear image."""
    image = pygame.Surface(size, pygame.SRCALPHA)
    image.fill("red", pygame.Rect(10, 5, 20, 10))
    if hole:
        image.fill((0, 0, 0, 0))
    pygame.image.save(image, path)
    return path


def sheet(folder: Path, *, image: bool = True) -> Path:
    """A sheet of two frames, of which the second one is trimmed and has a slice with a pivot."""
    frames = {
        "a": {"frame": {"x": 0, "y": 0, "w": 20, "h": 20}},
        "b": {
            "frame": {"x": 20, "y": 0, "w": 16, "h": 16},
            "spriteSourceSize": {"x": 2, "y": 3, "w": 16, "h": 16},
        },
    }
    data = "layer=HURT mask=HIT|4"
    key = {"frame": 1, "bounds": {"x": 6, "y": 8, "w": 4, "h": 5}, "pivot": {"x": 1, "y": 1}}
    meta: dict[str, Any] = {"slices": [{"name": "fist", "data": data, "keys": [key]}]}
    if image:
        meta["image"] = "C:\\art\\sheet.png"
        picture(folder / "sheet.png")
    path = folder / "sheet.json"
    path.write_text(json.dumps({"frames": frames, "meta": meta}), encoding="utf-8")
    return path


def test_counts_warnings_and_what_is_not_solid_are_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tiles([[0, 0], [0, 0]], "tilelayer")
    bow = thing(polygon=[(0, 0), (9, 9), (9, 0), (0, 9)])
    made = tiled_map(group("g", empty), things(thing(8, 8, 16, 16), bow))
    crossed = write_tiled(tmp_path, made, FORMS["JSON"])
    target = tmp_path / "out.png"
    files = [MAPS / "ruins.tmx", MAPS / "world.ldtk", crossed, sheet(tmp_path)]
    clear = picture(tmp_path / "clear.png", hole=True)
    assert viewer.main([*map(str, files), str(clear), "-o", str(target), "--names"]) == 0
    told = capsys.readouterr().out.splitlines()
    heads = [line for line in told if not line.startswith(" ")]
    assert heads[0] == f"{MAPS / 'ruins.tmx'}: 9 sprites with 17 shapes"
    assert heads[2:] == [
        f"{crossed}: 3 sprites with 1 shape",
        f"{tmp_path / 'sheet.json'}: 2 sprites with 1 shape",
        f"{clear}: 1 sprite with 0 shapes",
    ]
    assert [line for line in told if line.startswith("    warning: ") and "has no shape" in line]
    assert "    not solid: layer 'tilelayer'" in told
    assert "    not solid: frame 'a'" in told
    assert told[-1] == "    not solid: all of the image, which is transparent"
    assert pygame.image.load(target).get_width() > 1000


def test_a_picture_has_each_shape_where_it_is(tmp_path: Path) -> None:
    """At the least corner of each box, whatever its file begins with, and nothing beside it."""
    image = picture(tmp_path / "box.png")
    target = tmp_path / "out.png"
    assert viewer.main([str(image), str(sheet(tmp_path)), "-o", str(target)]) == 0
    drawn = pygame.image.load(target)
    zoom = 8.0  # of what is small

    def color(x: float, y: float) -> tuple[int, ...]:
        return tuple(drawn.get_at((round(16 + zoom * x), round(16 + zoom * y)))[:3])

    right = 40 + viewer.GAP  # of the sheet
    corners = [(10, 5), (30, 15), (right + 20 - 2 + 6, 8 - 3), (right + 28, 10)]
    assert [color(x, y) for x, y in corners] == [OUTLINE] * 4
    assert color(5, 2) == color(right - 2, 5) == DARK
    red, green, blue = color(20, 10)  # the picture is there, and dimmed
    assert red > 120
    assert max(green, blue) < 60


def test_a_sheet_without_its_image_is_shown_with_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = sheet(tmp_path)
    (tmp_path / "sheet.png").unlink()
    target = str(tmp_path / "out.png")
    assert viewer.main([str(path), "-o", target]) == 0
    assert "its image 'C:\\\\art\\\\sheet.png' can't be read" in capsys.readouterr().out
    assert viewer.main([str(sheet(tmp_path, image=False)), "-o", target]) == 0
    assert "warning" not in capsys.readouterr().out


def test_a_picture_out_of_sight_is_not_drawn(tmp_path: Path) -> None:
    image = pygame.image.load(picture(tmp_path / "box.png"))
    scene = viewer.Scene([viewer.Exhibit("test", Group(), (), image)])
    for corner, is_seen in ((0, True), (5000, False), (-5000, False)):
        surface = pygame.Surface((60, 60))
        scene.draw(surface, viewer.Camera(viewer.Vec2(corner, 0), 1.5))
        assert any(surface.get_at((x, 20))[0] > DARK[0] for x in range(60)) == is_seen


def test_layers_have_colors_and_names_are_written(tmp_path: Path) -> None:
    sprites = Group(
        Sprite(collision=[Rect(0, 0, 30, 30, name="body"), Circle(60, 15, 9, layer=2)]),
        Sprite(0, 60, collision=Rect(0, 0, 30, 30), collision_layer=4 | 1 << 63),
    )
    scene = viewer.Scene([viewer.Exhibit("test", sprites, ())])

    def colors() -> set[tuple[int, ...]]:
        """Those above the title."""
        surface = pygame.Surface((200, 200))
        scene.draw(surface, viewer.Camera(viewer.Vec2(-10, -10), 1.5))
        return {tuple(surface.get_at((x, y))[:3]) for x in range(200) for y in range(150)}

    plain = colors()
    assert OUTLINE in plain
    scene.layers = True
    layered = colors()
    palette = [tuple(pygame.Color(viewer.COLORS[bit % 8])[:3]) for bit in (0, 1, 2, 63)]
    assert {*palette[:2]} <= layered
    assert layered & {*palette[2:]}
    before = layered
    scene.layers, scene.boxes = False, True
    assert colors() - plain - before
    scene.boxes, scene.names = False, True
    assert (0xF0, 0xF0, 0xF0) in colors() - plain


def test_zooming_keeps_the_place_under_the_pointer() -> None:
    camera = viewer.Camera(viewer.Vec2(5, 7), 2.0)
    for place, factor in (((30, 40), 1.5), ((0, 9), 0.2), ((100, 100), 1e9), ((3, 3), 1e-9)):
        before = camera.corner + viewer.Vec2(*place) / camera.zoom
        camera.zoom_at(place, factor)
        assert camera.corner + viewer.Vec2(*place) / camera.zoom == pytest.approx(before)
        assert 1 / viewer.MOST_ZOOM <= camera.zoom <= viewer.MOST_ZOOM
    camera = viewer.Camera.of(200, 50, (100, 100))
    assert camera.zoom == 0.5
    middle = camera.corner + viewer.Vec2(50, 50) / camera.zoom
    assert middle == pytest.approx((100, 25))


def test_the_window_reacts_and_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    path = picture(tmp_path / "box.png")
    seen: list[tuple[Any, ...]] = []
    react = viewer.react
    key = pygame.event.Event
    events = [
        [key(pygame.KEYDOWN, key=getattr(pygame, f"K_{name}")) for name in "nlb"],
        [key(pygame.MOUSEWHEEL, y=2), key(pygame.MOUSEMOTION, buttons=(1, 0, 0), rel=(8, 0))],
        [key(pygame.MOUSEMOTION, buttons=(0, 0, 0), rel=(8, 0)), key(pygame.USEREVENT)],
        [key(pygame.KEYDOWN, key=pygame.K_LEFT), key(pygame.KEYDOWN, key=pygame.K_MINUS)],
        [key(pygame.KEYDOWN, key=pygame.K_f)],
        [key(pygame.KEYDOWN, key=pygame.K_ESCAPE), key(pygame.QUIT)],
    ]

    def noted(event: Any, scene: Any, camera: Any) -> bool:
        going = react(event, scene, camera)
        state = scene.names, scene.layers, scene.boxes, camera.zoom, tuple(camera.corner)
        seen.append((*state, going))
        return going

    monkeypatch.setattr(viewer, "react", noted)
    monkeypatch.setattr(pygame.event, "get", lambda: events.pop(0))
    assert viewer.main([str(path)]) == 0
    assert [one[:3] for one in seen[:3]] == [(True, False, False), (True, True, False), (True,) * 3]
    assert seen[3][3] > seen[2][3]
    assert seen[4][4][0] == pytest.approx(seen[3][4][0] - 8 / seen[3][3])
    assert seen[4] == seen[5] == seen[6]
    assert seen[7][4][0] < seen[6][4][0]
    assert seen[8][3] < seen[7][3]
    assert seen[9][3:5] == seen[0][3:5]  # all fits again
    assert [one[-1] for one in seen] == [True] * 10 + [False]
    assert not pygame.display.get_init()
    assert "1 sprite with 1 shape" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        ("none.png", None, "none.png"),
        ("none.tmx", None, "none.tmx"),
        ("text.png", "no picture", "is not an image that pygame can read"),
        ("text.tmx", "no map", "text.tmx"),
        ("text.txt", "no map", "text.txt is neither an image nor a map"),
        ("list.json", "[1]", "list.json"),
        ("frames.json", '{"frames": 3, "meta": {"slices": []}}', "JSON file of Aseprite"),
        ("world.json", '{"jsonVersion": "1.5.3"}', "world.json"),
        ("map.tmj", '{"layers": []}', "map.tmj"),
        ("broken.ldtk", "{}", "broken.ldtk is not an LDtk map"),
        ("broken.ldtk", "[1]", "broken.ldtk is not an LDtk map"),
        ("broken.ldtk", '{"levels": [{}]', "broken.ldtk is not an LDtk map"),
        ("broken.ldtk", '{"levels": [{}]}', "broken.ldtk: "),
        ("bare.json", '{"frames": [], "meta": {}}', "bare.json': the file lists no slices"),
    ],
)
def test_what_can_not_be_shown_is_named(
    name: str, content: str | None, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_text(content, encoding="utf-8")
    target = tmp_path / "out.png"
    assert viewer.main([str(path), "-o", str(target)]) == 2
    told = capsys.readouterr().err
    assert told.startswith("spritecol.view: ")
    assert word in told
    assert not target.exists()


def test_other_arguments_that_are_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(picture(tmp_path / "box.png"))
    assert viewer.main([path, "--tolerance", "-1", "-o", str(tmp_path / "out.png")]) == 2
    assert "tolerance must be" in capsys.readouterr().err
    assert viewer.main([path, "-o", str(tmp_path / "no" / "out.png")]) == 2
    assert viewer.main([path, "-o", str(tmp_path / "out.xyz")]) == 2
    assert "-o must end with one of .png" in capsys.readouterr().err
    for wrong in ([], ["--tolerance", "x", path]):
        with pytest.raises(SystemExit):
            viewer.main(wrong)


def test_without_pygame_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pygame", None)
    assert viewer.main(["box.png"]) == 2
    assert "pip install pygame-ce" in capsys.readouterr().err


def printed(path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What the command tells that is not solid in a file."""
    assert viewer.main([str(path), "-o", str(path.with_suffix(".png"))]) == 0
    mark = "    not solid: "
    told = capsys.readouterr().out.splitlines()
    return [line.removeprefix(mark) for line in told if line.startswith(mark)]


def test_tiles_objects_and_layers_of_tiled_that_are_not_solid_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By their own properties, those of their class, and of the layers that they are in."""
    no = {"properties": props(solid=False)}
    spot = {"width": 4, "height": 4}
    project = {"propertyTypes": [{"name": "water", "type": "class", "members": props(solid=False)}]}
    (tmp_path / "game.tiled-project").write_text(json.dumps(project), encoding="utf-8")
    plants = {
        0: no,
        **{number: {"type": "water"} for number in (2, 3, 4)},
        5: tile(thing(**spot, name="leaf", **no)),
        6: tile(thing(**spot, name="stem"), thing(**spot, name="bud", **no)),
    }
    layers = [
        tiles([[1, 10, 12, 13], [14, 15, 16, ACROSS | 12]]),
        tiles([[0] * 4] * 2, "sky"),
        tiles([[1] * 4] * 2, "grass", **no),
        group("far", things(thing(**spot, name="hill"), name="hills"), **no),
        things(
            thing(**spot, name="crate"),
            thing(**spot, name="sign", **no),
            thing(**spot, name="pool", type="water"),
            thing(**spot, name="pond", type="water"),
            thing(**spot, name="fern", gid=10),
        ),
    ]
    tilesets = [tileset(1, "rocks", 9), tileset(10, "plants", 9, tiles=plants)]
    path = write_tiled(tmp_path, tiled_map(*layers, tilesets=tilesets))
    assert printed(path, capsys) == [
        "tile 0 of 'plants' (and 1 more like this)",
        "tile 2 of 'plants', class 'water' (and 2 more like this)",
        "tile 5 of 'plants', object 1 'leaf'",
        "tile 6 of 'plants', object 2 'bud'",
        "layer 'sky'",
        "layer 'grass'",
        "layer 'hills'",
        "layer 'things', object 2 'sign' (and 1 more like this)",
        "layer 'things', object 3 'pool', class 'water' (and 1 more like this)",
    ]


def test_layers_of_ldtk_that_have_no_cells_are_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "shore.ldtk"
    path.write_bytes((MAPS / "shore.ldtk").read_bytes())
    assert printed(path, capsys) == ["layer 'Decor'"]


def test_tags_of_tiles_of_ldtk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = json.loads((MAPS / "shore.ldtk").read_text(encoding="utf-8"))
    (blocks,) = project["defs"]["tilesets"]
    blocks["enumTags"] = [{"enumValueId": "Stone", "tileIds": [3]}]
    path = tmp_path / "shore.ldtk"
    path.write_text(json.dumps(project), encoding="utf-8")
    out = str(tmp_path / "shore.png")
    assert viewer.main([str(path), "--tiles", "Stone", "-o", out]) == 0
    assert "not solid" not in capsys.readouterr().out
    assert viewer.main([str(path), "--tiles", "Stones", "-o", out]) == 2
    told = "tiles must be in the map, which has ['Stone'], got ['Stones']"
    assert told in capsys.readouterr().err
