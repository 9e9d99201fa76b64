"""State and constraints; no flows. The verbs are in `tournaments.services`."""

from .clubs import ApiKey, Club, Invitation, Member, Role, Scope, User
from .events import (
    Entry,
    EntryStatus,
    Event,
    EventStatus,
    Reseed,
    Scoring,
    SmallTables,
    Stage,
    StageFormat,
    TieBreak,
    Visibility,
)
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
from .seating import DrawSearch, SearchStatus, SeatingWish, WishKind
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
    "DrawSearch",
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
    "Reseed",
    "Role",
    "Round",
    "RoundStatus",
    "Scope",
    "Scoring",
    "SearchStatus",
    "Seat",
    "SeatResult",
    "SeatingWish",
    "Showdown",
    "SmallTables",
    "Stage",
    "StageFormat",
    "Standing",
    "Table",
    "TieBreak",
    "Transfer",
    "User",
    "Visibility",
    "WishKind",
    "new_id",
    "parse_id",
    "seat_account",
]
