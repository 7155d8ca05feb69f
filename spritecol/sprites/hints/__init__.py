"""Errors and warnings that tell a user what was probably meant. No answer depends on them."""
