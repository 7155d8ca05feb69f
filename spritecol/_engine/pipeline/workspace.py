"""`Workspace`: what the pipeline keeps for a store between checks, including more threads.

The thread that runs the interpreter holds the GIL while it does its own portion of a job and waits
for the others. So no user code runs meanwhile in any thread, and rows stay as they are. The helpers
are threads that the interpreter does not know of, so they touch nothing but memory: they create no
Python objects, raise no exceptions and borrow no scratch blocks. The first large check starts them;
without work they sleep, each at a lock of its own. No plain way serves: threads of `threading`
would be among those that a program counts and joins, and need the GIL, which is held, to begin.
"""

import os

import cython
from cython import (
    NULL,
    address,
    binding,
    bint,
    cast,
    cfunc,
    declare,
    exceptval,
    nogil,
    p_void,
    pointer,
    sizeof,
)
from cython.cimports.cpython.pythread import (
    WAIT_LOCK,
    PyThread_acquire_lock,
    PyThread_allocate_lock,
    PyThread_release_lock,
    PyThread_start_new_thread,
)
from cython.cimports.libc.stdlib import calloc
from cython.cimports.spritecol._engine.broad_phase.quadtree import Quadtree
from cython.cimports.spritecol._engine.pairs import new_pairs
from cython.cimports.spritecol._engine.portions import MOST_PORTIONS, Work
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.tuning import WORTH_DIVIDING


def core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cfunc
@nogil
@exceptval(check=False)
def serve(argument: p_void) -> cython.void:
    """The main function of a helper thread; it never returns."""
    post: pointer(Post) = cast(pointer(Post), argument)
    while True:
        PyThread_acquire_lock(post.go, WAIT_LOCK)
        post.work(post.portion, post.context)
        PyThread_release_lock(post.done)


@cfunc
@nogil
@exceptval(check=False)
def do_all(helpers: p_void, portions: cython.int, work: Work, context: p_void) -> cython.void:
    """Do all portions of a job at the same time: the first here, the others on other cores."""
    posts: pointer(pointer(Post)) = cast(pointer(pointer(Post)), helpers)
    k: cython.int
    for k in range(portions - 1):
        posts[k].work = work
        posts[k].context = context
        PyThread_release_lock(posts[k].go)
    work(0, context)
    for k in range(portions - 1):
        PyThread_acquire_lock(posts[k].done, WAIT_LOCK)


@cfunc
def new_post() -> pointer(Post):
    """A post whose helper has nothing to do; NULL if there is no memory."""
    post: pointer(Post) = cast(pointer(Post), calloc(1, sizeof(Post)))
    if post is not NULL:
        post.go = PyThread_allocate_lock()
        post.done = PyThread_allocate_lock()
        if post.go is not NULL and post.done is not NULL:
            PyThread_acquire_lock(post.go, WAIT_LOCK)
            PyThread_acquire_lock(post.done, WAIT_LOCK)
            return post
    return NULL


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
class HelperThreads:
    """The other threads of a workspace, started when they are first needed."""

    def __cinit__(self):
        self.cores = min(core_count(), MOST_PORTIONS)
        self.team.share = do_all
        self.team.helpers = address(self.posts[0])
        self.team.size = 1
        self.team.least = WORTH_DIVIDING

    def are_there(self) -> bint:
        """Whether work can be shared with other cores; starts the helpers if necessary."""
        post: pointer(Post)
        while self.started + 1 < self.cores:
            post = new_post()
            if post is not NULL:
                post.portion = self.started + 1
            if post is NULL or PyThread_start_new_thread(serve, post) == -1:
                self.cores = self.started + 1  # do not try again
                break
            self.posts[self.started] = post
            self.started += 1
        self.team.size = self.cores
        return self.cores > 1

    def limit(self, cores: int) -> None:
        """Set how many cores large checks may use."""
        self.cores = cores
        self.team.size = 1  # until the next large check

    def count(self) -> int:
        """How many helpers large checks have started."""
        return self.started

    def forget(self) -> None:
        """Forget the helpers, in a forked process: only the calling thread exists there."""
        self.started = 0
        self.team.size = 1  # steps that were given this team before run alone


@binding(False)  # plain method descriptors: CPython checks the type of their `self`
class Workspace:
    """Scratch memory, a quadtree whose memory is reused, and the helper threads."""

    def __cinit__(self):
        self.tree = Quadtree()
        self.helpers = HelperThreads()
        self.lists = tuple([new_pairs(address(self.scratch)) for _ in range(MOST_PORTIONS - 1)])

    def forget_helpers(self) -> None:
        """Forget the helper threads, which do not exist in a forked process."""
        self.helpers.forget()


WORKSPACE = declare(Workspace, Workspace())
"""That of the store. Like the store, it is never freed."""


@cfunc
def attach(store: Store, workspace: Workspace):
    """Give a store its workspace, by an address that does not keep it alive."""
    store.workspace = cast(p_void, workspace)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=workspace.forget_helpers)


attach(STORE, WORKSPACE)
