"""The site is built without a warning, and its search leads from words to what answers them.

Sphinx builds the site, and its own script answers, run by Node.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from docs.test_pages import ROOT

HITS = 2
"""So many results must contain the answer: more are not read."""

ASK = """
const fs = require("fs"), vm = require("vm");
const [site, words] = process.argv.slice(1);
const hidden = { readyState: "loading", addEventListener() {}, getElementById: () => null };
const page = vm.createContext({ document: hidden, SPHINX_HIGHLIGHT_ENABLED: false });
page.window = page;
const scripts = ["_static/doctools", "_static/searchtools", "_static/language_data", "searchindex"];
for (const file of scripts)
  vm.runInContext(fs.readFileSync(`${site}/${file}.js`, "utf8"), page, file);
const found = (word) => {
  page.word = word;
  const hits = vm.runInContext("Search._performSearch(...Search._parseQuery(word))", page);
  return hits.reverse().map(([name, , place]) => name + place);
};
console.log(JSON.stringify(JSON.parse(words).map(found)));
"""

GUIDE = {
    "trouble#nothing-hits": (
        "does not hit, hit is not called, callback not called, collision not detected, "
        "hits returns false"
    ),
    "trouble#it-falls-through-the-floor": (
        "falls through floor, falls through the floor, goes through walls, walks through walls"
    ),
    "trouble#it-hits-too-early": "hitbox too big, hit box too large, transparent pixels",
    "trouble#errors": "NoneType object has no attribute, cannot import name",
    "trouble#look-at-them": "debug draw, show hitboxes",
    "hits#the-rule": "touching",
    "hits#callbacks": "on_collision, on_hit, collision event, callback",
    "hits#layers": "collision layer, bitmask",
    "hits#conditions": "ignore sprites",
    "events#events": "on_trigger_enter, OnCollisionEnter2D, area2d, called every frame, sensor",
    "hit-boxes#one-blow-one-hit": "one hit per blow",
    "sprites#classes": "dataclass, inheritance, subclass",
    "sprites#the-pose": "rotate, flip, anchor, z order, kill, destroy, flip sprite",
    "groups#columns": "numpy",
    "groups#numbers-of-your-own": "health",
    "groups#off-the-screen": "off the screen",
    "moving#along-walls": "move_and_slide, snags on tiles, jitter",
    "moving#to-the-first-hit": "tunneling, bullet goes through wall",
    "moving#out-of-a-wall": "stuck in wall, hero stuck",
    "moving#one-way-shapes": "one-way platform",
    "walking#walking": "platformer, gravity, is_on_floor",
    "walking#a-jump-that-feels-right": "coyote time, double jump, terminal velocity",
    "walking#moving-platforms": "moving platform, elevator, falls off platform",
    "walking#ladders": "ladder",
    "walking#settings": "corner correction, step height",
    "looking#places": "mouse click, drag and drop",
    "looking#rays": "raycast, line of sight",
    "looking#what-is-seen": "field of view, vision cone",
    "levels#from-tiled": "tiled",
    "paths#paths": "a*",
    "saving#a-saved-game": "save game, load a game",
    "start#install": "install, python version, install error",
    "../advanced/rollback#rollback": "multiplayer, netcode, determinism",
    "../advanced/machines#many-machines": "multiprocessing",
    "../advanced/pymunk#beside-pymunk": "pymunk, ragdoll, physics engine, rigidbody, joint",
    "../advanced/ship-it#ship-it": "exe",
    "../advanced/browser#games-in-the-browser": "wasm, pygbag",
    "../coming-from-pygame#shapes-from-an-image": "pixel perfect, mask collision",
    "../coming-from-pygame#faster-by-one-line": "spritecollide",
    "../costs#costs": "slow, fps",
    "../guarantees#where-it-runs": "threads, asyncio, headless",
    "../what-this-is-not#what-this-is-not": "health bar, android",
    "../calls/typing": "mypy, type hints",
}
"""Where each of some words leads. An answer without `#` may be anywhere on the page."""

GENRES = {
    "genres#other-kinds": (
        "card game, rhythm game, timing window, falling notes, roguelike, RTS, beat em up, "
        "board game, racing game, golf, tetris, match three, chess, point and click, "
        "twin stick shooter, endless runner"
    ),
    "recipes/fights#safe-for-a-while-after-a-hit": (
        "invincibility frames, i-frames, iframes, hitstun, stun, rate of fire, invincible, lives, "
        "flashing after hit"
    ),
    "recipes/cameras#the-edges-of-a-world": "kill zone, death pit, bottomless pit",
    "recipes/hero#stomp-on-it-or-get-hurt": "head bounce",
    "recipes/enemies#turn-at-a-wall-or-a-ledge": "enemy patrol, turn around at ledge",
    "recipes/floors#ice": "acceleration",
    "recipes/floors#blocks-hit-from-below": "breakable blocks",
    "recipes/floors#crates-to-push": "push block",
    "recipes/enemies#a-formation-that-turns-at-the-edge": "space invaders",
    "recipes/hero#jumps-in-seconds": "frame rate independent",
    "genres#platformer": "mario",
    "genres#from-above": "zelda, rpg",
    "genres#shooter": "shmup",
    "contacts#push-it-out": "which side was hit, collision normal, overlap depth",
    "sprites#vectors": "angle to mouse, look at, shotgun, spread shot, bullet pattern, boomerang",
    "recipes/shots#an-explosion": "bomb, grenade, splash damage",
    "recipes/shots#bullets-that-come-near": "graze, near miss",
    "recipes/above#a-turret-on-a-tank": (
        "child sprite, parent, rotate around a point, orbit, carried item"
    ),
    "recipes/terrain#a-free-place": "spawn point, random position, spawn without overlap",
    "recipes/floors#conveyor-belts-and-springs": "jump pad, treadmill",
    "recipes/boards#build-on-a-grid": "grid snap, tower placement, place a tower, build mode",
    "recipes/fights#a-dash": "dash, dodge roll, air dash, boost",
    "recipes/boards#drag-a-card": "drag a card, deck of cards, jigsaw, drop zone, inventory",
    "recipes/boards#steps-on-a-grid": (
        "turn-based, turn based, tile by tile, bump to attack, dungeon crawler, roguelike"
    ),
    "recipes/fights#height-above-the-ground": (
        "brawler, depth, fake z, shadow on the ground, lane depth"
    ),
    "recipes/boards#a-board-of-hexagons": "hexagon, hex grid, axial coordinates, board game",
    "recipes/terrain#a-route-drawn-in-the-editor": "zipline, minecart, rail grinding",
    "recipes/balls#a-flipper-that-throws-a-ball": "pinball, plunger, tennis",
    "recipes/balls#where-a-throw-will-lead": "trajectory preview, aim line, slingshot",
    "recipes/balls#two-moving-balls": "billiards, bowling, marbles, air hockey",
    "recipes/enemies#towers-and-waves": "tower defense, enemy waves, tower range",
    "recipes/above#a-car-seen-from-above": "vehicle, tank controls, boat, drift",
    "recipes/hero#a-rope-to-swing-on": "tether",
    "walking#a-jump-that-feels-right": "jetpack, glider",
    "hit-boxes#one-blow-one-hit": "parry",
    "looking#places": "box select, drag select, unit selection, hover, what the mouse picks",
    "looking#the-nearest": "aggro range, detection radius, coin magnet, chain lightning, lock on",
    "contacts#which-shape": "boss with parts, weak point, headshot",
    "moving#bouncing": "bumper",
    "hit-boxes#shapes-by-frame": "active frames, startup frames, combo",
    "events#events": "damage zone, lava, wind zone",
    "sprites#update-draw-clean": "object pool, sort by y, y sort",
    "paths#walk-along-it": "click to move, chase",
    "levels#walls-and-wallpaper-in-one-layer": "decoration tiles, tile ids",
    "hits#checks": "spikes, trap, pick up, collect coins, power up",
    "recipes/hero#run-around-a-loop": "gravity flip, wall run, upside down",
    "recipes/cameras#out-on-the-left-in-on-the-right": "screen wrap",
    "paths#paths": "a star, navmesh",
    "../what-this-is-not#what-this-is-not": "boids, cloth, gamepad",
    "../coming-from-love#games-without-bump": "map[y][x], cell probes",
}
"""The same for words of games that are not the subject of a page."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("sphinx", reason="needs Sphinx")
    built = tmp_path_factory.mktemp("site")
    # A warning is an error, and a link inside the site that leads nowhere is a warning.
    options = ["-q", "-W", "--keep-going", "-d", str(built / "trees"), "-c", "docs"]
    made = [sys.executable, "-m", "sphinx", *options, ".", str(built / "html")]
    subprocess.run(made, cwd=ROOT, check=True)
    return built / "html"


