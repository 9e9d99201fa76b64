"""State and constraints; no flows. The verbs are in `tournaments.services`."""

from .clubs import ApiKey, Club, Invitation, Member, Role, Scope, User
from .events import Entry, EntryStatus, Event, EventStatus, Scoring, Stage, StageFormat, TieBreak, Visibility
from .ids import new_id, parse_id
from .ledger import (
    BANK,
    BETS,
    Account,
    Adjustment,
    Deal,
    DealKind,
    Payout,
    PayoutHow,
    SeatResult,
    Showdown,
    Transfer,
    seat_account,
)
from .log import AuditEntry, OutboxTask
from .people import Player
from .rounds import Round, RoundStatus, Seat, Table
from .standings import Standing

__all__ = [
    "BANK",
    "BETS",
    "Account",
    "Adjustment",
    "ApiKey",
    "AuditEntry",
    "Club",
    "Deal",
    "DealKind",
    "Entry",
    "EntryStatus",
    "Event",
    "EventStatus",
    "Invitation",
    "Member",
    "OutboxTask",
    "Payout",
    "PayoutHow",
    "Player",
    "Role",
    "Round",
    "RoundStatus",
    "Scope",
    "Scoring",
    "Seat",
    "SeatResult",
    "Showdown",
    "Stage",
    "StageFormat",
    "Standing",
    "Table",
    "TieBreak",
    "Transfer",
    "User",
    "Visibility",
    "new_id",
    "parse_id",
    "seat_account",
]
