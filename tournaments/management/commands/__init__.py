"""The command line doors: found a club, seed the demo, make an API key."""