@pytest.mark.builds
@pytest.mark.parametrize("page", ["recipes", "recipes-more", "recipes-worlds"])
def test_old_addresses_lead_on(page: str, site: Path) -> None:
    """The sections of three pages that are pages by topic now."""
    guide = site / "docs" / "guide"
    text = (guide / f"{page}.html").read_text("utf-8")
    places = dict(re.findall('^  "(.+)": "(.+)",$', text, re.MULTILINE))
    assert len(places) == 95
    assert places["a-world-without-edges"] == "recipes/cameras.html#a-world-without-edges"
    for place in (*places.values(), "recipes/index.html"):
        file, _, anchor = place.partition("#")
        assert f'id="{anchor}"' in (guide / file).read_text("utf-8") or not anchor, place


@pytest.mark.builds
def test_what_people_type_leads_to_what_answers_it(site: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs Node")
    rows = [
        (word, (Path("docs/guide") / place).as_posix().replace("guide/../", ""))
        for places in (GUIDE, GENRES)
        for place, words in places.items()
        for word in words.split(", ")
    ]
    assert len(rows) >= 160
    words = [word for word, _ in rows]
    asked = subprocess.run(
        [node, "-e", ASK, str(site), json.dumps(words)], capture_output=True, text=True, check=True
    )
    lost = [
        f"{word}: {place} is not among {found[:HITS]}"
        for (word, place), found in zip(rows, json.loads(asked.stdout), strict=True)
        if not any(hit == place or hit.startswith(f"{place}#") for hit in found[:HITS])
    ]
    assert lost == []
