"""Many cases of one law in one test."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any


def for_each(
    names: str, cases: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test for each case, as `pytest.mark.parametrize` does, but all in one test.

    The error of a case that fails names the case in a note, and the cases after it are not run.

    Args:
        names: the arguments of a case, with commas between them.
        cases: what they are: a value, or a tuple where there are several names.
    """
    arguments = [name.strip() for name in names.split(",")]
    values = [(case,) if len(arguments) == 1 else case for case in cases]

    def of_all(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(**others: Any) -> None:
            for value in values:
                case = dict(zip(arguments, value, strict=True))
                try:
                    test(**others, **case)
                except Exception as error:
                    error.add_note(f"in the case {case}")
                    raise

        signature = inspect.signature(test)
        left = [value for name, value in signature.parameters.items() if name not in arguments]
        run.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return run

    return of_all
