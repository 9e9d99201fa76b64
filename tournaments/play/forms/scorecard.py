"""The forms of a scorecard and of the chips on the board.

It asks only for what people at the table see, and for nothing that follows from other fields: the stakes show
who passed, for example. The fields depend on the rules, the board and the seats of the table. The engine
checks the scorecard, and the form shows its errors at the fields that caused them.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games.services as games
from tournaments.core.forms import PageForm
from tournaments.core.packs import in_pack
from tournaments.core.refusals import sentence
from tournaments.core.words.words import card_name, rank_sign
from tournaments.play.words.deals import at_table
from tournaments.tables.verbs.table_states import TableState

STAKES: Final = range(1, 9)
"""The stakes that have a key of their own."""

RANKS_WITH_SETS: Final = 9
"""The most ranks of a pack whose sets all have keys. Those of 52 cards would fill three screens."""


def board_of(form: ScorecardForm) -> dict[str, Any]:
    """The wells in the board's order, the pack by suit, the keys of the cards left, and facts as JSON.

    The rules are the engine's (`games.card_facts`): `thumbs.js` knows none.
    """
    state = form.state
    rules = state.rules
    facts = games.card_facts(rules, seats=len(form.names), dealer=state.next_dealer)
    most = max(facts["dealt"])
    facts |= {
        "most_stake": rules["bet_limit"],
        "all_in": form.asks_all_in,
        "names": form.names,
        "may_show_alone": rules["show_uncontested"],
    }
    return {
        "wells": [
            {
                "pool": pool,
                "chips": form.chips_in(pool),
                "field": f"meld_{pool}" if pool in form.pools else "",
            }
            for pool in games.board(rules)
        ],
        "stakes": STAKES,
        "sets": facts["one_rank"] and len(form.ranks) <= RANKS_WITH_SETS,
        "ranks": len(form.ranks),
        "suits": [(suit, [rank + suit for rank in form.ranks]) for suit in SUITS],
        "left": [(seat, name, range(1, facts["dealt"][seat] + 1)) for seat, name in enumerate(form.names)],
        "lines_of_keys": 1 if most <= 8 else 2,
        "keys_in_line": most if most <= 8 else -(-most // 2),
        "facts": json.dumps(facts),
    }


RANKS: Final = {32: "AKQJT987", 36: "AKQJT9876", 52: "AKQJT98765432"}
SUITS: Final = "shdc"
MOST_LEFT: Final = 30
"""More cards than anybody can have left."""
MELDS: Final = ("ace", "king", "queen", "jack", "ten", "marriage", "sequence")
"""The pools that players can win by melding."""


def _keys(choices: Iterable[tuple[str, Any]], **options: Any) -> forms.ChoiceField:
    """A choice with a key for each value."""
    kind = forms.TypedChoiceField if "coerce" in options else forms.ChoiceField
    return kind(choices=list(choices), widget=forms.RadioSelect, **options)


def _number(name: str, most: int | None) -> forms.IntegerField:
    """A number of a player; empty means 0."""
    attributes = {"inputmode": "numeric", "placeholder": "0", "aria-label": name}
    widget = forms.NumberInput(attributes)
    return forms.IntegerField(label=name, required=False, min_value=0, max_value=most, widget=widget)


class StopsField(forms.TypedMultipleChoiceField):
    """The seats that ended the runs, in order. A seat can occur several times."""

    widget = forms.MultipleHiddenInput


class ScorecardForm(PageForm):
    """A deal. `names` are in seat order; `state` is the table before the deal."""

    def __init__(self, state: TableState, names: Sequence[str], data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"number": state.next_number})
        self.state, self.names = state, names
        rules = state.rules
        self.ranks = RANKS[rules["pack"][str(len(names))]]
        self.pools = [
            pool
            for pool in games.board(rules)
            if pool in MELDS and not (pool == "sequence" and rules["sequence"] == "none")
        ]
        self.asks_stops = rules["shedding"] == "stops" and rules["stop_pay"] > 0
        self.asks_all_in = rules["purse"] == "table"
        self._make_fields()

    def _make_fields(self) -> None:
        seats = [(str(seat), name) for seat, name in enumerate(self.names)]
        fields = self.fields
        fields["number"] = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
        required = {"required": _("Choose the rank of the upcard.")}
        ranks = [(rank, rank_sign(rank)) for rank in self.ranks]
        fields["rank"] = _keys(ranks, label=_("Rank of the upcard"), error_messages=required)
        required = {"required": _("Choose the suit of the upcard.")}
        suits = [(suit, suit) for suit in SUITS]
        fields["suit"] = _keys(suits, label=_("Suit of the upcard"), error_messages=required)
        for pool in self.pools:
            choices = [*seats, ("", _("nobody"))]
            fields[f"meld_{pool}"] = _keys(choices, coerce=int, empty_value=None, required=False)
        cards = [(rank + suit, card_name(rank + suit)) for rank in self.ranks for suit in SUITS]
        for seat, name in seats:
            fields[f"stake_{seat}"] = _number(name, self.state.rules["bet_limit"])
            if self.asks_all_in:
                fields[f"all_in_{seat}"] = forms.BooleanField(label=_("all in"), required=False)
            shown = forms.MultipleChoiceField(
                label=name, required=False, choices=cards, widget=forms.CheckboxSelectMultiple
            )
            fields[f"shown_{seat}"] = shown
            fields[f"left_{seat}"] = _number(name, MOST_LEFT)
        if self.asks_stops:
            fields["stops"] = StopsField(choices=seats, coerce=int, required=False)
        required = {"required": _("Choose the player who went out.")}
        fields["out"] = _keys(seats, label=_("Who went out"), coerce=int, error_messages=required)

    def chips_in(self, pool: str) -> int:
        """The chips in a pool with the antes of this deal."""
        antes = 0 if pool in self.state.rules["undressed"] else len(self.names) * self.state.rules["stake"]
        return self.state.pools[pool] + antes

    @property
    def meld_rows(self) -> list[tuple[str, int, forms.BoundField]]:
        """The pools for melding: name, chips, and field."""
        return [(pool, self.chips_in(pool), self[f"meld_{pool}"]) for pool in self.pools]

    @property
    def seat_rows(self) -> list[dict[str, Any]]:
        """The seats: name, number from 1, and fields. `picks`: all cards, to choose those that were shown."""
        return [
            {
                "name": name,
                "number": seat + 1,
                "stake": self[f"stake_{seat}"],
                "all_in": self[f"all_in_{seat}"] if self.asks_all_in else None,
                "shown": self[f"shown_{seat}"],
                "picks": self._picks(set(self[f"shown_{seat}"].value() or [])),
                "left": self[f"left_{seat}"],
            }
            for seat, name in enumerate(self.names)
        ]

    def _picks(self, chosen: Collection[str]) -> list[list[tuple[str, bool]]]:
        """All cards, and whether each was chosen. Each rank has a row, so that three nines are in one row."""
        return [[(rank + suit, rank + suit in chosen) for suit in SUITS] for rank in self.ranks]

    @property
    def stops_entered(self) -> list[tuple[int, str]]:
        """The players who ended the runs so far: (place in the list from 1, name)."""
        seats = self["stops"].value() or [] if self.asks_stops else []
        return [
            (place, self.names[int(seat)])
            for place, seat in enumerate(seats, 1)
            if str(seat).isdecimal() and int(seat) < len(self.names)
        ]

    def clean(self) -> dict[str, Any]:
        """Require the number of cards left of all players who did not go out."""
        cleaned = super().clean() or {}
        out = cleaned.get("out")
        for seat, name in enumerate(self.names):
            field, left = f"left_{seat}", cleaned.get(f"left_{seat}")
            if out is None or field in self.errors:
                continue
            if seat == out and left:
                self.add_error(field, gettext("%(name)s went out and has no cards left.") % {"name": name})
            if seat != out and not left:
                sentence = gettext("Enter how many cards %(name)s had left.") % {"name": name}
                self.add_error(field, forms.ValidationError(sentence, code="required"))
        return cleaned

    def document(self) -> dict[str, Any]:
        """The poch-scorecard/1 document, without rules, dealer, chips and pools."""
        data = self.cleaned_data
        seats = range(len(self.names))
        stakes = [data[f"stake_{seat}"] or 0 for seat in seats]
        highest = max(stakes)
        document: dict[str, Any] = {
            "format": "poch-scorecard/1",
            "upcard": data["rank"] + data["suit"],
            "melds": {pool: data[f"meld_{pool}"] for pool in self.pools},
            "stakes": stakes,
            "passed": [
                seat
                for seat in seats
                if not highest or (stakes[seat] < highest and not data.get(f"all_in_{seat}"))
            ],
            "shown": {str(seat): " ".join(data[f"shown_{seat}"]) for seat in seats if data[f"shown_{seat}"]},
            "left": [0 if seat == data["out"] else data[f"left_{seat}"] for seat in seats],
        }
        if self.asks_stops:
            document["stops"] = data["stops"]
        return document

    def object_to(self, refusal: games.EngineError) -> None:
        """Show an error of the engine at the field of its JSON pointer, or of the seat that it speaks of."""
        key, _slash, rest = (refusal.pointer or "").removeprefix("/").partition("/")
        seat = rest if rest.isdecimal() else self._seat_of(refusal)
        field = {
            "upcard": "rank",
            "melds": f"meld_{rest or self._pool_of(seat)}",
            "stakes": f"stake_{seat}",
            "passed": f"stake_{self._seat_of(refusal)}",
            "shown": f"shown_{seat}",
            "stops": "stops",
            "left": f"left_{rest}" if rest else "out",
        }.get(key)
        self.add_error(field if field in self.fields else None, at_table(refusal, self.names))

    @staticmethod
    def _seat_of(refusal: games.EngineError) -> str:
        """The first seat of the sentence of an error, which counts seats from 1."""
        params = refusal.sentence.params
        first = str(params.get("seat") or params.get("seats") or 1).partition(",")[0]
        return str(int(first) - 1)

    def _pool_of(self, seat: str) -> str:
        """The first pool that a seat took."""
        mine = (pool for pool in self.pools if str(self.cleaned_data.get(f"meld_{pool}")) == seat)
        return next(mine, self.pools[0] if self.pools else "")

    def fill_in(self, document: Mapping[str, Any]) -> None:
        """Fill the form with a recorded poch-scorecard/1 document."""
        stakes, left, shown = document["stakes"], document["left"], document.get("shown") or {}
        self.initial.update(
            {
                "rank": document["upcard"][0],
                "suit": document["upcard"][1],
                "out": left.index(0),
                "stops": document.get("stops") or [],
                **{f"meld_{pool}": document["melds"].get(pool) for pool in self.pools},
            }
        )
        for seat, stake in enumerate(stakes):
            self.initial[f"stake_{seat}"] = stake
            self.initial[f"all_in_{seat}"] = stake < max(stakes) and seat not in document["passed"]
            self.initial[f"shown_{seat}"] = shown.get(str(seat), "").split()
            self.initial[f"left_{seat}"] = left[seat]

    def keep(self, typed: QueryDict) -> None:
        """Show the typed values without errors, because the scorecard is not complete."""
        for name, field in self.fields.items():
            self.initial[name] = field.widget.value_from_datadict(typed, {}, name)


def with_stop(typed: QueryDict) -> QueryDict:
    """The typed values, with the run that a button has added or removed."""
    changed = typed.copy()
    stops = changed.getlist("stops")
    if "add_stop" in typed:
        stops.append(str(typed["add_stop"]))
    elif "drop_stop" in typed:
        stops = stops[:-1]
    changed.setlist("stops", stops)
    return changed


def reason_field() -> forms.CharField:
    """Why a deal is corrected."""
    about = _("for example: wrong seat, wrong count")
    return forms.CharField(
        label=_("Reason"), required=False, max_length=200, widget=forms.TextInput({"placeholder": about})
    )


class RecordForm(PageForm):
    """A deal as a pasted document: poch-deal/1 or poch-scorecard/1."""

    number = forms.IntegerField(min_value=1, widget=forms.HiddenInput)
    record = forms.CharField(
        label=_("Record"),
        widget=forms.Textarea(attrs={"rows": 12, "class": "code", "spellcheck": "false"}),
        help_text=in_pack(
            _("A poch-deal/1 or poch-scorecard/1 document. You can omit rules, dealer, chips and pools."),
            _(
                "A poch-deal/1 or poch-scorecard/1 document. You can omit rules, dealer, chips and pools. "
                "Records have letters for the cards: c acorns, s leaves, h hearts, d bells; A ace, K king, "
                "Q Ober, J Unter, T ten."
            ),
        ),
    )

    def document(self) -> Mapping[str, Any] | None:
        """The pasted document. None, with an error at the field, if it is not a JSON object."""
        try:
            parsed = games.parse_json(self.cleaned_data["record"])
        except games.EngineError as refusal:
            self.add_error("record", sentence(refusal))
            return None
        if not isinstance(parsed, dict):
            self.add_error("record", gettext("The record must be a JSON object."))
            return None
        return parsed

    def object_to(self, refusal: games.EngineError) -> None:
        """Show an error of the engine at the record, with the number of the action."""
        message = sentence(refusal)
        if refusal.at is not None:
            message = gettext("Action %(at)d: %(detail)s") % {"at": refusal.at, "detail": message}
        self.add_error("record", message)
