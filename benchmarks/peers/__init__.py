"""One module for each peer, and one for ours where it is more than a line.

Each does the work as the library's users would, and as fast as they can. A peer that is not there
(not installed, no compiler) is left out, and its rows say why.
"""

from importlib import import_module
from types import ModuleType

from harness.contender import UnavailableError


def load(peer: str) -> ModuleType:
    """The module of a peer, or `UnavailableError`."""
    try:
        return import_module(f"peers.{peer}")
    except ModuleNotFoundError as error:
        raise UnavailableError(f"{error.name} is not installed") from error
    except (ImportError, OSError) as error:  # arcade needs libraries of the system
        raise UnavailableError(f"can't be used here: {error}") from error
