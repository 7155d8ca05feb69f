# Members that may hold members themselves. All that Python sees is a base class of Group.
from typing_extensions import disjoint_base

from spritecol.roster import Roster

@disjoint_base
class Nest(Roster): ...
