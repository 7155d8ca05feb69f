from spritecol.sprites.motion.body cimport Body
from spritecol.sprites.motion.vector cimport Vector
from spritecol.sprites.motion.walker_memory cimport Memory
from spritecol.sprites.questions.answers cimport Slide

cdef Slide move_once(Body body, Memory before, Memory after, Vector wanted, bint drops)
