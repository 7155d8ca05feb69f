"""What the pipeline keeps for a store from check to check: memory, the second thread, a switch."""

import os

import cython
from cython.cimports.cpython.ref import Py_INCREF
from cython.cimports.spritecol._engine.broad_phase.strip_index import StripIndex
from cython.cimports.spritecol._engine.pipeline.helper_thread import HelperThread
from cython.cimports.spritecol._engine.storage.store import STORE, Store


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Workspace:
    """Scratch memory, the memory of the last index, and the helper thread."""

    def __cinit__(self):
        self.index = StripIndex()
        self.helper = HelperThread()

    def forget_helper(self) -> None:
        """In a forked process there is no helper."""
        self.helper.forget()


@cython.cfunc
def attach(store: Store):
    """Give a store its workspace, for good: like the store itself it is never given back."""
    workspace: Workspace = Workspace()
    Py_INCREF(workspace)
    store.workspace = cython.cast(cython.p_void, workspace)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=workspace.forget_helper)


attach(STORE)
