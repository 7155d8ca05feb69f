"""What peers need more than a line for.

A peer that is not there is left out, and its rows say why.
"""
