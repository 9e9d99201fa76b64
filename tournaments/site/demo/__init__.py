"""The demo: a club with a life, which `./poch demo` makes and plays in an empty database."""
