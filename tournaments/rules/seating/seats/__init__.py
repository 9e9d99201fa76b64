"""Who sits where at a table, and which physical table it is, once it is known who sits together."""
