"""The routes, by what they are about. Each method is a few lines: fetch, call the verb, tell."""
