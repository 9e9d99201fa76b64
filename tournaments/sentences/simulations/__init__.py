"""The report of a simulation in sentences, charts and tables. No module here queries the database."""
