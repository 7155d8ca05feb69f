"""Decides how to search for pairs; the results are the same whichever way is chosen.

A few boxes are compared directly, many through a quadtree, on two cores if there are two. A Group
whose members are mostly at rest keeps its index between checks. The thresholds between these ways
are measured; they are in `tuning`.
"""

import cython
from cython import NULL, Py_ssize_t, address, bint, cfunc, declare, exceptval, pointer
from cython.cimports.spritecol._engine.broad_phase.search import BY_QUADTREE, DIRECTLY, IF_WORTH_IT
from cython.cimports.spritecol._engine.halves import team_for
from cython.cimports.spritecol._engine.pipeline.workspace import HelperThread, workspace_of
from cython.cimports.spritecol._engine.pointers import Rows
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
from cython.cimports.spritecol._numbers import call_errors  # noqa: F401 (its words)

from spritecol._numbers.range_check import shown, whole_number


def way_within(workspace: Workspace, count: Py_ssize_t) -> cython.int:
    """How to find the pairs within one sequence of boxes."""
    if workspace.forced < 0 or (count <= DIRECT_SELF and not workspace.forced):
        return DIRECTLY
    return BY_QUADTREE if workspace.forced else IF_WORTH_IT


def way_between(workspace: Workspace, na: Py_ssize_t, nb: Py_ssize_t) -> cython.int:
    """How to find the pairs between two sequences of boxes."""
    if workspace.forced:
        return DIRECTLY if workspace.forced < 0 else BY_QUADTREE
    return DIRECTLY if na * nb <= DIRECT_CROSS or min(na, nb) < 2 else IF_WORTH_IT


@cfunc
@exceptval(check=False)
def is_worth_sharing(workspace: Workspace, count: Py_ssize_t) -> bint:
    """Whether there is a second core, and this many sprites or pairs are worth sharing with it."""
    return count >= WORTH_SHARING and workspace.forced >= 0 and workspace.helper.is_there()


def row_way_within(
    workspace: Workspace, store: Store, rows: Rows, count: Py_ssize_t, kept: bint
) -> cython.int:
    """How to find the pairs within one sequence of rows, which may have a kept index."""
    if kept:
        return BY_KEPT_INDEX
    if is_worth_sharing(workspace, count) and (
        count >= WORTH_SHARING_SHIFTED or not are_shifted(store, rows, count)
    ):
        return ON_TWO_CORES
    return way_within(workspace, count)


@cfunc
@exceptval(check=False)
def are_shifted(store: Store, rows: Rows, count: Py_ssize_t) -> bint:
    """Whether a sample of rows has nothing but circles and boxes that at most move."""
    shifted: cython.int = SHIFTED
    k: Py_ssize_t
    for k in range(ROW_SAMPLES):
        shifted &= store.dirty[rows[k * count // ROW_SAMPLES]]
    return shifted != 0


def row_way_between(
    workspace: Workspace, na: Py_ssize_t, nb: Py_ssize_t, kept_a: bint, kept_b: bint
) -> cython.int:
    """How to find the pairs between two sequences of rows, which may have kept indexes.

    If both have one, that of the longer sequence is queried.
    """
    if kept_b and not (kept_a and na > nb):
        return BY_KEPT_INDEX
    if kept_a:
        return BY_KEPT_INDEX_OF_A
    if min(na, nb) > 1 and is_worth_sharing(workspace, na + nb):
        return ON_TWO_CORES
    return way_between(workspace, na, nb)


def shares_tests(workspace: Workspace, rows: Py_ssize_t, pairs: Py_ssize_t) -> bint:
    """Whether to share the exact tests of pairs with the second core.

    With few rows it has not been woken for the search, and waking it takes longer than many tests.
    """
    return is_worth_sharing(workspace, rows) and is_worth_sharing(workspace, pairs)


def team_for_sweeps(workspace: Workspace, pairs: Py_ssize_t) -> pointer(cython.const[Team]):
    """Who sweeps the first of each pair past the second: two threads, or NULL for one."""
    if pairs < SWEEPS_WORTH_SHARING or workspace.forced < 0 or not workspace.helper.is_there():
        return NULL
    return address(workspace.helper.team)


def team_of(workspace: Workspace, count: Py_ssize_t) -> pointer(cython.const[Team]):
    """Who writes a column of that many numbers: two threads, or NULL for one."""
    if not is_worth_sharing(workspace, count):
        return NULL
    return team_for(address(workspace.helper.team), count)


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
    """For tests: share short steps of a check, too, from this many boxes or pairs on."""
    helper: HelperThread = workspace_of(STORE).helper
    if helper.is_there():
        helper.team.least = count


def use_cores(count: object) -> None:
    """Set how many cores large checks use: 2 (the default if there are two) or 1.

    Use 1 for measurements, or if the game has better work for the second core. The results are the
    same, in the same order.

    Args:
        count: 1 or 2.

    Raises:
        TypeError: `count` is not an int, or a bool.
        ValueError: it is another int than 1 or 2.

    >>> use_cores(1)
    >>> use_cores(2)
    """
    if isinstance(count, bool):  # True would mean one core
        raise TypeError(f"count must be 1 or 2, got {shown(count)}")
    number: cython.int = whole_number(count, "count", 1, 2, kind="1 or 2", allowed="1 or 2")
    workspace_of(STORE).helper.allow(number == 2)


def has_helper() -> bool:
    """For tests: whether a large check has started the helper thread."""
    return workspace_of(STORE).helper.has_started()
