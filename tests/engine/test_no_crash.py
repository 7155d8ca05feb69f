"""Nothing that Python code can reach may crash the interpreter: every name, with odd arguments.

The calls run in a process of their own, so that a crash fails this test and not the whole run.
"""

from collections.abc import Iterator
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path

import pytest
from support.processes import run_python

import spritecol
from spritecol import Group, Rect, Sprite, Triangle

CALLS = """
import importlib, itertools, sys
from spritecol import *

def odd():
    return [None, 1, "x", object(), [], Sprite(), Group(), Sprite, float("nan"), 10**400, b"", {},
            (), Rect(0, 0, 1, 1), [[1]]]

def attempt(function, arguments):
    try:
        function(*arguments)
    except Exception:
        pass

def attempt_all(function, most):
    for count in range(most + 1):
        for arguments in itertools.product(odd(), repeat=count):
            attempt(function, arguments)

for name in sys.argv[1:]:
    module = importlib.import_module(name)
    for value in list(vars(module).values()):
        if not str(getattr(value, "__module__", "")).startswith("spritecol"):
            continue
        if not isinstance(value, type):
            if callable(value):
                attempt_all(value, 2)
            continue
        attempt_all(value, 1)
        made = [value] if value is not Group else [value, Group(Sprite())]
        try:
            made.append(value())
        except Exception:
            pass
        for owner in made:
            for name in dir(owner):
                if name in ("__class__", "__init_subclass__"):
                    continue
                try:
                    member = getattr(owner, name)
                except Exception:
                    continue
                if callable(member):
                    attempt_all(member, 2 if name.startswith("__") or owner is value else 1)
                if owner is not value:
                    for item in odd():
                        attempt(setattr, (owner, name, item))
                    attempt(delattr, (owner, name))
from support.hooks import validate
validate()
print("alive")
"""

# What is annotated as a class that can be made without arguments gets such an object; all else what
# is odd for it.
HAND_MADE = """
import importlib, inspect, itertools, sys
from spritecol import Sprite

kinds, functions = {}, []
for name in sys.argv[1:]:
    for value in vars(importlib.import_module(name)).values():
        if str(getattr(value, "__module__", "")).startswith("spritecol"):
            if not isinstance(value, type):
                functions += [value] * callable(value)
                continue
            try:
                value()
            except Exception:
                continue
            kinds[value.__name__] = value

calls = 0
for function in functions:
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:
        continue
    wanted = [str(one.annotation).partition(" |")[0] for one in parameters]
    for odd in itertools.product(*[
        [kinds[one]] if one in kinds else [tuple, lambda: (Sprite(),)] if one == "tuple"
        else [list, lambda: [Sprite()]] if one == "list" else [lambda: 1, tuple, list]
        for one in (wanted if kinds.keys() & wanted else [])
    ]):
        calls += 1
        try:
            function(*[make() for make in odd])
        except Exception:
            pass
from support.hooks import validate
validate()
print(calls)
"""


def compiled_modules() -> Iterator[str]:
    """The names of all compiled modules that can be loaded here."""
    folder = Path(spritecol.__file__).parent
    suffix = EXTENSION_SUFFIXES[0]
    for built in sorted(folder.rglob(f"*{suffix}")):
        *rooms, name = built.relative_to(folder).parts
        name = name.removesuffix(suffix)
        if not built.with_name(f"{name}.py").exists():
            continue  # left behind by a build from before the module was moved
        if rooms[:1] != ["integrations"] or all(map(find_spec, rooms[1:2])):  # what it leads to
            yield ".".join(("spritecol", *rooms, name))


def test_odd_arguments_everywhere() -> None:
    names = list(compiled_modules())
    assert len(names) > 20
    done = run_python("-X", "faulthandler", "-c", CALLS, *names, helpers=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.strip().endswith("alive")


def test_objects_that_only_the_library_makes_may_be_made_by_hand() -> None:
    done = run_python("-X", "faulthandler", "-c", HAND_MADE, *compiled_modules(), helpers=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert int(done.stdout.split()[-1]) > 400


def test_methods_of_compiled_classes_check_their_self() -> None:
    """A Cython function in the place of a method takes any `self`, and reads it as its own kind."""
    for kind in (*Group.__mro__, *Sprite.__mro__[1:]):  # Sprite itself is a plain class
        for name, value in vars(kind).items():
            assert type(value).__name__ != "cython_function_or_method", (kind, name)


def test_a_shape_fills_no_other_object() -> None:
    class Other:
        pass

    for other in (Other, Other(), Sprite, Rect(0, 0, 1, 1), None):
        with pytest.raises(TypeError, match=r"needs a Triangle, got"):
            Triangle.__init__(other, 1, 2, 3, 4, 5, 6)  # type: ignore[arg-type]
    assert not vars(Other).keys() & {"x1", "y1", "name"}
