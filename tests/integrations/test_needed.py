"""Without pygame-ce, arcade or Ray, or with an old one, the error says what to install."""

from typing import Any

import pytest
from support.hooks import needed
from support.processes import run_python

INTEGRATIONS = {"pygame": "pygame", "arcade": "arcade", "ray": "ray"}
UNSEEN = {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}


@pytest.mark.parametrize("name", INTEGRATIONS)
@pytest.mark.parametrize("stand_in", ["None", "types.ModuleType('other')"])
def test_without_its_library_an_integration_names_the_extra(name: str, stand_in: str) -> None:
    if name == "arcade" and stand_in != "None":
        pytest.skip("a module without a version is refused by its version")
    done = run_python(
        "-c",
        f"import sys, types; sys.modules['{name}'] = {stand_in};"
        f"import spritecol, spritecol.integrations; import spritecol.integrations.{name}",
        **UNSEEN,
    )
    last = done.stderr.splitlines()[-1]
    assert last.startswith("ImportError: ")
    assert f'pip install "spritecol[{name}]"' in last


def test_the_library_imports_none_of_them() -> None:
    program = f"import sys, spritecol; assert not {set(INTEGRATIONS)} & set(sys.modules)"
    assert run_python("-c", program).returncode == 0


@pytest.mark.parametrize(
    ("library", "name", "version", "is_refused"),
    [
        ("pygame.version", "ver", "2.5.5", True),
        ("pygame.version", "ver", "2.5.6", False),
        ("arcade", "VERSION", "3.3.2", True),
        ("arcade", "VERSION", "3.3.0.dev4", True),
        ("arcade", "VERSION", "2.6.17", True),
        ("arcade", "VERSION", "odd", True),
        ("arcade", "VERSION", "3.3.3", False),
        ("arcade", "VERSION", "3.3.10", False),
        ("arcade", "VERSION", "3.4.0.dev1", False),
        ("ray", "__version__", "2.39.1", True),
        ("ray", "__version__", "1.13.0", True),
        ("ray", "__version__", "odd", True),
        ("ray", "__version__", "2.40.0", False),
    ],
)
def test_an_older_version_is_refused(
    library: str, name: str, version: str, is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    module: Any = pytest.importorskip(library)
    monkeypatch.setattr(module, name, version)
    demand = getattr(needed, f"demand_{library.partition('.')[0]}")
    if is_refused:
        with pytest.raises(ImportError, match=version):
            demand()
    else:
        demand()


SENDS = """
from ray import cloudpickle
from spritecol import Circle, Group, Sprite
class Coin(Sprite):
    collision = Circle(0, 0, 8)
    scale = 2
class Gold(Coin):
    angle = 5
    z = 7
print(cloudpickle.dumps((Gold, Coin, Gold(3), Group(Coin(1)))).hex())
"""
RECEIVES = """
import pickle, sys
from spritecol import Circle
Gold, Coin, gold, coins = pickle.loads(bytes.fromhex(sys.argv[1]))
class Heap(Gold):
    y = 3
for sprite in (gold, Gold(3), Heap(3)):
    assert (sprite.x, sprite.angle, sprite.z, sprite.scale) == (3, 5, 7, 2)
    assert sprite.collision == Gold.collision == Circle(0, 0, 8)
    assert sprite.hits(coins)
assert Heap().y == 3
assert gold.aabb == Gold(3).aabb
"""


def test_classes_of_a_script_work_in_other_processes() -> None:
    """They are pickled whole by Ray's own pickle, with the defaults that they state."""
    pytest.importorskip("ray", reason='needs Ray: pip install "spritecol[ray]"')
    sent = run_python("-c", SENDS)
    assert sent.returncode == 0, sent.stderr
    done = run_python("-c", RECEIVES, sent.stdout.strip())
    assert done.returncode == 0, done.stderr
