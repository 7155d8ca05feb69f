"""Drop-in replacements for the collision functions of pygame-ce, with the same results.

searches           spritecollide, groupcollide, spritecollideany; pair by pair
collided           collide_rect and its relatives, and which of them a callable is
bulk_hits          searches among many sprites: when they pay, what they find, what they kill
sprite_numbers     one side of such a search: its boxes, circles and masks
rects              the boxes of pygame's rects, read through pygame's C interface
read_attributes    rects, radii and masks of many sprites, read by the interpreter
"""
