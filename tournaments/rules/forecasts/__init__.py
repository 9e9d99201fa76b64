"""What is still open before the last round, and which format finds the best player: see README.md."""
