# Short names of pointer types, for signatures.

ctypedef const double* Numbers
