#!/usr/bin/env python3
"""Django's command line. `./poch manage ...` runs it in .venv."""

import io
import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")
    from django.core.management import execute_from_command_line

    from pochleague.failures import sentences

    if isinstance(sys.stdout, io.TextIOWrapper):
        # The terminal may lack letters of a club's name. In a pipe or a file too, a line appears at once.
        sys.stdout.reconfigure(errors="replace", line_buffering=True)
    with sentences():
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
