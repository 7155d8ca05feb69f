"""shapely, imported when something first needs it: a polygon, `.geometry`, `Contact.region`.

Importing it takes as long as importing all of this package, and many games never need it.
"""

import sys
from typing import TYPE_CHECKING, Any

__all__ = ["is_geometry", "shapely"]

if TYPE_CHECKING:
    import shapely
else:

    class _Later:
        """Stands for the module."""

        def __getattr__(self, name: str) -> Any:
            import shapely

            return getattr(shapely, name)

    shapely = _Later()


def is_geometry(value: object) -> bool:
    """Whether a value is a shapely geometry. There is none before somebody has imported shapely."""
    return "shapely" in sys.modules and isinstance(value, shapely.Geometry)
