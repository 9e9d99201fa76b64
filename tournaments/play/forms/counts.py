"""The total of a table as a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games.services as games
from tournaments.core.forms import PageForm
from tournaments.core.numbers import number
from tournaments.core.rules.units import WHOLE, in_points
from tournaments.events.rules.tables import MOST_DEALS
from tournaments.play.words.deals import at_table
from tournaments.tables.models.ledger import Deal
from tournaments.tables.verbs.table_states import TableState

MOST_CHIPS = 1_000_000_000


class TenthsField(forms.DecimalField):
    """Points with one decimal. Its value is whole tenths."""

    def __init__(self, **options: Any) -> None:
        super().__init__(decimal_places=1, **options)

    def clean(self, value: Any) -> int | None:
        points = super().clean(value.replace(",", ".") if isinstance(value, str) else value)
        return None if points is None else int(points * 10)


class CountForm(PageForm):
    """The total of a table. `names` are in seat order; `state` is the table before the total.

    corrected: the total that is recorded, for a correction, which needs a reason.
    With purses per table it asks what each seat has at the end, else what it has won or lost. Where the game
    has a board, what stays on it is computed unless somebody types it. In an event with tenths people write
    points: 43.7.
    """

    after = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)
    deals = forms.IntegerField(label=_("Deals played"), min_value=1, max_value=MOST_DEALS)
    board = forms.IntegerField(
        label=_("Chips that stay on the board"),
        min_value=0,
        max_value=MOST_CHIPS,
        required=False,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "placeholder": "0"}),
    )

    def __init__(
        self,
        names: Sequence[str],
        state: TableState,
        data: QueryDict | None = None,
        corrected: Deal | None = None,
    ) -> None:
        self.deals_before = state.next_number - 1
        super().__init__(
            data, initial={"after": self.deals_before, "deals": state.deals_planned - self.deals_before}
        )
        self.final = final = state.rules["purse"] == "table"
        self.on_board, self.computes = sum(state.pools.values()), games.has_rules(state.rules)
        self.brought = (sum(state.purses) if final else 0) + self.on_board
        self.unit, self.is_open = state.rules.get("unit", WHOLE), state.rules.get("open_totals", False)
        own = {}
        for seat, name in enumerate(names):
            kind = forms.IntegerField if self.unit == WHOLE else TenthsField
            own[f"seat_{seat}"] = kind(
                label=name,
                min_value=0 if final else -MOST_CHIPS,
                max_value=MOST_CHIPS,
                # A keyboard for numbers has no minus on some phones.
                widget=forms.NumberInput(attrs={"inputmode": "numeric"} if final else {}),
            )
        self.fields = {**own, **self.fields}
        if self.is_open or self.unit != WHOLE:
            del self.fields["board"]
        self.names, self.seats = names, len(names)
        if corrected is not None:
            self.fields["reason"] = forms.CharField(label=_("Reason of the correction"), max_length=200)
            self.initial.update(self._recorded(corrected.result))

    def _recorded(self, result: Mapping[str, Any]) -> dict[str, Any]:
        """What the form shows of a recorded total."""
        numbers = result["chips" if self.final else "net"]
        of_seats = {
            f"seat_{seat}": each if self.unit == WHOLE else Decimal(each) / 10
            for seat, each in enumerate(numbers)
        }
        return {**of_seats, "deals": result["deals"], "board": result["pools"]["board"]}

    @property
    def seat_fields(self) -> list[forms.BoundField]:
        """The fields of the seats, in order."""
        return [self[f"seat_{seat}"] for seat in range(self.seats)]

    def document(self) -> dict[str, Any]:
        """The poch-count/1 of a valid form."""
        data = self.cleaned_data
        numbers, board = [data[f"seat_{seat}"] for seat in range(self.seats)], data.get("board")
        if board is None:
            board = max(0, self.brought - sum(numbers)) if self.computes else 0
        key = "chips" if self.final else "net"
        document = {"format": "poch-count/1", "deals": data["deals"], key: numbers, "board": board}
        return {**document, "after": data["after"]} if data["after"] else document

    def clean(self) -> dict[str, Any]:
        """Refuse tenths that do not sum to zero, in points: the engine would say whole tenths."""
        cleaned = super().clean() or {}
        numbers: list[int] = [cleaned.get(f"seat_{seat}", 0) for seat in range(self.seats)]
        if self.unit != WHOLE and not self.is_open and not self.errors and sum(numbers):
            said = number(in_points(sum(numbers), self.unit))
            self.add_error(
                None, gettext("The points of a table sum to zero here. These sum to %(sum)s.") % {"sum": said}
            )
        return cleaned

    def object_to(self, refusal: games.EngineError) -> None:
        """Show an error of the engine, at the seat that it is about."""
        seat = (refusal.pointer or "").rpartition("/")[2]
        field = f"seat_{seat}"
        self.add_error(field if field in self.fields else None, at_table(refusal, self.names))
