# The tolerances of motion: each constant with its unit, and what fails without it. A hit has none.
# Constants that only save time, or bound it, are in tuning.pxd. The text in quotes is the number,
# so that C compilers see it everywhere.

cdef extern from *:
    # --- shares of the size of the numbers -------------------------------------------------------

    # About the relative distance of two neighboring float64 numbers: the proof steps back by this
    # much. With less it steps in place, and with more it ends too early.
    const double ULP "2.3e-16"

    # How far a way along a slanted side leads away from it. Without it `move_and_collide` meets the
    # side again, since rounding keeps the way from being parallel.
    const double OUTWARD "2e-15"

    # A sliding body gets no deeper than this by rounding alone. Without it, the seams of a rotated
    # floor of tiles are met.
    const double SLIDING "1e-14"

    # Added to a hair. Without it, rounding exceeds a hair far from the origin.
    const double ULPS "1e-13"

    # More than rounding, and too little to matter. Without it, a slide along a wall is blocked by
    # the opposite wall, and round parts pass between the side and the corner of an edge.
    const double NOISE "1e-12"

    # A rotating part may miss a hit that never gets deeper, and a move this deep inside an obstacle
    # may be on its outline. Without it, steps toward a touch never end.
    const double SHALLOW "1e-11"

    # Parts that are nearer touch. Without it, a corner at a seam has a side of its own, and
    # adjacent one-way shapes do not act like one.
    const double TOUCHING "1e-9"

    # Targets that are no farther beside a way may decide where it ends. This is more than TOUCHING
    # and the rounding of a rounded position together. With less, a result depends on the order of
    # the search.
    const double BESIDE "1e-8"

    # --- sizes of a body, and hairs --------------------------------------------------------------

    # In sizes: a hair. A body touches targets that it gets no deeper into than this. Without it, a
    # box is stopped by the floor that it moves along.
    const double HAIR "1e-9"

    # In hairs: positions this near count as equal. Without it, a walker that stands at a wall moves
    # on by rounding errors.
    const double SAME_PLACE "8.0"

    # In hairs: a point that is still between two things this much farther on has not just passed
    # their corners. Without it, a point meets the seam of shapes that it passes.
    const double PAST_CORNERS "1e3"

    # In sizes: how far beside a point a floor is searched. With less, rounding may move that
    # position to the other side of an edge.
    const double ASIDE "1e-3"

    # In sizes: targets that are only touched by a corner count as this far away. Without it, a wall
    # beside the feet may be the floor.
    const double CORNERS_LAST "1e3"

    # In wanted motions: how far around its box a walker looks, at least by its own size, and
    # farther if something has moved. Targets that come from beyond that are met as if they had not
    # moved.
    const double AHEAD "3.0"

    # In pushes out of one half plane: the longest push into the corner of two. Without it, nearly
    # opposite half planes throw a body far away.
    const double CORNER "2.0"

    # --- angles ----------------------------------------------------------------------------------

    # The sine of an angle that counts as 0, because directions are rounded. Without it, a slanted
    # side blocks a way along it.
    const double PARALLEL "1e-12"

    # A sine, or a difference of cosines: directions that differ by less are equal. Without it, a
    # floor has several ends in one direction.
    const double SAME "1e-9"

    # The sine of the angle between a motion and the side that it meets. At a smaller angle it only
    # grazes. Without it, two touching ellipses meet, and points stop at the seams of a row.
    const double GRAZING "1e-6"

    # Degrees: a target that turns by more pushes by what it overlaps. With more, a wheel pushes who
    # stands beside it, along a chord.
    const double FAST_TURN "5.0"

    # --- fractions of a way ----------------------------------------------------------------------

    # Impacts this far beyond the end, or after the best, may become earlier when proved. Without
    # it, the second of two impacts is returned as the first.
    const double END_SLACK "1e-9"

    # In steps of about an ulp (`Motion.step`): how far wrong a fraction can be if a motion nearly
    # grazes. Without it, the second of two impacts is returned on short ways.
    const double MOST_BACK "4e6"

    # In shares of NOISE: how much farther on it is clear whether a rotating part gets deeper.
    # Without it, a part that rotates while touching counts as going deeper.
    const double FARTHER_ON "1e5"

    # --- others ----------------------------------------------------------------------------------

    # A number is round if this many times the number is whole, so that it has few digits. Without
    # it, a box rests an ulp above the floor.
    const double EVEN "1048576.0"

    # --- numbers of tries ------------------------------------------------------------------------

    # A position is moved off the things that it touches by no ulp, by two, four and so on. With
    # fewer tries it stays inside.
    const int TRIES "10"

    # How many times a way is halved if no position at its end is free. With fewer, it ends earlier.
    const int MOST_HALVES "50"

    # Straight ways of a slide, and legs of a walk. The limits make them end in any maze. Along a
    # wall, 2 are needed.
    const int MOST_WAYS "60"
    const int MOST_LEGS "24"

    # Half planes that were met on trial ways and are heeded: with more a push may turn again and
    # again.
    const int MOST_TRIES "12"
