"""The steps in the life of an event, an entry and a round. The models use the same definitions."""

from __future__ import annotations

from enum import StrEnum


class EventStatus(StrEnum):
    """The steps in the life of an event."""

    DRAFT = "draft"
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class EntryStatus(StrEnum):
    """The state of an entry. Each status counts from a round."""

    REGISTERED = "registered"
    CHECKED_IN = "checked_in"
    WITHDRAWN = "withdrawn"


class RoundStatus(StrEnum):
    """A round. A drawn round is a proposal until it is published. A void round counts nowhere."""

    DRAWN = "drawn"
    PUBLISHED = "published"
    PLAYING = "playing"
    CLOSED = "closed"
    VOID = "void"


class VoidCause(StrEnum):
    """Why a round is void: it was taken back, closed without a deal, or its stage is played again."""

    TAKEN_BACK = "taken_back"
    NOT_PLAYED = "not_played"
    PLAYED_AGAIN = "played_again"
