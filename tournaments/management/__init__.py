"""The command line doors."""
