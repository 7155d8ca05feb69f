"""All but the integrations, each of which a game imports by its name."""

from spritecol.integrations._pyinstaller import hidden_imports

hiddenimports = hidden_imports("spritecol", leave_out="spritecol.integrations")
