# Sprites in order of which some may leave. All that Python sees is a base class of Group.
from typing_extensions import disjoint_base

from spritecol.batch import Batch

@disjoint_base
class Roster(Batch): ...
