"""Integrations with other libraries.

Modules::

    pygame/            for pygame-ce: faster collision functions, a sprite of both, a debug view
    arcade/            for arcade: faster collision functions, a sprite with exact shapes
    ray/               for Ray: many processes, many machines
    tiled              sprites_from_tmx: maps of the editor Tiled
    ldtk               sprites_from_ldtk: maps of the editor LDtk, which are JSON
    _maps/             what the readers of maps share, and the files of Tiled
    _pyinstaller/      for PyInstaller: which modules a frozen game needs
    _needed            the error when a library is missing or too old
    _drawing/          what the debug views of pygame and arcade draw

`import spritecol` imports none of these modules, and needs none of the libraries.
"""
