"""How much of a result the cards gave, and how much the play: see README.md beside this file."""
