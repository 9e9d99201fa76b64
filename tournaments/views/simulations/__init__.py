"""Pages about the simulations of a club."""
