"""The forms of the pages: they read what was typed and say next to the field what is wrong."""
