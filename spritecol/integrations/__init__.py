"""Bridges to other game libraries: `spritecol.integrations.pygame` and `.arcade`.

`import spritecol` imports none of them, and none of them is needed for it.
"""
