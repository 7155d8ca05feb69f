"""Without Ray, or with an old one, the error says what to install; classes travel to processes."""

import subprocess
import sys
from types import ModuleType

import pytest
from support.processes import run_python

from spritecol.integrations import _needed


def run_without_ray(code: str) -> subprocess.CompletedProcess[str]:
    return run_python("-c", f"import sys; sys.modules['ray'] = None; {code}")


def test_without_ray_the_error_says_what_to_install() -> None:
    done = run_without_ray("import spritecol.integrations.ray")
    assert done.stderr.splitlines()[-1] == (
        "ImportError: spritecol.integrations.ray needs ray 2.40.0 or later, and found none: "
        'pip install "spritecol[ray]"'
    )
    assert run_without_ray("import spritecol").returncode == 0


def test_an_empty_folder_of_that_name_is_no_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", ModuleType("ray"))
    with pytest.raises(ImportError, match="found none"):
        _needed.demand_ray()


def test_spritecol_does_not_import_ray() -> None:
    done = run_python("-c", "import sys, spritecol; assert 'ray' not in sys.modules")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("version", ["2.39.1", "1.13.0", "odd"])
def test_an_older_ray_is_refused(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray", reason='needs Ray: pip install "spritecol[ray]"')
    monkeypatch.setattr(ray, "__version__", version)
    with pytest.raises(ImportError, match=f"needs ray 2.40.0 or later, and found {version}"):
        _needed.demand_ray()


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
    """They are pickled whole, with the defaults that they state."""
    pytest.importorskip("ray", reason='needs Ray: pip install "spritecol[ray]"')
    sent = run_python("-c", SENDS)
    assert sent.returncode == 0, sent.stderr
    done = run_python("-c", RECEIVES, sent.stdout.strip())
    assert done.returncode == 0, done.stderr
