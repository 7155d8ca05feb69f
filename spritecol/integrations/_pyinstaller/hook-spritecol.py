"""All but what is about other libraries, which a game imports by its name if it wants it."""

from spritecol.integrations._pyinstaller import hidden_imports

hiddenimports = hidden_imports("spritecol", leave_out=("spritecol.integrations", "spritecol.view"))
excludedimports = ["cython"]  # which compiled modules import only where they are not compiled
