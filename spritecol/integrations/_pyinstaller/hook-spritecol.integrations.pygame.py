"""Of this integration, what its compiled modules import."""

from spritecol.integrations._pyinstaller import hidden_imports

hiddenimports = hidden_imports("spritecol.integrations.pygame")
