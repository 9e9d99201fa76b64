"""Tests of the files in this repository: README files, imports, lock files."""
