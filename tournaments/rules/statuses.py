"""The steps in the life of an event, an entry and a round. The models use the same definitions."""

from __future__ import annotations

from enum import StrEnum


class EventStatus(StrEnum):
    """domain.md, "Life of an event"."""

    DRAFT = "draft"
    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"


class EntryStatus(StrEnum):
    """domain.md, an entry. Each status counts from a round."""

    REGISTERED = "registered"
    CHECKED_IN = "checked_in"
    WITHDRAWN = "withdrawn"


class RoundStatus(StrEnum):
    """domain.md, a round. A drawn round is a proposal until it is published."""

    DRAWN = "drawn"
    PUBLISHED = "published"
    PLAYING = "playing"
    CLOSED = "closed"
