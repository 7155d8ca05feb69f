# What motion decides by: each constant with its unit, and what fails without it. A hit has none.
# Constants that only save time, or bound it, are in tuning.pxd. The text in quotes is the number:
# so C compilers see it everywhere.

cdef extern from *:
    # --- shares of the size of the numbers -------------------------------------------------------

    # About the relative distance of two neighboring float64 numbers: the proof steps back by so
    # much. With less it steps in place, with more it ends too early.
    const double ULP "2.3e-16"

    # How far a way along a slanted side leads away from it. Without it `move_and_collide` meets the
    # side again, since rounding keeps the way from being parallel.
    const double OUTWARD "2e-15"

    # What slides gets no deeper than this by rounding alone. Without it a turned floor of tiles is
    # met at its seams.
    const double SLIDING "1e-14"

    # What is added to a hair. Without it rounding reaches across a hair, far from the origin.
    const double ULPS "1e-13"

    # More than rounding, less than counts. Without it a slide along a wall is against what lies
    # opposite, and round parts pass between the side and the corner of an edge.
    const double NOISE "1e-12"

    # A hit that never gets deeper may be missed by what turns; and a move this deep inside an
    # obstacle may be on its outline. Without it steps toward a touch never end.
    const double SHALLOW "1e-11"

    # What is nearer touches. Without it a corner at a seam has a side of its own, and planks side by
    # side are not like one.
    const double TOUCHING "1e-9"

    # What is no farther beside a way may have a say in where it ends: more than TOUCHING, and the
    # rounding of an evened place, together. With less an answer depends on what was looked at.
    const double BESIDE "1e-8"

    # --- sizes of a body, and hairs --------------------------------------------------------------

    # In sizes: a hair. What a body gets no deeper into than this, it touches. Without it a box is
    # stopped by the floor that it goes along.
    const double HAIR "1e-9"

    # In hairs: what is so near is at the same place. Without it a walker that stands at a wall walks
    # on by what rounding leaves.
    const double SAME_PLACE "8.0"

    # In hairs: what is still between two things so much farther on has not just passed their
    # corners. Without it a point meets the seam of what it passes.
    const double PAST_CORNERS "1e3"

    # In sizes: how far beside a point a floor is looked for. With less, rounding may put that on the
    # other side of an edge.
    const double ASIDE "1e-3"

    # In sizes: what is touched by a corner only is as if it were so far off. Without it a wall
    # beside the feet may be the floor.
    const double CORNERS_LAST "1e3"

    # In wanted motions: so far around its box a walker looks, at least as far as it is large, and
    # farther if something has moved. What comes from beyond that is met as if it had not moved,
    # except what has come along with a fast floor.
    const double AHEAD "3.0"

    # In pushes out of one half plane: so long may be that into a corner of two. Without it half
    # planes that are nearly opposite throw a body far away.
    const double CORNER "2.0"

    # --- angles ----------------------------------------------------------------------------------

    # The sine of no angle: directions are rounded. Without it a way along a slanted side is blocked
    # by it.
    const double PARALLEL "1e-12"

    # A sine, or a difference of cosines: directions that turn by less are one. Without it a floor
    # has several ends in one direction.
    const double SAME "1e-9"

    # The sine of the angle between a motion and what it meets: a smaller one only grazes. Without it
    # two ellipses that touch meet, and points stop at the seams of a row.
    const double GRAZING "1e-6"

    # Degrees: what turns by more is seen to turn piece by piece. With more, what turns fast pushes
    # along a chord.
    const double PIECE "5.0"

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

    # --- others ----------------------------------------------------------------------------------

    # A number of which this many times are whole is even: it has few digits. Without it a box rests
    # by an ulp off the floor.
    const double EVEN "1048576.0"

    # --- numbers of tries ------------------------------------------------------------------------

    # A place is moved off what it touches by no ulp, by two, four and so on: with fewer tries it
    # stays in it.
    const int TRIES "10"

    # So many times a way is halved, where no place at its end is free: with fewer it ends earlier.
    const int MOST_HALVES "50"

    # Straight ways of a slide, and legs of a walk: the limits make them end in any maze. Along a
    # wall it takes 2.
    const int MOST_WAYS "60"
    const int MOST_LEGS "24"

    # Half planes that were met on trial ways and are heeded: with more a push may turn again and
    # again.
    const int MOST_TRIES "12"
