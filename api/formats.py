"""The formats of documents as JSON schemas, for the OpenAPI document. The engine validates the documents."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import ConfigDict, Field, TypeAdapter, with_config
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import TypedDict

Chips = Annotated[int, Field(ge=-1_000_000_000, le=1_000_000_000)]
Seat = Annotated[int, Field(ge=0, le=9)]
Cards = Annotated[str, Field(pattern="^([2-9TJQKA][shdc]( [2-9TJQKA][shdc])*)?$")]
Card = Annotated[str, Field(pattern="^[2-9TJQKA][shdc]$")]
BySeat = Annotated[list[Chips], Field(min_length=2, max_length=10)]
ByPool = dict[str, Chips]
Left = Annotated[int, Field(ge=0)]
Deals = Annotated[int, Field(ge=1, le=200)]


def of(text: str) -> Any:
    """Return the annotation that gives a key of a document its description."""
    return Field(description=text)


closed = with_config(ConfigDict(extra="forbid"))
"""The decorator of a format that has these keys only."""


class FromTheTable(TypedDict):
    """Keys that the table fills in. If a document states them, they must match the table (409)."""

    rules: NotRequired[Annotated[dict[str, Any], of("A preset with overrides, or all switches.")]]
    dealer: NotRequired[Seat]
    chips: NotRequired[BySeat]
    pools: NotRequired[ByPool]


@closed
class PochDeal(FromTheTable):
    """A poch-deal/1: a deal card by card. It has either `hands` and `upcard`, or `deck`."""

    format: Literal["poch-deal/1"]
    actions: Annotated[
        list[str], of("`SEAT VERB [ARG]`. Verbs: pass, bet N, call, raise N, show, play CARD.")
    ]
    hands: NotRequired[list[Cards]]
    upcard: NotRequired[Card]
    deck: NotRequired[Cards]


@closed
class PochScorecard(FromTheTable):
    """A poch-scorecard/1: what a scorer can write down at a real table."""

    format: Literal["poch-scorecard/1"]
    upcard: Card
    melds: Annotated[dict[str, Seat | None], of("The seat that took each pool. Null: no seat took it.")]
    stakes: BySeat
    passed: list[Seat]
    shown: dict[str, Cards]
    left: list[Left]
    stops: NotRequired[list[Seat]]


@closed
class PochCount(TypedDict):
    """A poch-count/1: the total of a table without its deals, or of the rest after its first deals.

    It has `net`, or `chips` if purses are per table. In an event with `unit: tenths` its numbers are whole
    tenths.
    """

    format: Literal["poch-count/1"]
    deals: Annotated[Deals, of("Deals that it stands for.")]
    after: NotRequired[
        Annotated[
            int, Field(ge=0, le=200, description="It is the rest after so many recorded deals. Default: 0.")
        ]
    ]
    net: NotRequired[Annotated[BySeat, of("Chips won or lost by each seat, in the rest.")]]
    chips: NotRequired[Annotated[BySeat, of("Chips of each seat at the end.")]]
    board: NotRequired[
        Annotated[int, Field(ge=0, le=1_000_000_000, description="Chips that stay on the board. Default: 0.")]
    ]


@closed
class PochMeld(TypedDict):
    pool: str
    seat: Seat
    chips: Chips


@closed
class PochShown(TypedDict):
    seat: Seat
    kind: str
    cards: Cards


@closed
class PochPot(TypedDict):
    chips: Chips
    contenders: list[Seat]
    winners: list[Seat]


@closed
class PochPochen(TypedDict):
    stakes: BySeat
    passed: list[Seat]
    showdown: list[PochShown]
    pots: list[PochPot]
    winners: list[Seat]


@closed
class PochShedding(TypedDict):
    leader: Seat
    out: Seat
    left: list[int]
    stops: list[Seat]


PochTransfer = TypedDict("PochTransfer", {"from": str, "to": str, "chips": Chips, "reason": str})
closed(PochTransfer)


@closed
class PochResult(TypedDict):
    """A poch-result/1: the result of a deal, with all transfers of chips."""

    format: Literal["poch-result/1"]
    chips: BySeat
    net: BySeat
    pools: ByPool
    next_dealer: Seat
    melds: list[PochMeld]
    pochen: PochPochen
    shedding: PochShedding
    transfers: list[PochTransfer]


@closed
class PochTotal(TypedDict):
    """What a poch-count/1 means for its table, with all transfers of chips."""

    deals: Deals
    chips: BySeat
    net: BySeat
    board: Chips
    transfers: list[PochTransfer]


@closed
class PochRunCard(TypedDict):
    seat: Seat
    card: Card


@closed
class PochAdvice(TypedDict):
    """What the expert would do at that turn. It knows only what that seat sees."""

    action: str
    code: str
    template: str
    params: dict[str, str | int]
    detail: Annotated[str, of("The reason as a sentence.")]


KIND = (
    "`stakes` and `run_ended` are of scorecards. `unopened`: nobody bet. `upcard`: the dealer takes its pool."
)
COST = "The new stake of a bet or raise, what a call cost, or what was paid."
KINDS = [
    *("ante", "deal", "upcard", "meld", "pass", "bet", "call", "raise", "show", "stakes"),
    *("unopened", "showdown", "pot", "play", "run_ended", "out", "most_cards"),
]


@closed
class PochStep(TypedDict):
    kind: Annotated[str, Field(description=KIND, json_schema_extra={"enum": KINDS})]
    part: Literal["dealing", "melding", "pochen", "shedding"]
    seat: Annotated[Seat | None, of("Who did it. In `deal`: whose hand the upcard joins.")]
    card: Card | None
    pool: str | None
    chips: Annotated[Chips | None, of(COST)]
    at: Annotated[int | None, of("The index of the action in the record.")]
    winners: Annotated[list[Seat], of("Who won the pot, in the order of play.")]
    showdown: list[PochShown]
    ended_by: Annotated[Seat | None, of("The seat that ended a run or took a trick with this step.")]
    transfers: Annotated[
        list[PochTransfer], of("The chips that moved in this step. All of them are the ledger of the deal.")
    ]
    hands: Annotated[
        list[Cards] | None, of("The cards of each seat after the step. Null: nobody wrote them down.")
    ]
    left: Annotated[list[Left] | None, of("The number of cards of each seat after the step.")]
    run: Annotated[list[PochRunCard], of("The cards of the present run or trick.")]
    stakes: Annotated[BySeat, of("The stakes in the Pochen after the step.")]
    passed: Annotated[list[Seat], of("Who is out of the Pochen after the step.")]
    purses: Annotated[BySeat, of("The chips of each seat after the step.")]
    pools: Annotated[ByPool, of("The chips of each pool after the step.")]
    turn: Annotated[Seat | None, of("Who must act after the step.")]
    forced: Annotated[bool, of("Whether only one card is possible then.")]
    advice: PochAdvice | None


@closed
class PochSteps(TypedDict):
    """A poch-steps/1: a deal step by step, as far as its document tells it."""

    format: Literal["poch-steps/1"]
    source: Literal["poch-deal/1", "poch-scorecard/1"]
    rules: Annotated[dict[str, Any], of("All switches.")]
    dealer: Seat
    upcard: Card
    pay_suit: Literal["s", "h", "d", "c"]
    chips: Annotated[BySeat, of("The chips of each seat before the antes.")]
    steps: list[PochStep]


class WithoutMadeUpTitles(GenerateJsonSchema):
    """Leaves out titles that only repeat the name of the key."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def _components() -> dict[str, Any]:
    """Return a component for each format and each of its parts, so that a generated client has a class."""
    found: dict[str, Any] = {}
    for each in (PochDeal, PochScorecard, PochCount, PochResult, PochSteps, PochTotal):
        schema = TypeAdapter(each).json_schema(
            ref_template="#/components/schemas/{model}", schema_generator=WithoutMadeUpTitles
        )
        found |= schema.pop("$defs", {}) | {each.__name__: schema}
    for name in ("PochDeal", "PochScorecard"):  # a document that no table completes must state everything
        schema, more = found[name], list(FromTheTable.__annotations__)
        text = f"{schema['description']} Complete."
        found[f"{name}Complete"] = schema | {"description": text, "required": [*schema["required"], *more]}
    return found


def _one_of(**formats: str) -> dict[str, Any]:
    """Return the schema of a document in one of these formats, by its key `format`."""
    places = {f"poch-{name}/1": f"#/components/schemas/{component}" for name, component in formats.items()}
    return {
        "oneOf": [{"$ref": place} for place in places.values()],
        "discriminator": {"propertyName": "format", "mapping": places},
    }


COMPONENTS = _components()
DOCUMENT = _one_of(deal="PochDeal", scorecard="PochScorecard")
COMPLETE = _one_of(deal="PochDealComplete", scorecard="PochScorecardComplete")
CLAIMED = _one_of(deal="PochDeal", scorecard="PochScorecard", count="PochCount")
"""The document of a claim: a deal, or the total of a table."""
RESULT = {"$ref": "#/components/schemas/PochResult"}
STEPS = {"$ref": "#/components/schemas/PochSteps"}
TOTAL = {"$ref": "#/components/schemas/PochTotal"}
