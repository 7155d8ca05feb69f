"""numpy and shapely, which are imported on first use: for an array, or a concave polygon.

Importing them takes longer than importing all of this package, and many games need neither.
"""

import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeGuard

__all__ = ["LazyModule", "has_shapely", "is_array", "is_geometry", "is_numpy", "numpy", "shapely"]


class LazyModule:
    """A placeholder for a module that imports it when its first name is read."""

    def __init__(self, library: str, users: str) -> None:
        self._library = library
        self._users = users

    def __getattr__(self, name: str) -> Any:
        try:
            module = import_module(self._library)
        except ImportError as error:
            raise ImportError(
                f"{self._users} need {self._library}, which can't be imported ({error}): "
                f"pip install {self._library}",
                name=self._library,
            ) from error
        value = getattr(module, name)
        vars(self)[name] = value  # so that it is found without this method from then on
        return value


if TYPE_CHECKING:
    import numpy
    import shapely
else:
    numpy = LazyModule("numpy", "arrays")
    shapely = LazyModule("shapely", "geometries")


@cache
def has_shapely() -> bool:
    """Whether shapely 2.1 or later can be imported, which validates and cuts polygons fastest."""
    try:
        return hasattr(shapely, "constrained_delaunay_triangles")
    except ImportError:
        return False


def is_numpy(value: object, kind: str) -> bool:
    """Whether a value is an instance of a class of numpy's, without importing numpy.

    >>> is_numpy(0.5, "floating")
    False
    """
    return sys.modules.get("numpy") is not None and isinstance(value, getattr(numpy, kind))


def is_array(value: object) -> "TypeGuard[numpy.ndarray[Any, Any]]":
    """Whether a value is an array, without importing numpy."""
    return is_numpy(value, "ndarray")


def is_geometry(value: object) -> bool:
    """Whether a value is a geometry of shapely, without importing it."""
    return sys.modules.get("shapely") is not None and isinstance(value, shapely.Geometry)
