"""The doubly linked list of the slots in a cell, shared by both indexes.

The links are stored in the records of the slots, so inserting and removing a slot takes constant
time however many slots a cell has. The declarations are in `_slot_list.pxd`.
"""

import cython  # noqa: F401 (compiled: what the `.pxd` declares is all there is)
