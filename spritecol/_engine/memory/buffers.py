"""Where the numbers of an array lie, without NumPy's cost for each call.

A column of a hundred sprites is written in the time that NumPy needs to look at it once. This is
the one module that touches Python's buffer protocol: a Cython memoryview in a signature would
compile 22,000 lines of C into every module behind it.
"""

import cython
from cython.cimports.cpython.buffer import (
    PyBUF_C_CONTIGUOUS,
    PyBUF_FORMAT,
    PyBUF_STRIDES,
    PyBuffer_Release,
    PyObject_CheckBuffer,
    PyObject_GetBuffer,
)
from cython.cimports.libc.string import strcmp


def doubles_of(array: object) -> Doubles:
    """Where an array's float64 numbers lie, and how far apart; `memory` is NULL for anything else.

    That is: for more than one dimension, and for numbers that do not lie at multiples of 8 bytes.

    Good for as long as the caller holds the array and no code of a user's runs.
    """
    buffer: Py_buffer
    result: Doubles
    result.memory = cython.NULL
    result.count = 0
    result.stride = 0
    if not PyObject_CheckBuffer(array):
        return result
    PyObject_GetBuffer(array, cython.address(buffer), PyBUF_FORMAT | PyBUF_STRIDES)
    if buffer.ndim == 1 and buffer.format is not cython.NULL and strcmp(buffer.format, b"d") == 0:
        result.count = buffer.shape[0]
        result.stride = buffer.strides[0]
        if (cython.cast(cython.size_t, buffer.buf) | result.stride) & 7 == 0:
            result.memory = cython.cast(cython.p_char, buffer.buf)
    PyBuffer_Release(cython.address(buffer))
    return result


def memory_of(array: object) -> cython.p_void:
    """Where the elements of an array lie side by side, row by row; BufferError if they do not.

    Good for as long as the caller holds the array. It must not be empty.
    """
    buffer: Py_buffer
    memory: cython.p_void
    PyObject_GetBuffer(array, cython.address(buffer), PyBUF_C_CONTIGUOUS)
    memory = buffer.buf
    PyBuffer_Release(cython.address(buffer))
    return memory
