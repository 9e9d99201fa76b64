"""The types of the values of documents, and the error that names the place of a wrong value."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from typing import Annotated, Any, Final, TypeVar
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainValidator,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import PydanticKnownError

import games.services as games
from tournaments.core.refusals import sentence
from tournaments.core.rules.names import LONGEST_STORED
from tournaments.core.rules.refusals import Refusal
from tournaments.core.zones import check_date

Item = TypeVar("Item")
Checked = TypeVar("Checked")

LARGEST = 2**63 - 1
"""The largest number that a database stores."""
SMALL, INT = 2**15 - 1, 2**31 - 1
"""The largest numbers that small columns of the database can store."""
DEEPEST = 40
"""The deepest nesting of lists and objects in a document; a deal needs 15."""
NOT_STORABLE = re.compile("[\0\ud800-\udfff]")
MOST_ERRORS = 10_000


class Part(BaseModel):
    """A part of a document. A field has the name of the column that it is made from.

    Values are not converted (`true` and 1.0 are not whole numbers), and there are no unknown keys.
    """

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)

    @classmethod
    def of(cls, row: Any, **values: Any) -> dict[str, Any]:
        """This part of a row as JSON. values: those that the row does not have in a column of this name."""
        part = {}
        for name, field in cls.model_fields.items():
            value = values[name] if name in values else _plain(getattr(row, name))
            if value is not None or field.is_required():
                part[field.alias or name] = value
        return part

    def columns(self, *others: str) -> dict[str, Any]:
        """The values for the columns of a row, without the fields that are no columns."""
        return {name: value for name, value in self if name not in others}


def _plain(value: Any) -> Any:
    """The value of a column as JSON."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        return value.isoformat("minutes")
    return str(value) if isinstance(value, UUID | Decimal) else value


OBJECT = gettext_noop("This must be an object.")
SENTENCES = {
    "missing": gettext_noop("“%(name)s” is missing."),
    "extra_forbidden": gettext_noop("“%(name)s” is not part of the format."),
    "int_type": gettext_noop("This must be a whole number."),
    "greater_than_equal": gettext_noop("This number must be %(ge)d or more."),
    "less_than_equal": gettext_noop("This number must be %(le)d or less."),
    "string_type": gettext_noop("This must be a text."),
    "string_unicode": gettext_noop("This must be a text."),
    "string_pattern_mismatch": gettext_noop("This must be an id in lower case, with hyphens."),
    "too_long": gettext_noop("This may have %(max_length)d characters or items at most."),
    "too_short": gettext_noop("This must have %(min_length)d items or more."),
    "bool_type": gettext_noop("This must be true or false."),
    "literal_error": gettext_noop("This must be one of these values: %(expected)s."),
    "enum": gettext_noop("This must be one of these values: %(expected)s."),
    "union_tag_invalid": gettext_noop("“act” must be one of these values: %(expected_tags)s."),
    "union_tag_not_found": gettext_noop("“act” is missing."),
    "list_type": gettext_noop("This must be a list."),
    "tuple_type": gettext_noop("This must be a list."),
    "value_error": "%(error)s",
}
"""The sentence for each type of error that pydantic finds."""


