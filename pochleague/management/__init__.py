"""Commands that serve the project or keep its data safe. Never put other work here than calls."""
