"""Bridges to other game libraries, one package each: `spritecol.integrations.pygame`.

`import spritecol` imports none of them, and none of them is needed for it.
"""