class InvalidDocument(Refusal):
    """The document is malformed or contradicts itself; `errors` names the place."""

    status = 422

    def __init__(
        self, code: str, pointer: str, template: str, params: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(code, template, params)
        self.extra["errors"] = [{"pointer": f"/document{pointer}", "code": code, "detail": self.detail}]


CONTRADICTIONS: Final = {
    "act_disagrees": gettext_noop("The ledger refuses this act: the chips are missing."),
    "adjustment_disagrees": gettext_noop(
        "An adjustment needs an entry of this event, a reason, and a round or null."
    ),
    "awards_disagree": gettext_noop(
        "These awards differ from those that the final standing, the tags and the prizes give."
    ),
    "deal_disagrees.counted": gettext_noop("A table with a total takes no more deals."),
    "deal_disagrees.next": gettext_noop("The table's next deal is number %(number)d."),
    "deal_disagrees.planned": gettext_noop("The table has fewer planned deals."),
    "deal_disagrees.total": gettext_noop("This total does not follow the deals of its table."),
    "deal_disagrees.void": gettext_noop("Only the last deal can be voided."),
    "draw_disagrees": gettext_noop("This certificate differs from the certificate that the tables give."),
    "draw_disagrees.ahead": gettext_noop("These are too many planned rounds."),
    "draw_disagrees.category": gettext_noop("Nobody in the round belongs to this category."),
    "draw_disagrees.deals": gettext_noop("These deals differ from the deals of the tables."),
    "draw_disagrees.entries": gettext_noop("This list must contain entries of the event, each once."),
    "draw_disagrees.field": gettext_noop("A certificate does not have this field."),
    "draw_disagrees.format": gettext_noop("The format of this stage gives no reasons."),
    "draw_disagrees.groups": gettext_noop("Players of different groups must not share a table."),
    "draw_disagrees.past": gettext_noop("These rounds differ from the earlier rounds of the event."),
    "draw_disagrees.reason": gettext_noop("This reason names nobody at the table."),
    "draw_disagrees.request": gettext_noop("This request cannot be drawn."),
    "draw_disagrees.scores": gettext_noop("Each player in the request needs a score and a place."),
    "draw_disagrees.seed": gettext_noop("This seed differs from the seed of the round."),
    "draw_disagrees.standing": gettext_noop("Each player in the request needs a place."),
    "draw_disagrees.tables": gettext_noop("The round has other tables."),
    "draw_disagrees.uncertified": gettext_noop("A category has no certificate."),
    "entry_disagrees": gettext_noop("Each entry needs its own player, number and id."),
    "entry_disagrees.bot": gettext_noop("A bot cannot be anonymous."),
    "entry_disagrees.missing": gettext_noop("Each player needs an entry."),
    "entry_disagrees.twice": gettext_noop("This player is in the list twice."),
    "leftover_disagrees": gettext_noop(
        "These shares of the chips in the pools differ from the shares by the rules."
    ),
    "leftover_disagrees.missing": gettext_noop(
        "These rules do not share out the chips that are left in the pools."
    ),
    "move_disagrees": gettext_noop("Chips cannot move like this."),
    "move_disagrees.accounts": gettext_noop("Chips must move between two accounts of the table."),
    "result_disagrees": gettext_noop("This result differs from the result that the cards give."),
    "round_disagrees.deals": gettext_noop(
        "Everybody deals %(times)d times in this round: %(deals)d deals at a table of %(seats)d."
    ),
    "round_disagrees.number": gettext_noop("Number the rounds from 1, in order."),
    "round_disagrees.order": gettext_noop("The rounds must follow the order of the stages."),
    "round_disagrees.played": gettext_noop("This round has deals that count, so it was played."),
    "round_disagrees.stage": gettext_noop("The document does not have this stage."),
    "round_disagrees.table": gettext_noop("Number the tables from 1, in order."),
    "rules_disagree": gettext_noop("These rules differ from the rules that the settings of the event give."),
    "season_disagrees": gettext_noop("The document contradicts itself."),
    "season_disagrees.honour": gettext_noop("The tables of the season give another honour."),
    "season_disagrees.honours": gettext_noop("Not every member has an honour."),
    "season_disagrees.league": gettext_noop("The club has a league of this name with other rules."),
    "season_disagrees.preset": gettext_noop("There are no such rules."),
    "season_disagrees.rules": gettext_noop("This event is played by other rules than the league."),
    "season_disagrees.tables": gettext_noop("These tables differ from those that the events give."),
    "seats_disagree": gettext_noop(
        "Each seat must have an entry of the event, and each entry one seat in a round."
    ),
    "seats_disagree.taken_over": gettext_noop(
        "Only an entry that sits nowhere else in the round can take over a seat."
    ),
    "spreads_disagree": gettext_noop(
        "These spreads do not fit the scoring, the rules and the deals of the event."
    ),
    "stage_disagrees.cut": gettext_noop("This cut does not belong to the stage or to its entrants."),
    "stage_disagrees.entrants": gettext_noop("This list must contain entries of the event, each once."),
    "standing_disagrees": gettext_noop(
        "This standing differs from the standing that the deals and adjustments give."
    ),
    "standing_disagrees.final": gettext_noop("The final standing is missing."),
    "standing_disagrees.rounds": gettext_noop(
        "Give one standing for each round, by version, and then the final standing."
    ),
    "tags_disagree": gettext_noop("Give each tag once, in at most %(most)d characters and without commas."),
    "wish_disagrees": gettext_noop(
        "A wish needs two players, or one player and a place, and may be in the list once."
    ),
}
"""What can be wrong in a document of the right shape: a code, or with a word after a dot one case of it."""


class Contradiction(InvalidDocument):
    """Two parts of a document contradict each other, or the rules."""

    def __init__(self, kind: str, pointer: str, **params: object) -> None:
        super().__init__(kind.partition(".")[0], pointer, CONTRADICTIONS[kind], params)


@contextmanager
def blaming(pointer: str) -> Iterator[None]:
    """Blame this place of a document, or a field of it, for what the program refuses meanwhile."""
    try:
        yield
    except (Refusal, games.EngineError) as error:
        place = "/".join([pointer, *filter(None, [getattr(error, "field", None)])])
        raise InvalidDocument(error.code, place, sentence(error)) from error


def malformed(pointer: str, template: str, params: Mapping[str, object] | None = None) -> InvalidDocument:
    """The error for a value that has the wrong shape."""
    return InvalidDocument("document_malformed", pointer, template, params)


def read_part(kind: TypeAdapter[Checked], value: Any, pointer: str = "") -> Checked:
    """The value at this place of a document. Raises InvalidDocument for the first error."""
    try:
        return kind.validate_python(value)
    except ValidationError as invalid:
        raise _first_error(invalid, pointer) from invalid


def _first_error(invalid: ValidationError, pointer: str) -> InvalidDocument:
    if invalid.error_count() > MOST_ERRORS:
        return malformed(pointer, _("This has too many unknown keys."))
    errors = invalid.errors(include_url=False, include_input=False)
    error = min(errors, key=lambda error: (error["type"], len(error["loc"])) != ("missing", 1))
    path, kind = [str(key) for key in error["loc"]], error["type"]
    name = ""
    if path[-1:] == ["[key]"]:
        path.pop()
        kind = "extra_forbidden"
    if kind in ("missing", "extra_forbidden"):
        name = _printable(path.pop())
    if path[4:5] == ["game"]:
        del path[6:7]  # pydantic inserts the type of the act here
    place = "/".join([pointer, *path])
    refusal = error.get("ctx", {}).get("error")
    if isinstance(refusal, Refusal):
        place = "/".join([place, *filter(None, [refusal.field])])
        return InvalidDocument(refusal.code, place, refusal.sentence, refusal.params)
    return malformed(place, SENTENCES.get(kind, OBJECT), {**error.get("ctx", {}), "name": name})


def plain(value: Any) -> Any:
    """The value as JSON returns it."""
    return json.loads(json.dumps(value))


def check_storable(value: Any, pointer: str = "", depth: int = 0) -> None:
    """Refuse what no database stores: NUL, half characters, numbers beyond 64 bits, deep nesting."""
    if (
        depth > DEEPEST
        or (isinstance(value, int) and abs(value) > LARGEST)
        or (isinstance(value, float) and not math.isfinite(value))
        or (isinstance(value, str) and NOT_STORABLE.search(value))
        or (isinstance(value, dict) and any(map(NOT_STORABLE.search, value)))
    ):
        raise malformed(pointer, _("This value is too deep, too large or not printable."))
    if isinstance(value, dict):
        for key, inner in value.items():
            token = _printable(key).replace("~", "~0").replace("/", "~1")
            check_storable(inner, f"{pointer}/{token}", depth + 1)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            check_storable(inner, f"{pointer}/{index}", depth + 1)


def _printable(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name[:40])


def _one_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError(_("This must be one line of printable characters."))
    return text


def _lines(text: str) -> str:
    if not text.replace("\n", "").isprintable():
        raise ValueError(_("This must be lines of printable characters."))
    return text


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError
    check_date(moment)
    return moment


def _day(text: str) -> date:
    day = date.fromisoformat(text)
    check_date(day)
    return day


def _hour(text: str) -> time:
    hour = time.fromisoformat(text)
    if hour.isoformat("minutes") != text:
        raise ValueError
    return hour


def _read_by(parse: Callable[[str], Any], otherwise: str) -> PlainValidator:
    """Reads a text. otherwise: the sentence for what `parse` cannot read."""

    def read(text: Any) -> Any:
        if not isinstance(text, str):
            raise PydanticKnownError("string_type")
        try:
            return parse(text)
        except ValueError as error:
            raise ValueError(_(otherwise)) from error

    return PlainValidator(read)


LEFT_OUT: Any = Field(default=None)
"""The default of a field that a document may leave out. null is refused."""
Moment = Annotated[
    datetime,
    _read_by(
        _moment, gettext_noop("This must be a time with its time zone, such as 2026-07-31T19:30:00+00:00.")
    ),
]
Day = Annotated[date, _read_by(_day, gettext_noop("This must be a date, such as 2026-07-31."))]
Hour = Annotated[time, _read_by(_hour, gettext_noop("This must be an hour, such as 19:30."))]
Line = Annotated[str, AfterValidator(_one_line)]
Lines = Annotated[str, AfterValidator(_lines)]
Name = Annotated[Line, Field(max_length=LONGEST_STORED)]
Note = Annotated[Line, Field(max_length=200)]
Word = Annotated[Line, Field(max_length=20)]
Choice = Annotated[Line, Field(max_length=10)]
Ref = Annotated[str, Field(pattern="^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$")]
"""An id in its usual spelling: two spellings of one id would look like two people."""
Index = Annotated[int, Field(ge=0, le=SMALL)]
Number = Annotated[int, Field(ge=1, le=SMALL)]
Count = Annotated[int, Field(ge=0, le=INT)]
Position = Annotated[int, Field(ge=1, le=INT)]
Version = Annotated[int, Field(ge=0, le=2**53 - 1)]
"""Clients compare versions, and a browser counts no further."""
Seed = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Thousandths = Annotated[int, Field(ge=-(10**12), le=10**12)]
Items = Annotated[list[Item], Field(fail_fast=True)]
Object = dict[Any, Any]
"""JSON that the verb checks which uses it."""
