"""The commands of `./poch manage`. A command calls verbs; it never changes rows by itself."""
