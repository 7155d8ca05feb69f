"""What fits exactly, in small whole numbers: a few rounds of each topic of the campaign."""

import numpy as np
import pytest
from support.campaign import exact_fits
from support.campaign.tally import Tally

ROUNDS = 12


@pytest.mark.parametrize("topic", exact_fits.TOPICS)
def test_nothing_that_fits_exactly_is_wrong(topic: str) -> None:
    tally = Tally()
    for number in range(ROUNDS):
        rng = np.random.default_rng([5, number])
        exact_fits.TOPICS[topic](rng, tally, f"round {number} of {topic}")
    assert tally.wrong == []
    assert tally.judged.total() > 3 * ROUNDS
    assert tally.undecided.total() < tally.judged.total()
