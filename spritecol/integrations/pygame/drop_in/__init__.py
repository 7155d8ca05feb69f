"""Drop-in replacements for the collision functions of pygame-ce, with the same results."""
