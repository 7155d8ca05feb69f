"""`Workspace`: what the pipeline keeps for a store between checks, including a second thread.

The thread that runs the interpreter holds the GIL while it does its own half of a job and waits for
the other. So no user code runs meanwhile in any thread, and rows stay as they are. The helper is a
thread that the interpreter does not know of, so it touches nothing but memory: it creates no Python
objects, raises no exceptions and borrows no scratch blocks. The first large check starts it;
without work it sleeps.
"""

import os

import cython
from cython import NULL, binding, bint, cast, cfunc, exceptval, nogil, p_void, pointer, sizeof
from cython.cimports.cpython.pyport import PY_SSIZE_T_MAX
from cython.cimports.cpython.pythread import (
    WAIT_LOCK,
    PyThread_acquire_lock,
    PyThread_allocate_lock,
    PyThread_release_lock,
    PyThread_start_new_thread,
)
from cython.cimports.cpython.ref import Py_INCREF
from cython.cimports.libc.stdlib import calloc
from cython.cimports.spritecol._engine.broad_phase.quadtree import Quadtree
from cython.cimports.spritecol._engine.storage.store import STORE, Store
from cython.cimports.spritecol._engine.tuning import WORTH_HALVING


def core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cfunc
@nogil
@exceptval(check=False)
def serve(argument: p_void) -> cython.void:
    """The main function of the helper thread; it never returns."""
    post: pointer(Post) = cast(pointer(Post), argument)
    while True:
        PyThread_acquire_lock(post.go, WAIT_LOCK)
        post.work(1, post.context)
        PyThread_release_lock(post.done)


@cfunc
@nogil
@exceptval(check=False)
def do_both(helper: p_void, work: Work, context: p_void) -> cython.void:
    """Do both halves of a job at the same time: work(0) here, work(1) on the second core."""
    post: pointer(Post) = cast(pointer(Post), helper)
    post.work = work
    post.context = context
    PyThread_release_lock(post.go)
    work(0, context)
    PyThread_acquire_lock(post.done, WAIT_LOCK)


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
class HelperThread:
    """The second thread of a workspace, started when it is first needed."""

    def __cinit__(self):
        self.allowed = core_count() > 1

    def is_there(self) -> bint:
        """Whether work can be shared with a second core; starts the helper if necessary."""
        if self.post is not NULL or not self.allowed:
            return self.allowed
        post: pointer(Post) = cast(pointer(Post), calloc(1, sizeof(Post)))
        if post is not NULL:
            post.go = PyThread_allocate_lock()
            post.done = PyThread_allocate_lock()
        if post is not NULL and post.go is not NULL and post.done is not NULL:
            PyThread_acquire_lock(post.go, WAIT_LOCK)
            PyThread_acquire_lock(post.done, WAIT_LOCK)
            if PyThread_start_new_thread(serve, post) != -1:
                self.post = post
                self.team.share = do_both
                self.team.helper = post
                self.team.least = WORTH_HALVING
        self.allowed = self.post is not NULL  # do not try again if it could not be started
        return self.allowed

    def allow(self, allowed: bool) -> None:
        """Set whether large checks may use the helper."""
        self.allowed = allowed

    def has_started(self) -> bool:
        """Whether a large check has started the helper."""
        return self.post is not NULL

    def forget(self) -> None:
        """Forget the helper, in a forked process: only the calling thread exists there."""
        self.post = NULL
        self.team.least = PY_SSIZE_T_MAX  # steps that were given this team before run alone


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Workspace:
    """Scratch memory, a quadtree whose memory is reused, and the helper thread."""

    def __cinit__(self):
        self.tree = Quadtree()
        self.helper = HelperThread()

    def forget_helper(self) -> None:
        """Forget the helper thread, which does not exist in a forked process."""
        self.helper.forget()


@cfunc
def attach(store: Store):
    """Create the workspace of a store. Like the store, it is never freed."""
    workspace: Workspace = Workspace()
    Py_INCREF(workspace)
    store.workspace = cast(p_void, workspace)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=workspace.forget_helper)


attach(STORE)
