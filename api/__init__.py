"""REST: shape in, shape out."""
