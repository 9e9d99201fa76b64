"""The game of Poch: the embedded engine and its public face, ``games.services``."""
