"""The shape of a poch-event/1: the type and the limits of every value.

`imports`, `draws` and `replay` check afterwards whether the values agree with each other. The verb that uses
an `Object` or `Any` checks its contents.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from django.utils.translation import gettext as _
from pydantic import AfterValidator, ConfigDict, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from tournaments.core.rules.names import LONGEST_STORED
from tournaments.core.rules.statuses import EntryStatus
from tournaments.draw.models import WishKind
from tournaments.events.rules.deals import MOST_DEALS
from tournaments.programs.documents.shape import Day, Hour, Items, Line, Lines, Moment, Ref
from tournaments.standings.rules.prizes import PrizeList
from tournaments.tables.models.ledger import BANK

STRICT = ConfigDict(strict=True, extra="forbid", defer_build=True)
"""No conversion (`true` and 1.0 are not whole numbers) and no unknown keys."""

SMALL, INT, BIG = 2**15 - 1, 2**31 - 1, 2**63 - 1
"""The largest numbers that the columns of the database can store."""

Object = dict[Any, Any]
Index = Annotated[int, Field(ge=0, le=SMALL)]
Number = Annotated[int, Field(ge=1, le=SMALL)]
Count = Annotated[int, Field(ge=0, le=INT)]
Version = Annotated[int, Field(ge=0, le=2**53 - 1)]
"""Clients compare versions, and a browser counts no further."""
Seed = Annotated[int, Field(ge=-BIG, le=BIG)]
Position = Annotated[int, Field(ge=1, le=INT)]
Thousandths = Annotated[int, Field(ge=-(10**12), le=10**12)]
Switch = Annotated[int, Field(ge=0, le=1)]
Name = Annotated[Line, Field(max_length=LONGEST_STORED)]
Note = Annotated[Line, Field(max_length=200)]
Word = Annotated[Line, Field(max_length=20)]
RefOrBlank = Annotated[Line, Field(max_length=36)]
TableSize = Annotated[str, Field(pattern="^([2-9]|10)$")]
Spread = Annotated[int, Field(ge=1, le=INT)]
Group = Literal["people", "bots", "people_rest", "bots_rest"]
Pair = Annotated[Items[Ref], Field(min_length=2)]
Apart = Annotated[tuple[Index, Index, Switch], Field(strict=False)]
Together = Annotated[tuple[Index, Index, Switch, Switch], Field(strict=False)]
Pin = Annotated[tuple[Index, Annotated[int, Field(ge=0, le=9)] | None, Number | None], Field(strict=False)]
Indices = Items[Items[Index]]


class PlayerData(TypedDict):
    id: Ref
    name: Name
    public_name: Name
    bot: Word
    anonymous: bool


class EntryData(TypedDict):
    id: Ref
    player: Ref
    number: Position
    status: Annotated[EntryStatus, Field(strict=False)]
    from_round: Number
    seeding: Position | None
    tags: Items[Name]


class WishData(TypedDict):
    kind: Annotated[WishKind, Field(strict=False)]
    number: Index | None
    must: bool
    always: bool
    note: Note
    players: Annotated[Items[Ref], Field(min_length=1)]


class CutData(TypedDict):
    entrants: Count
    out: Count
    last_in: RefOrBlank
    first_out: RefOrBlank
    decided_by: Word
    tied: Items[Ref]
    passed_over: Items[Ref]
    chosen: Items[Ref]
    absent: Items[Ref]


class StageData(TypedDict):
    settings: Object
    entrants: Items[Ref] | None
    cut_report: CutData | None
    ended_at: Moment | None


class RevisionData(TypedDict):
    number: Number
    revision: Number
    reason: Note
    via: Annotated[Line, Field(max_length=10)]
    version: Version
    at: Moment


class DealData(RevisionData):
    act: Literal["deal"]
    document: Object
    result: Object


class VoidData(RevisionData):
    act: Literal["void"]


Account = Annotated[Line, Field(max_length=12)]
MoveData = TypedDict(
    "MoveData",
    {
        "act": Literal["move"],
        "from": Account,
        "to": Account,
        "chips": Annotated[int, Field(ge=1, le=10**12)],
        "reason": Literal["start", "issue", "return", "leftover"],
        "note": Note,
        "seq": Index,
        "at": Moment,
    },
)


def _by_bank(move: MoveData) -> MoveData:
    if BANK not in (move["from"], move["to"]) and move["reason"] != "leftover":
        raise ValueError(_("These chips must come from the bank or go to the bank."))
    return move


PlannedDeals = Annotated[int, Field(ge=1, le=MOST_DEALS)]
DealsData = Annotated[tuple[PlannedDeals, Literal["table", "seat"]], Field(strict=False)]


class OccupantData(TypedDict):
    """An entry that took over a seat from a deal on; null: nobody."""

    seat: Annotated[int, Field(ge=0, le=9)]
    entry: Ref | None
    version: Version
    from_deal: Annotated[int, Field(ge=2, le=SMALL)]


class TableData(TypedDict):
    number: Number
    deals_planned: PlannedDeals
    seats: Pair
    later: Items[OccupantData]
    game: Items[
        Annotated[
            DealData | VoidData | Annotated[MoveData, AfterValidator(_by_bank)], Field(discriminator="act")
        ]
    ]


@with_config(STRICT)
class RequestData(TypedDict):
    players: Annotated[int, Field(ge=2, le=SMALL)]
    names: Pair
    sizes: Annotated[Items[Annotated[int, Field(ge=2, le=10)]], Field(min_length=1)]
    past: NotRequired[Items[Indices]]
    rounds_left: NotRequired[Annotated[int, Field(ge=1, le=100)]]
    seed: NotRequired[Seed]
    moves: NotRequired[Count]
    attempts: NotRequired[Count]
    ahead: NotRequired[Items[Indices]]
    ahead_seated: NotRequired[bool]
    apart: NotRequired[Items[Apart]]
    together: NotRequired[Items[Together]]
    pins: NotRequired[Items[Pin]]
    weights: NotRequired[dict[Literal["repeats", "wishes", "small", "standing"], Count]]
    standing: NotRequired[Items[Position]]
    scores: NotRequired[Items[Thousandths]]
    small_to: NotRequired[Literal["shared", "high", "low"]]
    prefer: NotRequired[Literal["fair", "repeats"]]
    groups: NotRequired[Indices]
    mix_tables: NotRequired[bool]
    deals: DealsData
    past_deals: NotRequired[Items[Items[PlannedDeals]]]
    clockwise: NotRequired[bool]


class RoundData(TypedDict):
    stage: Number
    number: Number
    draw: Position
    seed: Seed
    moves: Count
    by_hand: Count
    request: dict[Group, RequestData]
    certificate: dict[Group, Object]
    ahead: dict[Group, Items[Annotated[Items[Pair], Field(min_length=1)]]]
    deals_each: PlannedDeals | None
    drawn_at: Moment
    published_at: Moment
    closed_at: Moment
    tables: Annotated[Items[TableData], Field(min_length=1)]


class VoidRoundData(TypedDict):
    """A void round. Its draw and its certificate are not in the document, because they decide nothing."""

    stage: Number
    number: Number
    void_as: Literal["not_played", "played_again"]
    draw: Position
    seed: Seed
    moves: Count
    by_hand: Count
    deals_each: PlannedDeals | None
    drawn_at: Moment
    published_at: Moment
    closed_at: Moment
    tables: Annotated[Items[TableData], Field(min_length=1)]


class AdjustmentData(TypedDict):
    entry: Ref
    round: Number | None
    chips: NotRequired[int]
    points: NotRequired[float]
    reason: Note
    created_at: Moment
    cancelled_at: Moment | None


class ResultData(TypedDict):
    round: Count
    result: Any
    state: Word


class RankedData(TypedDict):
    place: Any
    entry: Ref
    score: Any
    deals: Count
    rounds: Any
    metrics: Object
    decided_by: Any
    last: Any
    stage: Number
    results: Items[ResultData]
    adjusted: Any


class StandingData(TypedDict):
    version: Version
    round: Number | None
    revised: Version | None
    computed_at: Moment
    on_boards: Annotated[int, Field(ge=0, le=BIG)]
    rows: Items[RankedData]


class AwardData(TypedDict):
    tag: Name
    first: Position
    last: Position
    entries: Items[Ref]
    amounts: Items[Word | None]
    each: Items[Name]
    together: Items[Name]


class SettingsData(TypedDict):
    about: Annotated[Lines, Field(max_length=10_000)]
    best_rounds: Any
    capacity: Any
    deals_per: Annotated[Line, Field(max_length=10)]
    deals_per_round: Any
    least: Any
    least_rounds: Any
    missed: Annotated[Line, Field(max_length=10)]
    missed_score: Any
    most: Any
    pace_ms: Any
    pack: Annotated[Line, Field(max_length=10)]
    place: Note
    points: Object
    price: Any
    rules: Object
    scoring: Annotated[Line, Field(max_length=10)]
    size: Any
    starting_chips: Any
    starts_at: Hour | None
    starts_on: Day | None
    struck_rounds: Any
    tie_breaks: Items[Word]
    two_agree: bool
    visibility: Annotated[Line, Field(max_length=10)]


class LogData(TypedDict):
    length: Count
    head: Annotated[Line, Field(max_length=64)]


@with_config(STRICT)
class EventData(TypedDict):
    format: Literal["poch-event/1"]
    name: Note
    settings: SettingsData
    frozen_rules: Object
    spreads: dict[TableSize, Spread] | None
    rounds_planned: Index
    seed: Seed
    version: Version
    log: LogData
    created_at: Moment
    started_at: Moment
    finished_at: Moment
    players: Items[PlayerData]
    entries: Items[EntryData]
    wishes: Items[WishData]
    stages: Annotated[Items[StageData], Field(min_length=1)]
    rounds: Items[RoundData]
    void_rounds: Items[VoidRoundData]
    adjustments: Items[AdjustmentData]
    standings: Annotated[Items[StandingData], Field(min_length=1)]
    prizes: PrizeList
    awards: Items[AwardData]


DOCUMENT = TypeAdapter[Any](EventData)
REQUEST = TypeAdapter[Any](RequestData)
