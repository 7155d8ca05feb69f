"""Drop-in replacements for the collision functions of arcade, with the same results."""
