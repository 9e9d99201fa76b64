"""Tags and filters of the templates. Never query the database here."""
