"""Access to the memory of NumPy arrays, without the overhead of a NumPy call.

Writing a column of a hundred sprites takes as long as a single call into NumPy. This is the only
module that uses Python's buffer protocol: a Cython memoryview in a signature would add 22,000 lines
of C to every module that uses it.
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
    """Address, count and stride of an array of float64; `memory` is NULL for anything else.

    Arrays that do not have one dimension or are not aligned to 8 bytes count as anything else.

    The address is valid while the caller holds the array and no user code runs.
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
    """The address of a C-contiguous array, which must not be empty; BufferError for others.

    It is valid while the caller holds the array.
    """
    buffer: Py_buffer
    memory: cython.p_void
    PyObject_GetBuffer(array, cython.address(buffer), PyBUF_C_CONTIGUOUS)
    memory = buffer.buf
    PyBuffer_Release(cython.address(buffer))
    return memory
