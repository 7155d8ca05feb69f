"""`Workspace`: what the pipeline keeps for a store between checks."""

from cython import binding, cast, cfunc, declare, p_void
from cython.cimports.spritecol._engine.broad_phase.quadtree import Quadtree
from cython.cimports.spritecol._engine.storage.store import STORE


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Workspace:
    """Scratch memory, and a quadtree whose memory is reused."""

    def __cinit__(self):
        self.tree = Quadtree()


WORKSPACE = declare(Workspace, Workspace())
"""That of the store. Like the store, it is never freed."""


@cfunc
def attach(store: Store, workspace: Workspace):
    """Give a store its workspace, by an address that does not keep it alive."""
    store.workspace = cast(p_void, workspace)


attach(STORE, WORKSPACE)
