"""The command line: ``./poch engine replay FILE|-``, ``steps FILE|-``, ``rules`` and others.

Without the script of the checkout it is ``python -m games.engine``.

Exit status: 0 success; 1 a document was refused; 2 the input cannot be read, or the command is unknown.
"""

from __future__ import annotations

import json
import sys

from games.engine.errors import EngineError
from games.engine.practice import Write, answer, answer_lines, stepped
from games.engine.presets import PRESETS
from games.engine.rules import preset_switches

USAGE = """usage: ./poch engine COMMAND      (or: python -m games.engine COMMAND)

  replay FILE      print a poch-result/1 for the document in FILE (.json), or for each of its lines (.jsonl);
                   - reads lines from standard input
  steps FILE       print the poch-steps/1 of each document instead: who did what, step by step
  rules [PRESET]   print the names of the presets, or the switches of one preset as JSON"""


def main(arguments: list[str]) -> int:
    """Run one command and return the exit status. A reader that has gone, such as `head`, is no error."""
    try:
        status = run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        sys.stderr.close()  # Python would report the rest of the output
        return 1
    return status


def run(arguments: list[str]) -> int:
    match arguments:
        case ["replay", path]:
            return replay_file(path)
        case ["steps", path]:
            return replay_file(path, stepped)
        case ["rules"]:
            print("\n".join(PRESETS))
            return 0
        case ["rules", preset]:
            return print_preset(preset)
        case ["-h" | "--help" | "help"]:
            print(USAGE)
            return 0
    print(USAGE, file=sys.stderr)
    return 2


def replay_file(path: str, write: Write | None = None) -> int:
    """Answer every document of a file or of standard input. Return 2 if it cannot be read."""
    try:
        if path == "-":
            if sys.stdin is None:  # standard input is closed
                print("-: there is no standard input", file=sys.stderr)
                return 2
            return answer_lines(sys.stdin.buffer, sys.stdout, write)
        with open(path, "rb") as file:  # noqa: PTH123 - importing pathlib takes as long as twenty replays
            if not path.lower().endswith(".json"):
                return answer_lines(file, sys.stdout, write)
            text, refused = answer(file.read(), write)
            print(text)
            return refused
    except BrokenPipeError:
        raise
    except OSError as error:
        print(f"{path}: {error.strerror or error}", file=sys.stderr)
        return 2


def print_preset(name: str) -> int:
    """Print the switches of one preset. Return 1 if the name is unknown."""
    try:
        print(json.dumps(preset_switches(name)))
    except EngineError as error:
        print(error.detail, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
