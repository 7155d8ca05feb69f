# Short names of pointers to read-only data, for signatures.

ctypedef const double* Numbers  # the numbers of a part, or of several, one after another
ctypedef const int* Rows  # rows of the storage
