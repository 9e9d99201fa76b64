"""State and constraints. A model calls no service: verbs are in `tournaments.services`."""

from tournaments.rules.statuses import EntryStatus, EventStatus, RoundStatus, VoidCause

from .attempts import AttemptPace, AttemptTurn
from .calls import CALL_KINDS, Call
from .cards import Phone, PinFailure, TableCard
from .checks import CheckMark
from .choices import (
    OF_DEALS,
    DealsPer,
    Missed,
    Pack,
    Prefer,
    Reseed,
    Scoring,
    Share,
    SignUp,
    SmallTables,
    StageFormat,
    TieBreak,
    Visibility,
)
from .claims import ClaimStatus, DealClaim, WithdrawalCause
from .clocks import RoundClock
from .clubs import ApiKey, Club, ClubPicture, Invitation, Member, Role, Scope, User
from .events import Entry, Event, Stage
from .ids import new_id, parse_id
from .ledger import (
    BANK,
    BETS,
    BOARD,
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
    seat_accounts,
)
from .log import AuditEntry, OutboxTask
from .people import PersonVisibility, Player
from .practices import Practice
from .programs import KeyGrant, StoredAnswer
from .ratings import Rating
from .replies import Answer, Door, Reply
from .rounds import UNCOUNTED, Occupant, Round, Seat, Table, somebody_sits, who_sits
from .season_standings import EveningWorth, SeasonStanding
from .seasons import (
    Absence,
    Counted,
    Credit,
    Division,
    Evening,
    EveningKind,
    Honour,
    League,
    LeagueClub,
    MemberStatus,
    Season,
    SeasonMember,
    SeasonStatus,
)
from .seating import DrawSearch, SearchStatus, SeatingWish, WishKind
from .second_factors import RecoveryCode, SecondFactor
from .sessions import Session
from .simulations import Simulation, SimulationChunk, SimulationStatus
from .standings import Standing
from .teams import LineUp, LineUpPlace, Team, TeamMember, TeamResult, TeamScheme
from .webhooks import DeliveryStatus, FeedMark, PausedFor, Webhook, WebhookDelivery

__all__ = [
    "BANK",
    "BETS",
    "BOARD",
    "CALL_KINDS",
    "OF_DEALS",
    "UNCOUNTED",
    "Absence",
    "Account",
    "Adjustment",
    "Answer",
    "ApiKey",
    "AttemptPace",
    "AttemptTurn",
    "AuditEntry",
    "Call",
    "CheckMark",
    "ClaimStatus",
    "Club",
    "ClubPicture",
    "Counted",
    "Credit",
    "Deal",
    "DealClaim",
    "DealKind",
    "DealsPer",
    "DeliveryStatus",
    "Division",
    "Door",
    "DrawSearch",
    "Entry",
    "EntryStatus",
    "Evening",
    "EveningKind",
    "EveningWorth",
    "Event",
    "EventStatus",
    "FeedMark",
    "Honour",
    "Invitation",
    "KeyGrant",
    "League",
    "LeagueClub",
    "LineUp",
    "LineUpPlace",
    "Member",
    "MemberStatus",
    "Missed",
    "Occupant",
    "OutboxTask",
    "Pack",
    "PausedFor",
    "Payout",
    "PayoutHow",
    "PersonVisibility",
    "Phone",
    "PinFailure",
    "Player",
    "Practice",
    "Prefer",
    "Rating",
    "RecoveryCode",
    "Reply",
    "Reseed",
    "Role",
    "Round",
    "RoundClock",
    "RoundStatus",
    "Scope",
    "Scoring",
    "SearchStatus",
    "Season",
    "SeasonMember",
    "SeasonStanding",
    "SeasonStatus",
    "Seat",
    "SeatResult",
    "SeatingWish",
    "SecondFactor",
    "Session",
    "Share",
    "Showdown",
    "SignUp",
    "Simulation",
    "SimulationChunk",
    "SimulationStatus",
    "SmallTables",
    "Stage",
    "StageFormat",
    "Standing",
    "StoredAnswer",
    "Table",
    "TableCard",
    "Team",
    "TeamMember",
    "TeamResult",
    "TeamScheme",
    "TieBreak",
    "Transfer",
    "User",
    "Visibility",
    "VoidCause",
    "Webhook",
    "WebhookDelivery",
    "WishKind",
    "WithdrawalCause",
    "new_id",
    "parse_id",
    "seat_account",
    "seat_accounts",
    "somebody_sits",
    "who_sits",
]
