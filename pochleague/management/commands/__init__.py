"""Commands of the project as a whole: serving it, and keeping its data safe."""
