# The broad phase of the sprites, for any boxes.
import numpy as np
from numpy.typing import ArrayLike, NDArray

def candidate_pairs(aabbs: ArrayLike, other: ArrayLike | None = None) -> NDArray[np.intp]: ...
