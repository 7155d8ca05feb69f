"""Decides how to search for pairs; the results are the same whichever method is chosen.

A few boxes are compared directly, many through a quadtree, very many on several cores. A Group
whose members are mostly at rest keeps its index between checks. The thresholds between them
are measured; they are in `tuning`.
"""

import cython
from cython import Py_ssize_t, address, bint, cfunc, declare, exceptval, pointer
from cython.cimports.spritecol._engine.broad_phase.search import BY_QUADTREE, DIRECTLY, IF_WORTH_IT
from cython.cimports.spritecol._engine.pipeline.workspace import HelperThreads, workspace_of
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.portions import MOST_PORTIONS, portions_from
from cython.cimports.spritecol._engine.storage.layout import SHIFTED
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.transform.rows import have_changed
from cython.cimports.spritecol._engine.tuning import (
    AT_REST_SHARE,
    DIRECT_CROSS,
    DIRECT_SELF,
    KEPT_FROM,
    MOST_PATIENCE,
    PATIENCE,
    ROW_SAMPLES,
    SWEEPS_WORTH_SHARING,
    WELL_USED,
    WORTH_SHARING,
    WORTH_SHARING_SHIFTED,
)

from spritecol._engine.pipeline.workspace import core_count
from spritecol._support.range_check import shown, whole_number


def method_within(workspace: Workspace, count: Py_ssize_t) -> cython.int:
    """How to find the pairs within one sequence of boxes."""
    if workspace.forced < 0 or (count <= DIRECT_SELF and not workspace.forced):
        return DIRECTLY
    return BY_QUADTREE if workspace.forced else IF_WORTH_IT


def method_between(workspace: Workspace, na: Py_ssize_t, nb: Py_ssize_t) -> cython.int:
    """How to find the pairs between two sequences of boxes."""
    if workspace.forced:
        return DIRECTLY if workspace.forced < 0 else BY_QUADTREE
    return DIRECTLY if na * nb <= DIRECT_CROSS or min(na, nb) < 2 else IF_WORTH_IT


@cfunc
@exceptval(check=False)
def portions_worth(workspace: Workspace, count: Py_ssize_t, least: Py_ssize_t) -> cython.int:
    """Into how many portions to divide sprites or pairs, if two are worth it from `least` on."""
    helpers: HelperThreads = workspace.helpers
    if count < least or workspace.forced < 0 or not helpers.are_there():
        return 1
    return portions_from(address(helpers.team), count, min(least, helpers.team.least))


def portions_within(
    workspace: Workspace, store: Store, rows: Rows, count: Py_ssize_t
) -> cython.int:
    """Into how many portions to divide the search for pairs within rows without a kept index."""
    if count >= WORTH_SHARING and are_shifted(store, rows, count):
        return portions_worth(workspace, count, WORTH_SHARING_SHIFTED)
    return portions_worth(workspace, count, WORTH_SHARING)


@cfunc
@exceptval(check=False)
def are_shifted(store: Store, rows: Rows, count: Py_ssize_t) -> bint:
    """Whether a sample of rows has nothing but circles and boxes that at most move."""
    shifted: cython.int = SHIFTED
    k: Py_ssize_t
    for k in range(ROW_SAMPLES):
        shifted &= store.dirty[rows[k * count // ROW_SAMPLES]]
    return shifted != 0


def portions_between(workspace: Workspace, na: Py_ssize_t, nb: Py_ssize_t) -> cython.int:
    """Into how many portions to divide the search between two sequences without a kept index."""
    return portions_worth(workspace, na + nb, WORTH_SHARING) if min(na, nb) > 1 else 1


def portions_of_tests(workspace: Workspace, rows: Py_ssize_t, pairs: Py_ssize_t) -> cython.int:
    """Into how many portions to divide the exact tests of pairs.

    With few rows the helpers have not been woken for the search, and waking them takes longer than
    many tests.
    """
    return portions_worth(workspace, pairs, WORTH_SHARING) if rows >= WORTH_SHARING else 1


def portions_of_sweeps(workspace: Workspace, pairs: Py_ssize_t) -> cython.int:
    """Into how many portions to divide the sweeps of the first of each pair past the second."""
    return portions_worth(workspace, pairs, SWEEPS_WORTH_SHARING)


def portions_of_column(workspace: Workspace, count: Py_ssize_t) -> cython.int:
    """Into how many portions to divide the writing of so many numbers."""
    return portions_worth(workspace, count, workspace.helpers.team.least)


def index_step(
    workspace: Workspace,
    store: Store,
    rows: Rows,
    count: Py_ssize_t,
    kept: KeptIndex | None,
    patience: pointer(Patience),
) -> cython.int:
    """What to do about the kept index of a Group: NO_INDEX, USE_INDEX or MAKE_INDEX.

    An index is created after several consecutive checks found nearly all members at rest. If it has
    to be dropped soon, more such checks are required the next time.
    """
    if workspace.forced < 0 or workspace.forced == NOT_KEPT:
        return NO_INDEX
    if count < (1 if workspace.forced else KEPT_FROM):
        return NO_INDEX
    if patience.needed == 0:
        patience.needed = PATIENCE
    if kept is not None:
        if kept.follow(workspace):
            return USE_INDEX
        if kept.uses > WELL_USED:
            patience.needed = PATIENCE
        else:
            patience.needed = min(MOST_PATIENCE, 2 * patience.needed)
        patience.checks_at_rest = 0
        return NO_INDEX
    if have_changed(store, rows, count, count // AT_REST_SHARE):
        patience.checks_at_rest = 0
    else:
        patience.checks_at_rest += 1
    return (
        MAKE_INDEX if patience.checks_at_rest >= patience.needed or workspace.forced else NO_INDEX
    )


NOT_KEPT = declare(cython.int, 2)
"""The value of `forced` with which each check makes an index of its own."""


def use_index(choice: bool | None, kept: bool = True) -> None:
    """For tests: always search by an index (True), never (False), or as the thresholds say (None).

    With True, Groups keep an index from the first check on, or none if `kept` is false; with False,
    never.
    """
    workspace_of(STORE).forced = 0 if choice is None else -1 if not choice else 1
    if choice and not kept:
        workspace_of(STORE).forced = NOT_KEPT


def share_from(count: int) -> None:
    """For tests: share short steps of a check, too, from this many boxes or pairs on.

    Longer steps that are shared anyway get as many portions as there are cores.
    """
    workspace_of(STORE).helpers.team.least = count


def use_cores(count: object) -> None:
    """Set how many cores large checks use, at most; by default all that this process may, up to 8.

    Use 1 for measurements, or if the game has better work for the others. The results are the same,
    in the same order.

    Args:
        count: 1 to 8. It may be more than the machine has, which is of use only for tests.

    Raises:
        TypeError: `count` is not an int, or a bool.
        ValueError: it is an int that is not from 1 to 8.

    >>> use_cores(1)
    >>> use_cores(4)
    """
    if isinstance(count, bool):  # True would mean one core
        raise TypeError(f"count must be a whole number from 1 to 8, got {shown(count)}")
    workspace_of(STORE).helpers.limit(whole_number(count, "count", 1, MOST_PORTIONS))


def use_all_cores() -> None:
    """For tests: share checks among all cores, as before any call of `use_cores`."""
    use_cores(min(core_count(), MOST_PORTIONS))


def helper_count() -> int:
    """For tests: how many helper threads large checks have started."""
    return workspace_of(STORE).helpers.count()
