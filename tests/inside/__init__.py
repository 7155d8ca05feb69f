"""What only tests see: compiled modules that read the fields of compiled classes.

Any build in place builds them here (`setup.py`), so that no wheel holds them. Only `support.hooks`
imports them.
"""
