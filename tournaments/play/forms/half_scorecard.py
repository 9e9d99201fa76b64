"""A scorecard while somebody fills it in: its contradictions so far, and the chips that it gives so far.

The engine judges complete scorecards only. So what is missing is filled in with something possible, and an
error counts only if it is about what was typed. What is only missing is no error yet.
"""

from __future__ import annotations

from typing import Any, Final

import games.services as games
from tournaments.play.forms.scorecard import ScorecardForm

ABSENT: Final = {"nothing_shown", "meld_missing", "joined_upcard_not_melded"}
"""Errors of the engine that only say that something is missing."""


STAKES: Final = {"opener_outbid", "stakes_out_of_turn"}
"""Errors about all stakes together. The next stake that is typed may put them right."""


TYPED_FIRST: Final = ("upcard", "melds", "stakes", "passed", "shown")
"""The parts of a scorecard that are typed before the cards left."""


class HalfScorecard:
    """The bound form of a scorecard that may be incomplete."""

    def __init__(self, form: ScorecardForm) -> None:
        self.form = form
        self.complete = form.is_valid()
        seats = range(len(form.names))
        self._left = {seat for seat in seats if form.cleaned_data.get(f"left_{seat}")}
        self._has_stakes = bool(self._left) or form.cleaned_data.get("out") is not None
        if not self.complete:
            self._forget_what_is_missing()

    def _forget_what_is_missing(self) -> None:
        """Keep only the errors about something that was typed."""
        for name, errors in list(self.form.errors.items()):
            kept = [error for error in errors.as_data() if error.code != "required"]
            del self.form.errors[name]
            if kept:
                self.form.add_error(None if name == "__all__" else name, kept)

    @property
    def wrong(self) -> dict[str, list[str]]:
        """The errors by field; those of the whole scorecard at the empty name."""
        return {
            "" if name == "__all__" else name: [str(error) for error in errors]
            for name, errors in self.form.errors.items()
        }

    def document(self) -> dict[str, Any] | None:
        """The document, with the missing cards left filled in; None if it has errors or no upcard yet."""
        cleaned, seats = self.form.cleaned_data, range(len(self.form.names))
        if self.form.errors or not (cleaned.get("rank") and cleaned.get("suit")):
            return None
        if not self.complete:
            without = [seat for seat in seats if seat not in self._left]
            if cleaned.get("out") is None:
                cleaned["out"] = without[0] if without else seats[-1]
            for seat in without:
                cleaned[f"left_{seat}"] = 1
            for name in ("stops",) if self.form.asks_stops else ():
                cleaned.setdefault(name, [])
        return self.form.document()

    def object_to(self, refusal: games.EngineError) -> None:
        """Keep an error of the engine if it is about what was typed."""
        if self.complete or self._is_about_what_was_typed(refusal):
            self.form.object_to(refusal)

    def _is_about_what_was_typed(self, refusal: games.EngineError) -> bool:
        part, _, seat = (refusal.pointer or "").removeprefix("/").partition("/")
        if refusal.code == "more_left_than_dealt":
            return seat.isdecimal() and int(seat) in self._left
        if refusal.code in STAKES and not self._has_stakes:
            return False
        return part in TYPED_FIRST and refusal.code not in ABSENT
