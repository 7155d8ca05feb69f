"""The one place where the tests' helpers reach behind the library's public names.

Tests of a single internal module import that module itself.
"""

from spritecol.pipeline import use_index
from spritecol.second_core import cores, has_helper, use_cores
from spritecol.storage import row_count, validate

__all__ = ["cores", "has_helper", "row_count", "use_cores", "use_index", "validate"]
