# A growing list of pairs of positions, as the pipeline fills it.
from typing import final

import numpy as np
from numpy.typing import NDArray

@final
class IndexPairs:
    @property
    def count(self) -> int: ...
    @property
    def capacity(self) -> int: ...
    def array(self) -> NDArray[np.intp]: ...
