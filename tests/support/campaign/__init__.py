"""Random scenes by the thousand, judged in bulk. Run by tests/campaign.py; see docs/guarantees.md.

`bulk` makes them as plain arrays, `geometry` carries them to world space and into shapely's
arrays, `judge` says which pairs hit, and the modules of topics compare what the library answers.
They share no code with the library.
"""
