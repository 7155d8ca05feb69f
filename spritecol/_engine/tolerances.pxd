# What motion decides by: each constant with its unit, and what fails without it. A hit has none.
# Constants that only save time, or bound it, are in tuning.pxd. The text in quotes is the number:
# so C compilers see it everywhere.

cdef extern from *:
    # --- shares of the size of the numbers -------------------------------------------------------

    # About the relative distance of two neighboring float64 numbers: the proof steps back by so
    # much. With less it steps in place, with more it ends too early.
    const double ULP "2.3e-16"

    # What slides gets no deeper than this by rounding alone. Without it a turned floor of tiles is
    # met at its seams.
    const double SLIDING "1e-14"

    # More than rounding, less than counts. Without it a slide along a wall is against what lies
    # opposite, and round parts pass between the side and the corner of an edge.
    const double NOISE "1e-12"

    # A hit that never gets deeper may be missed by what turns; and a move this deep inside an
    # obstacle may be on its outline. Without it steps toward a touch never end.
    const double SHALLOW "1e-11"

    # What is nearer touches. Without it a corner at a seam has a side of its own, and planks side by
    # side are not like one.
    const double TOUCHING "1e-9"

    # --- sines of angles -------------------------------------------------------------------------

    # No angle: directions are rounded. Without it a way along a slanted side is blocked by it.
    const double PARALLEL "1e-12"

    # Normals that turn by less are one. Without it a floor has several ends in one direction.
    const double SAME "1e-9"

    # Between a motion and what it meets: a smaller one only grazes. Without it two ellipses that
    # touch meet, and points stop at the seams of a row.
    const double GRAZING "1e-6"

    # --- fractions of a way ----------------------------------------------------------------------

    # Impacts so far beyond the end, or behind the best, may become earlier when proved. Without it
    # the second of two is told as the first.
    const double END_SLACK "1e-9"

    # In steps of about an ulp (`Motion.step`): how far wrong a fraction can be where a motion nearly
    # grazes. Without it the same on short ways.
    const double MOST_BACK "4e6"

    # In shares of NOISE: so much farther on it shows whether what turns gets deeper. Without it what
    # turns in a touch counts as going deeper.
    const double FARTHER_ON "1e5"
