"""The document of an event, `poch-event/1`: one tree, by which an export is written and an import is read.

The ids in it only connect its parts: players are identified by name. It also contains what can be computed
(results and standings), so that an import can compare. It has names and wishes that only directors may see.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.utils.translation import gettext as _
from pydantic import AfterValidator, Field, TypeAdapter

from tournaments.core.rules.statuses import EntryStatus
from tournaments.draw.models import WishKind
from tournaments.draw.rules.certificate.explain import OF_FORMAT
from tournaments.events.rules.tables import MOST_DEALS
from tournaments.programs.documents.parts import (
    LARGEST,
    LEFT_OUT,
    SMALL,
    Choice,
    Count,
    Day,
    Hour,
    Index,
    Items,
    Line,
    Lines,
    Moment,
    Name,
    Note,
    Number,
    Object,
    Part,
    Position,
    Ref,
    Seed,
    Thousandths,
    Version,
    Word,
)
from tournaments.standings.rules.prizes import PrizeList
from tournaments.tables.models.ledger import BANK

FORMAT = "poch-event/1"
MOST_MOVES = 10**9
"""The most swaps that a search can have tried. They cannot be computed afterwards."""

Group = Literal["people", "bots", "people_rest", "bots_rest"]
Pair = Annotated[Items[Ref], Field(min_length=2)]
PlannedDeals = Annotated[int, Field(ge=1, le=MOST_DEALS)]
SeatNumber = Annotated[int, Field(ge=0, le=9)]
Switch = Annotated[int, Field(ge=0, le=1)]
Account = Annotated[Line, Field(max_length=12)]
Indices = Items[Items[Index]]


class LogPart(Part):
    length: Count
    head: Annotated[Line, Field(max_length=64)]


class SettingsPart(Part):
    """The settings of a director, without those for a running event. `create_event` checks their values."""

    about: Annotated[Lines, Field(max_length=10_000)]
    best_rounds: Any
    capacity: Any
    deals_per: Choice
    deals_per_round: Any
    least: Any
    least_rounds: Any
    missed: Choice
    missed_score: Any
    most: Any
    pace_ms: Any
    pack: Choice
    place: Note
    points: Object
    price: Any
    rules: Object
    scoring: Choice
    size: Any
    starting_chips: Any
    starts_at: Hour | None
    starts_on: Day | None
    struck_rounds: Any
    tie_breaks: Items[Word]
    two_agree: bool
    visibility: Choice


class PlayerPart(Part):
    id: Ref
    name: Name
    public_name: Name
    bot: Word
    anonymous: bool


class EntryPart(Part):
    id: Ref
    player: Ref
    number: Position
    status: Annotated[EntryStatus, Field(strict=False)]
    from_round: Number
    seeding: Position | None
    tags: Items[Name]


class WishPart(Part):
    kind: Annotated[WishKind, Field(strict=False)]
    number: Index | None
    must: bool
    always: bool
    note: Note
    players: Annotated[Items[Ref], Field(min_length=1)]


class CutPart(Part):
    entrants: Count
    out: Count
    last_in: Annotated[Line, Field(max_length=36)]
    first_out: Annotated[Line, Field(max_length=36)]
    decided_by: Word
    tied: Items[Ref]
    passed_over: Items[Ref]
    chosen: Items[Ref]
    absent: Items[Ref]


class StagePart(Part):
    settings: Object
    entrants: Items[Ref] | None
    cut_report: CutPart | None
    ended_at: Moment | None


class RevisionPart(Part):
    """An act of the ledger that records a deal or undoes it."""

    act: str
    number: Number
    revision: Number
    reason: Note
    via: Choice
    version: Version
    at: Moment


class DealPart(RevisionPart):
    act: Literal["deal"]
    document: Object
    result: Object


class VoidPart(RevisionPart):
    act: Literal["void"]


class MovePart(Part):
    act: Literal["move"]
    source: Account = Field(alias="from")
    target: Account = Field(alias="to")
    chips: Annotated[int, Field(ge=1, le=10**12)]
    reason: Literal["start", "issue", "return", "leftover"]
    note: Note
    seq: Index
    at: Moment


def _by_bank(move: MovePart) -> MovePart:
    if BANK not in (move.source, move.target) and move.reason != "leftover":
        raise ValueError(_("These chips must come from the bank or go to the bank."))
    return move


ActPart = Annotated[
    DealPart | VoidPart | Annotated[MovePart, AfterValidator(_by_bank)], Field(discriminator="act")
]


class OccupantPart(Part):
    """Who has a seat from deal `from_deal` on, after the player before has left. Null: the seat is empty."""

    seat: SeatNumber
    entry: Ref | None
    from_deal: Annotated[int, Field(ge=2, le=SMALL)]
    version: Version


class TablePart(Part):
    number: Number
    deals_planned: PlannedDeals
    seats: Pair
    later: Items[OccupantPart]
    game: Items[ActPart]


class RequestPart(Part):
    """The stored request of a draw. What has its default is left out."""

    players: Annotated[int, Field(ge=2, le=SMALL)]
    names: Pair
    sizes: Annotated[Items[Annotated[int, Field(ge=2, le=10)]], Field(min_length=1)]
    past: Items[Indices] = LEFT_OUT
    rounds_left: Annotated[int, Field(ge=1, le=100)] = LEFT_OUT
    seed: Seed = LEFT_OUT
    moves: Count = LEFT_OUT
    attempts: Count = LEFT_OUT
    ahead: Items[Indices] = LEFT_OUT
    ahead_seated: bool = LEFT_OUT
    apart: Items[Annotated[tuple[Index, Index, Switch], Field(strict=False)]] = LEFT_OUT
    together: Items[Annotated[tuple[Index, Index, Switch, Switch], Field(strict=False)]] = LEFT_OUT
    pins: Items[Annotated[tuple[Index, SeatNumber | None, Number | None], Field(strict=False)]] = LEFT_OUT
    weights: dict[Literal["repeats", "wishes", "small", "standing"], Count] = LEFT_OUT
    standing: Items[Position] = LEFT_OUT
    scores: Items[Thousandths] = LEFT_OUT
    small_to: Literal["shared", "high", "low"] = LEFT_OUT
    prefer: Literal["fair", "repeats"] = LEFT_OUT
    groups: Indices = LEFT_OUT
    mix_tables: bool = LEFT_OUT
    deals: Annotated[tuple[PlannedDeals, Literal["table", "seat"]], Field(strict=False)]
    past_deals: Items[Items[PlannedDeals]] = LEFT_OUT
    clockwise: bool = LEFT_OUT


class PlayedPart(Part):
    """What was played in a round."""

    stage: Number
    number: Number
    draw: Position
    seed: Seed
    moves: Count
    by_hand: Count
    deals_each: PlannedDeals | None
    drawn_at: Moment
    published_at: Moment
    closed_at: Moment
    tables: Annotated[Items[TablePart], Field(min_length=1)]


class VoidRoundPart(PlayedPart):
    """A void round. Its draw and its certificate are not in the document, because they decide nothing."""

    void_as: Literal["not_played", "played_again"]


class RoundPart(PlayedPart):
    request: dict[Group, RequestPart]
    certificate: dict[Group, Object]
    ahead: dict[Group, Items[Annotated[Items[Pair], Field(min_length=1)]]]


class AdjustmentPart(Part):
    entry: Ref
    round: Number | None
    chips: int = LEFT_OUT
    points: float = LEFT_OUT
    reason: Note
    created_at: Moment
    cancelled_at: Moment | None


class ResultPart(Part):
    round: Count
    result: Any
    state: Word


class RankedPart(Part):
    place: Any
    entry: Ref
    score: Any
    deals: Count
    rounds: Any
    metrics: Object
    decided_by: Any
    last: Any
    stage: Number
    results: Items[ResultPart]
    adjusted: Any


class StandingPart(Part):
    version: Version
    round: Number | None
    revised: Version | None
    computed_at: Moment
    on_boards: Annotated[int, Field(ge=0, le=LARGEST)]
    rows: Items[RankedPart]


class AwardPart(Part):
    tag: Name
    first: Position
    last: Position
    entries: Items[Ref]
    amounts: Items[Word | None]
    each: Items[Name]
    together: Items[Name]


class EventPart(Part):
    """A whole event."""

    format: Literal["poch-event/1"]
    name: Note
    settings: SettingsPart
    frozen_rules: Object
    spreads: (
        dict[Annotated[str, Field(pattern="^([2-9]|10)$")], Annotated[int, Field(ge=1, le=2**31 - 1)]] | None
    )
    rounds_planned: Index
    seed: Seed
    version: Version
    log: LogPart
    created_at: Moment
    started_at: Moment
    finished_at: Moment
    players: Items[PlayerPart]
    entries: Items[EntryPart]
    wishes: Items[WishPart]
    stages: Annotated[Items[StagePart], Field(min_length=1)]
    rounds: Items[RoundPart]
    void_rounds: Items[VoidRoundPart]
    adjustments: Items[AdjustmentPart]
    standings: Annotated[Items[StandingPart], Field(min_length=1)]
    prizes: PrizeList
    awards: Items[AwardPart]


def _format_code(code: str) -> str:
    if code not in OF_FORMAT:
        raise ValueError(_("This must be a reason of a format."))
    return code


class ReasonPart(Part):
    """A reason of the format of a stage for putting these players at one table."""

    code: Annotated[str, AfterValidator(_format_code)]
    players: Items[Ref]
    times: Annotated[int, Field(ge=0, le=1_000)]
    numbers: Annotated[Object, Field(max_length=0)]


EVENT = TypeAdapter(EventPart)
REQUEST = TypeAdapter(RequestPart)
FORMAT_REASONS: TypeAdapter[list[ReasonPart]] = TypeAdapter(Items[ReasonPart])
MOVES = TypeAdapter(Annotated[int, Field(ge=0, le=MOST_MOVES, strict=True)])
ENTRIES: TypeAdapter[list[str]] = TypeAdapter(Items[Ref])
