"""Who sits with whom, where, and the certificate that says how good it is. Pure: a request in, a plan out."""
