"""Judge the weights of hands: ``python -m games.engine.luck --preset pagat --limit 10``."""

from __future__ import annotations

import sys

from games.engine.errors import EngineError
from games.engine.luck.features import HANDS, MELDING
from games.engine.luck.validation import Validation, validate
from games.engine.rules import resolve

AIMS = {MELDING: 0.75, HANDS: 0.5}

USAGE = """usage: python -m games.engine.luck [--preset NAME] [--limit CHIPS] [--seats N] [--evenings N]

Bots play deals by these rules, which measures what cards are worth. Then they play evenings of 12 deals from
another seed. It prints which part of the variance of the net chips is left without what the cards gave, and
what the cards gave to each kind of bot, which should be zero within two standard errors.
"""


def main(arguments: list[str]) -> int:
    """Print the validation. Return 0, 1 if the rules are refused, or 2 for a wrong option."""
    values = {"--preset": "pagat", "--limit": "10", "--seats": "4", "--evenings": "2000"}
    for name, value in zip(arguments[::2], [*arguments[1::2], ""], strict=False):
        if name not in values or not value or (name != "--preset" and not value.isdigit()):
            sys.stderr.write(USAGE)
            return 2
        values[name] = value
    document: dict[str, object] = {"preset": values["--preset"]}
    if int(values["--limit"]):
        document["bet_limit"] = int(values["--limit"])
    try:
        found = validate(
            resolve(document), seats=int(values["--seats"]), evenings=max(1, int(values["--evenings"]))
        )
    except EngineError as error:
        sys.stderr.write(error.detail + "\n")
        return 1
    for each in found:
        sys.stdout.write(text_of(each))
    return 0


def text_of(found: Validation) -> str:
    """The lines about one kind of knowledge."""
    lines = [f"{found.by}: {found.ratio:.3f} of the variance is left (aim {AIMS[found.by]})"]
    lines += [
        f"  {kind.bot:9}{kind.rounds:6} rounds  net {kind.net:+6.1f} (deviation {kind.deviation:.1f})"
        f"  cards {kind.cards:+6.2f} ± {kind.cards_error:.2f}  play {kind.play:+6.2f} ± {kind.play_error:.2f}"
        for kind in found.kinds
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
