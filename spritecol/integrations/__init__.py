"""Bridges to other game libraries, one each: `integrations.pygame`, `integrations.tiled`.

`import spritecol` imports none of them, and none of them is needed for it.
"""
