"""Integrations with other libraries: `integrations.pygame`, `.arcade` and `.tiled`.

`import spritecol` imports none of them, and needs none of the libraries.
"""
