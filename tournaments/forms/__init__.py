"""The forms of the pages. They check the input and show each error at its field."""
