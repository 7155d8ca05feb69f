"""Queries about sprites where they are, and sweeps. Afterward, each sprite is where it was.

Modules::

    hits               hits, check, pairs and pair_indices, asked of the pipeline
    place_questions    query_point, query_box, query_circle, query_shape; nearest, nearest_k, ...
    ray_questions      raycast, line_of_sight and their array forms
    sweep_questions    sweep, sweep_all and sweep_arrays: where on its way a sprite begins to hit
    visible_area       what an eye sees, by rays beside all corners
    contact_questions  contacts, separation, distance, and their array forms
    query_filter       mask, exclude, where, shapes: which sprites and shapes a question counts
    answers            what questions return: Near, RayHit, SweepHit, Contact, ...
    answer_arrays      answers as arrays: RayArrays, SweepArrays, SlideArrays, ContactArrays
"""

from spritecol._support.lazy_imports import LazyModule

answer_arrays = LazyModule("spritecol.sprites.questions.answer_arrays", "arrays")
"""The classes of array results, which are imported on first use because attrs is slow to create
them."""
