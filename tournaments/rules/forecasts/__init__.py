"""What is still open before the last round: see README.md."""
