"""The tests. `./poch test` runs them all."""
