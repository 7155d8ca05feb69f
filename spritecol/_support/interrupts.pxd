# Whether somebody has pressed Ctrl-C, asked in loops that may run for seconds.

cdef extern from "Python.h":
    bint PyOS_InterruptOccurred() noexcept
    void PyErr_SetInterrupt() noexcept

cdef int answer_interrupt() except -1

cdef inline int check_interrupt() except -1:
    # Raise KeyboardInterrupt after Ctrl-C, without running any user code. It takes few nanoseconds.
    # The caller's state must be one that may be left.
    return answer_interrupt() if PyOS_InterruptOccurred() else 0
