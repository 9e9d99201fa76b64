"""The command line: ``python -m games.engine replay FILE|-``, ``rules [PRESET]``, ``bench``,
``compare``, ``versus``.

See ``spec/record.md``, section 4. Exit status: 0 all right, 1 some document was refused (or a comparison
came out otherwise than it should), 2 the input could not be read or the command is none.
"""

from __future__ import annotations

import json
import sys

from games.engine.answers import answer, answer_lines
from games.engine.errors import EngineError
from games.engine.presets import PRESETS
from games.engine.rules import preset_switches

USAGE = """usage: python -m games.engine COMMAND

  replay FILE      print a poch-result/1 for the document in FILE (.json), or for each line of it (.jsonl);
                   - reads lines from standard input
  rules [PRESET]   print the names of the presets, or the switches of one as JSON
  bench [SECONDS]  measure deals, actions and replays a second
  compare [--deals N]
                   play N deals of every preset (100) with the compiled core and with the core as it stands:
                   every event must be the same, no chip may be lost
  versus [--deals N] [--seed S]
                   what each bot wins at a table with the three others, N deals (200,000) of every preset"""


def main(arguments: list[str]) -> int:
    """Run one command and return the exit status."""
    match arguments:
        case ["replay", path]:
            return replay_file(path)
        case ["rules"]:
            print("\n".join(PRESETS))
            return 0
        case ["rules", preset]:
            return print_preset(preset)
        case ["bench", *seconds] if len(seconds) <= 1 and all(number.isdigit() for number in seconds):
            # Only here: a replay need not wait for what it does not use.
            from games.engine.bench import bench  # noqa: PLC0415

            bench(float(seconds[0]) if seconds else 5.0)
            return 0
        case ["compare"]:
            return compare_cores(100)
        case ["compare", "--deals", deals] if deals.isdigit():
            return compare_cores(int(deals))
        case ["versus", *options] if (numbers := versus_options(options)) is not None:
            # As above.
            from games.engine.bulk_versus import versus  # noqa: PLC0415

            return 0 if versus(*numbers, lambda line: print(line, flush=True)) else 1
        case ["-h" | "--help" | "help"]:
            print(USAGE)
            return 0
    print(USAGE, file=sys.stderr)
    return 2


def versus_options(options: list[str]) -> tuple[int, int] | None:
    """The number of deals and the seed that were asked for; None: these are no such options."""
    values = {"--deals": "200000", "--seed": "1"}
    for name, value in zip(options[::2], [*options[1::2], ""], strict=False):
        if name not in values or not value.isdigit():
            return None
        values[name] = value
    return max(1, int(values["--deals"])), int(values["--seed"])


def compare_cores(deals: int) -> int:
    """Compare the two forms of the core; 1 if they differ, or the compiled one is not installed."""
    from games.engine.bulk_compare import compare  # noqa: PLC0415 - as above

    try:
        return 0 if compare(deals, lambda line: print(line, flush=True)) else 1
    except EngineError as error:
        print(error.detail, file=sys.stderr)
        return 1


def replay_file(path: str) -> int:
    """Answer every document of a file, or of standard input; 2 if it cannot be read at all."""
    try:
        if path == "-":
            if sys.stdin is None:  # Python's word for a standard input that is closed
                print("-: there is no standard input", file=sys.stderr)
                return 2
            return answer_lines(sys.stdin.buffer, sys.stdout)
        with open(path, "rb") as file:  # noqa: PTH123 - importing pathlib takes as long as twenty replays
            if not path.lower().endswith(".json"):
                return answer_lines(file, sys.stdout)
            text, refused = answer(file.read())
            print(text)
            return refused
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our answers has gone; there is nobody to complain to
        return 1
    except OSError as error:
        print(f"{path}: {error.strerror or error}", file=sys.stderr)
        return 2


def print_preset(name: str) -> int:
    """Print one preset's switches; 1 if there is none of that name."""
    try:
        print(json.dumps(preset_switches(name)))
    except EngineError as error:
        print(error.detail, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
