"""Django's backend for SQLite, with a fair lock for the threads of this process that write."""
