"""What directors do to standings."""
