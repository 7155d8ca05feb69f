"""One module for each part of the benchmarks; each has `rows(effort)`."""

# In the order of docs/benchmarks.md.
PARTS = (
    "one_pair",
    "one_against_many",
    "two_groups",
    "all_pairs",
    "bullet_hell",
    "contacts",
    "sweeps",
    "walkers",
    "places",
    "sight_and_paths",
    "box2d",
    "crowds",
    "worlds",
    "pygame_drop_in",
    "pygame_sprite",
    "arcade_drop_in",
)
