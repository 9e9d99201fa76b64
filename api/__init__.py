"""The REST API. It translates between HTTP and the verbs of `tournaments`; it contains no rule of its own."""
