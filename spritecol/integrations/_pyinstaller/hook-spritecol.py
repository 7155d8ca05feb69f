"""Everything except integrations with other libraries, which a game imports by name if it needs
them.
"""

from spritecol.integrations._pyinstaller import hidden_imports

hiddenimports = hidden_imports("spritecol", leave_out=("spritecol.integrations", "spritecol.view"))
excludedimports = ["cython"]  # which compiled modules import only if they are not compiled
