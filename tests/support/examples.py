"""Change how many examples a Hypothesis test draws."""

from typing import Any

from hypothesis import settings


def examples(count: int, **others: Any) -> settings:
    """Return settings for a test that needs more or fewer examples than others.

    Args:
        count: how many in the default profile. Another profile draws as many times more as it does
            of every other test.
        others: further settings of Hypothesis, such as `stateful_step_count`.
    """
    times = settings().max_examples / settings.get_profile("default").max_examples
    return settings(max_examples=round(count * times), **others)
