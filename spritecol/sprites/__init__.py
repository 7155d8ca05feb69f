"""The objects that users hold, and the functions they call: sprites in, hits out."""
