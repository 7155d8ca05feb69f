"""A second thread that takes one half of a large job.

The thread that runs the interpreter keeps the interpreter's lock while it does its own half and
waits for the other. So no code of a user's runs meanwhile, in no thread, and rows stay as they are;
and the helper, a thread that the interpreter does not know of, may touch nothing but memory: no
Python objects, no exceptions, no scratch blocks.

The helper is started by the first large check, and sleeps when it has no work.
"""

import os

import cython
from cython.cimports.cpython.pythread import (
    WAIT_LOCK,
    PyThread_acquire_lock,
    PyThread_allocate_lock,
    PyThread_release_lock,
    PyThread_start_new_thread,
    PyThread_type_lock,
)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


GO = cython.declare(PyThread_type_lock, cython.NULL)
"""Free while there is work to take."""

DONE = cython.declare(PyThread_type_lock, cython.NULL)
"""Free while there is a half that is done."""

WORK = cython.declare(Work)
"""What both are at."""

READY = cython.declare(cython.bint, False)
"""Whether there is a helper."""

ALLOWED = cython.declare(cython.bint, cores() > 1)
"""Whether there may be one."""


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def serve(nothing: cython.p_void) -> cython.void:
    """What the helper does, to the end of the process."""
    while True:
        PyThread_acquire_lock(GO, WAIT_LOCK)
        WORK(1)
        PyThread_release_lock(DONE)


def has_second():
    """Whether there is a second core to share with; starts the helper if it may, and has not."""
    global ALLOWED, READY, GO, DONE  # noqa: PLW0603
    if READY or not ALLOWED:
        return ALLOWED
    GO = PyThread_allocate_lock()
    DONE = PyThread_allocate_lock()
    if GO is not cython.NULL and DONE is not cython.NULL:
        PyThread_acquire_lock(GO, WAIT_LOCK)
        PyThread_acquire_lock(DONE, WAIT_LOCK)
        READY = PyThread_start_new_thread(serve, cython.NULL) != -1
    ALLOWED = READY  # where threads are not to be had, one core must do
    return READY


def share(work):
    """Do both halves of a job: work(0) here, work(1) on the second core, at the same time."""
    global WORK  # noqa: PLW0603
    WORK = work
    PyThread_release_lock(GO)
    work(0)
    PyThread_acquire_lock(DONE, WAIT_LOCK)


def use_cores(count: int) -> None:
    """Let large checks use two cores, as they do where there are two, or only one.

    For measuring, and for games with better work for the second. The answers are the same, in the
    same order. ValueError for any other number.

    >>> use_cores(1)
    >>> use_cores(2)
    """
    global ALLOWED  # noqa: PLW0603
    if count not in (1, 2):
        raise ValueError(f"count must be 1 or 2, got {count!r}")
    ALLOWED = count == 2


def has_helper() -> bool:
    """Whether a large check has started the helper."""
    return READY


def forget_helper() -> None:
    """In a forked process, which has one thread: the helper is not in it."""
    global READY  # noqa: PLW0603
    READY = False


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget_helper)
