"""Integrations with other libraries: `integrations.pygame`, `.arcade`, `.tiled` and `.ray`.

`import spritecol` imports none of them, and needs none of the libraries.
"""
