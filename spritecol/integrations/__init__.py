"""Bridges to other libraries, one each: `integrations.pygame`, `.arcade` and `.tiled`.

`import spritecol` imports none of them, and none of them is needed for it.
"""
