# `radix_sort` leaves the sorted words in `words`, and expects them unsorted where `unsorted_at` says,
# in one of the two: so that nothing has to be copied back.
cdef unsigned long long* unsorted_at(
    unsigned long long* words, unsigned long long* spare, Py_ssize_t count, int low, int high
) noexcept nogil
cdef void radix_sort(
    unsigned long long* words, unsigned long long* spare, Py_ssize_t count, int low, int high
) noexcept nogil
