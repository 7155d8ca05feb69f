"""The end of the interpreter, with sprites and Groups still there."""

import pytest
from support.for_each import for_each
from support.processes import run_python

pytestmark = pytest.mark.usefixtures("rows_are_given_back")


FAREWELLS = {
    "globals": "sprite = S(); other = S(5); group = Group(sprite, Group(other)); group.pairs()",
    "cycles": "sprite = S(); sprite.me = sprite; sprite.group = Group(sprite); del sprite",
    # The first array imports numpy, which Python refuses to do while it ends.
    "del": """
others = [S(3), S(4)]
Group(*others).pair_indices()
class Last(S):
    def __del__(self, Group=Group, others=others):
        self.x += 1
        self.check([self, others])
        Group(self).pair_indices()
last = Last(); last.me = last
loose = Last()
""",
    "weakref": """
import weakref
others = [S(3), S(4)]
def mourn(reference, pairs=pairs, others=others):
    pairs(others)
sprite = S()
reference = weakref.ref(sprite, mourn)
""",
    "atexit": """
import atexit
sprites = [S(x) for x in range(1000)]
atexit.register(lambda: spritecol.check(sprites))
""",
    "in a module": """
import sys, types
module = types.ModuleType("scene"); module.sprites = [S(x) for x in range(100)]
sys.modules["scene"] = module; sys.sprites = module.sprites
sys.modules["spritecol"] = None
""",
    "in the middle of a check": """
import sys
S.hit = lambda self: sys.exit(0)
spritecol.check([S(), S(5)])
""",
}


@for_each("farewell", FAREWELLS)
def test_the_interpreter_ends_in_peace(farewell: str) -> None:
    script = (
        "import spritecol\nfrom spritecol import *\n"
        "class S(Sprite):\n    collision = [0, 0, 9, 9]\n" + FAREWELLS[farewell]
    )
    ended = run_python("-X", "faulthandler", "-c", script)
    assert (ended.returncode, ended.stderr, ended.stdout) == (0, "", "")
