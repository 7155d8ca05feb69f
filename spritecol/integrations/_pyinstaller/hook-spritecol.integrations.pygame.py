"""The modules that the compiled modules of this integration import."""

from spritecol.integrations._pyinstaller import hidden_imports

hiddenimports = hidden_imports("spritecol.integrations.pygame")
