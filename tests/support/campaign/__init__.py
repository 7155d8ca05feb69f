"""Random scenes by the thousand, judged in bulk, by tests/campaign.py: see how-it-was-tested.md.

`bulk` makes them as plain arrays, `geometry` carries them to world space and into shapely's
arrays, `judge` says which pairs hit, and the modules of topics compare what the library answers.
They share no code with the library.
"""
