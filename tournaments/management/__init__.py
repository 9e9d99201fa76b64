"""The commands of ./poch manage. A command calls one verb; it never changes rows by itself."""
