"""The game of Poch: the engine, and its public functions in ``games.services``."""
