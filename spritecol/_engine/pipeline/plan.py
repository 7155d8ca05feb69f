"""Decides how to search for pairs; the results are the same whichever method is chosen.

A few boxes are compared directly, many through a quadtree. A Group whose members are mostly at rest
keeps its index between checks. The thresholds between them are measured; they are in `tuning`.
"""

import cython
from cython import Py_ssize_t, declare, pointer
from cython.cimports.spritecol._engine import tuning
from cython.cimports.spritecol._engine.broad_phase.search import BY_QUADTREE, DIRECTLY, IF_WORTH_IT
from cython.cimports.spritecol._engine.pipeline.workspace import workspace_of
from cython.cimports.spritecol._engine.pointers import Rows
from cython.cimports.spritecol._engine.storage.store import STORE
from cython.cimports.spritecol._engine.transform.rows import have_changed


def method_within(workspace: Workspace, count: Py_ssize_t) -> cython.int:
    """How to find the pairs within one sequence of boxes."""
    if workspace.forced < 0 or (count <= tuning.DIRECT_SELF and not workspace.forced):
        return DIRECTLY
    return BY_QUADTREE if workspace.forced else IF_WORTH_IT


def method_between(workspace: Workspace, na: Py_ssize_t, nb: Py_ssize_t) -> cython.int:
    """How to find the pairs between two sequences of boxes."""
    if workspace.forced:
        return DIRECTLY if workspace.forced < 0 else BY_QUADTREE
    return DIRECTLY if na * nb <= tuning.DIRECT_CROSS or min(na, nb) < 2 else IF_WORTH_IT


def method_of_questions(
    workspace: Workspace, questions: Py_ssize_t, count: Py_ssize_t
) -> cython.int:
    """How to answer some questions, such as rays, that each look for some of the boxes."""
    if workspace.forced:
        return DIRECTLY if workspace.forced < 0 else BY_QUADTREE
    least: Py_ssize_t = tuning.WORTH_OF_BOX * count + tuning.WORTH_OF_QUESTION * questions
    return DIRECTLY if questions * count <= least else BY_QUADTREE


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
    if count < (1 if workspace.forced else tuning.KEPT_FROM):
        return NO_INDEX
    if patience.needed == 0:
        patience.needed = tuning.PATIENCE
    if kept is not None:
        if kept.follow(workspace):
            return USE_INDEX
        if kept.uses > tuning.WELL_USED:
            patience.needed = tuning.PATIENCE
        else:
            patience.needed = min(tuning.MOST_PATIENCE, 2 * patience.needed)
        patience.checks_at_rest = 0
        return NO_INDEX
    if have_changed(store, rows, count, count // tuning.AT_REST_SHARE):
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
