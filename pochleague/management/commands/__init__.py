"""Commands that serve the project or keep its data safe."""
