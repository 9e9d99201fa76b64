"""The formats of a stage: who goes on, who sits together and why. Never choose a seat here."""
