"""`Workspace`: what the pipeline keeps for a store between checks."""

import os

import cython
from cython.cimports.cpython.ref import Py_INCREF
from cython.cimports.spritecol._engine.broad_phase.strip_index import StripIndex
from cython.cimports.spritecol._engine.pipeline.helper_thread import HelperThread
from cython.cimports.spritecol._engine.storage.store import STORE, Store


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Workspace:
    """Scratch memory, an index whose memory is reused, and the helper thread."""

    def __cinit__(self):
        self.index = StripIndex()
        self.helper = HelperThread()

    def forget_helper(self) -> None:
        """Forget the helper thread, which does not exist in a forked process."""
        self.helper.forget()


@cython.cfunc
def attach(store: Store):
    """Create the workspace of a store. Like the store, it is never freed."""
    workspace: Workspace = Workspace()
    Py_INCREF(workspace)
    store.workspace = cython.cast(cython.p_void, workspace)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=workspace.forget_helper)


attach(STORE)
