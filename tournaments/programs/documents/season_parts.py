"""The document of a season, `poch-season/1`: one tree, by which an export is written and an import is read.

It contains the documents of its events (`event_parts`), so it is for directors only. The ids in it only
connect its parts.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from tournaments.programs.documents.parts import (
    LEFT_OUT,
    Choice,
    Index,
    Items,
    Line,
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
    Word,
)

FORMAT = "poch-season/1"

DivisionNumber = Annotated[int, Field(ge=1, le=50)]
DivisionName = Annotated[Line, Field(max_length=100)]


class LeaguePart(Part):
    name: Note
    preset: Annotated[Line, Field(max_length=40)]


class DivisionPart(Part):
    name: Name
    size: Number | None
    up: Index
    down: Index
    play_off: Index


class MemberPart(Part):
    player: Ref
    name: Name
    public_name: Name
    anonymous: bool
    division: DivisionNumber | None
    status: Word
    joined: Number
    left: Number | None
    start: Thousandths


class EveningPart(Part):
    number: Number
    kind: Word
    counts: Word
    stage: Number | None
    start_given: bool
    weight: Choice
    division: DivisionNumber | None
    over_at: Moment | None
    event: Object


class AbsencePart(Part):
    evening: Index
    player: Ref
    reason: Word
    by_reply: bool


class CreditPart(Part):
    player: Ref
    points: Thousandths
    reason: Note
    given_at: Moment
    cancelled_at: Moment | None


class HonourPart(Part):
    player: Ref
    division: DivisionName
    place: Position | None
    points: Thousandths
    finalist: bool
    move: Word
    next_division: DivisionName


class TeamSchemePart(Part):
    result: Word
    best: Number
    size: Number
    least: Number
    substitutions: Index
    points: Items[Thousandths]


class TeamMemberPart(Part):
    player: Ref
    joined: Number
    left: Index | None
    captain: bool


class LineUpPlacePart(Part):
    number: Number
    from_series: Number
    player: Ref


class LineUpPart(Part):
    evening: Index
    handed_in_at: Moment
    revealed_at: Moment | None
    places: Items[LineUpPlacePart]


class TeamPart(Part):
    name: Name
    short_name: Annotated[Line, Field(max_length=12)]
    of_club: bool
    members: Items[TeamMemberPart]
    line_ups: Items[LineUpPart]


class TeamsPart(Part):
    scheme: TeamSchemePart
    teams: Items[TeamPart]


class SeasonPart(Part):
    """A whole season. An event in it has its own shape, which its own import checks."""

    format: Literal["poch-season/1"]
    league: LeaguePart
    name: Note
    status: Literal["running", "finished"]
    visibility: Word
    scheme: Object
    enrols: bool
    seed: Seed
    created_at: Moment
    started_at: Moment
    finished_at: Moment | None
    play_offs: Items[dict[Ref, Thousandths]]
    divisions: Annotated[Items[DivisionPart], Field(max_length=50)]
    members: Annotated[Items[MemberPart], Field(max_length=2000)]
    evenings: Annotated[Items[EveningPart], Field(max_length=200)]
    absences: Items[AbsencePart]
    credits: Items[CreditPart]
    honours: Items[HonourPart]
    tables: Items[Object]
    teams: TeamsPart = LEFT_OUT


SEASON = TypeAdapter(SeasonPart)
