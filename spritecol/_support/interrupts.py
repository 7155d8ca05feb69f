"""Ctrl-C within a call that takes long."""

import cython as C


def answer_interrupt() -> C.int:
    """Raise KeyboardInterrupt, as Python does by default.

    A handler of the user's own is user code, which must not run in the middle of a question. So
    it is called after it.
    """
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        raise KeyboardInterrupt
    PyErr_SetInterrupt()  # which leaves it to the interpreter
    return 0
