"""`HelperThread`: a second thread that does one half of a large job.

The calling thread holds the GIL while it does its own half and waits for the other. So no user code
runs in any thread, and rows cannot change. The helper is unknown to the interpreter and may only
read and write memory: it must not create Python objects, raise exceptions or borrow scratch blocks.

It is started lazily, by the first large check, and sleeps when there is no work.
"""

import os

import cython
from cython.cimports.cpython.pythread import (
    WAIT_LOCK,
    PyThread_acquire_lock,
    PyThread_allocate_lock,
    PyThread_release_lock,
    PyThread_start_new_thread,
)
from cython.cimports.libc.stdlib import calloc


def core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def serve(argument: cython.p_void) -> cython.void:
    """The main function of the helper thread; it never returns."""
    post: cython.pointer(Post) = cython.cast(cython.pointer(Post), argument)
    while True:
        PyThread_acquire_lock(post.go, WAIT_LOCK)
        post.work(1, post.context)
        PyThread_release_lock(post.done)


@cython.binding(False)  # plain method descriptors: CPython checks the type of their `self`
class HelperThread:
    """The second thread of a workspace, started when it is first needed."""

    def __cinit__(self):
        self.allowed = core_count() > 1

    def is_there(self) -> cython.bint:
        """Whether work can be shared with a second core; starts the helper if necessary."""
        post: cython.pointer(Post)
        if self.post is not cython.NULL or not self.allowed:
            return self.allowed
        post = cython.cast(cython.pointer(Post), calloc(1, cython.sizeof(Post)))
        if post is not cython.NULL:
            post.go = PyThread_allocate_lock()
            post.done = PyThread_allocate_lock()
        if post is not cython.NULL and post.go is not cython.NULL and post.done is not cython.NULL:
            PyThread_acquire_lock(post.go, WAIT_LOCK)
            PyThread_acquire_lock(post.done, WAIT_LOCK)
            if PyThread_start_new_thread(serve, post) != -1:
                self.post = post
        self.allowed = self.post is not cython.NULL  # do not try again if it could not be started
        return self.allowed

    def share(self, work: Work, context: cython.p_void) -> cython.void:
        """Do both halves of a job at the same time: work(0) here, work(1) on the second core."""
        self.post.work = work
        self.post.context = context
        PyThread_release_lock(self.post.go)
        work(0, context)
        PyThread_acquire_lock(self.post.done, WAIT_LOCK)

    def allow(self, allowed: bool) -> None:
        """Set whether large checks may use the helper."""
        self.allowed = allowed

    def has_started(self) -> bool:
        """Whether a large check has started the helper."""
        return self.post is not cython.NULL

    def forget(self) -> None:
        """Forget the helper, in a forked process: only the calling thread exists there."""
        self.post = cython.NULL
