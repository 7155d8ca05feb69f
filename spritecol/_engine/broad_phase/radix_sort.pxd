cdef void radix_sort(
    unsigned long long* words, unsigned long long* spare, Py_ssize_t count, int low, int high
) noexcept nogil
