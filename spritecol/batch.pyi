# Sprites side by side with their rows. All that Python sees is the base class of Group.
from typing_extensions import disjoint_base

@disjoint_base
class Batch: ...
