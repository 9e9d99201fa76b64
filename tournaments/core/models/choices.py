"""What a director can choose for an event and its stages, and how cards look."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Pack(models.TextChoices):
    """How cards look and what people call them (`core.packs`)."""

    FRENCH = "french", _("French suits")
    GERMAN = "german", _("German suits")


class Visibility(models.TextChoices):
    PRIVATE = "private", _("private: members only")
    UNLISTED = "unlisted", _("unlisted: everybody who has the link")
    PUBLIC = "public", _("public")


class Scoring(models.TextChoices):
    """How results become scores (`standings.rules.scoring`). AUTO becomes EVEN or CHIPS at the start."""

    AUTO = "auto", _("chosen at the start, by the tables")
    CHIPS = "chips", _("total net chips")
    AVERAGE = "average", _("net chips per deal")
    EVEN = "even", _("chips, compared across table sizes")
    ROOT = "root", _("square roots of chips")
    UMA = "uma", _("chips and a bonus by place")
    PLACE = "place", _("places at the tables")
    POINTS = "points", _("points by place")


class SignUp(models.TextChoices):
    """Who can sign up for an event by its public link."""

    CLOSED = "closed", _("nobody: the club enters people itself")
    OPEN = "open", _("everybody who has the link")
    APPROVE = "approve", _("everybody who has the link, and the director approves")


class Missed(models.TextChoices):
    """What a missed round is worth (`events.rules.counting`)."""

    NOTHING = "nothing", _("nothing")
    MEAN = "mean", _("the mean of one's own rounds")
    FIXED = "fixed", _("a fixed value")
    UNCOUNTED = "uncounted", _("not counted")


class DealsPer(models.TextChoices):
    """What `deals_per_round` counts (`events.rules.tables`)."""

    TABLE = "table", _("the deals at each table")
    SEAT = "seat", _("how many times everybody deals")


class TieBreak(models.TextChoices):
    """The metrics that break ties between equal scores."""

    NET = "net", _("net chips")
    POCHEN = "pochen", _("won in the Pochen less staked")
    OUT = "out", _("deals gone out")
    POOLS = "pools", _("pools won by melding")
    SHOWDOWNS = "showdowns", _("showdowns won")
    BEST_ROUND = "best_round", _("best round")
    ROUNDS_WON = "rounds_won", _("rounds won")
    COUNTBACK = "countback", _("places at the tables")
    MATES_MEAN = "mates_mean", _("mean score of table-mates")
    MATES_MEDIAN = "mates_median", _("median score of table-mates")
    HEAD_TO_HEAD = "head_to_head", _("head to head")
    PLAY_OFF = "play_off", _("play-off")
    LOTS = "lots", _("drawn by lots")


OF_DEALS = (TieBreak.POCHEN, TieBreak.OUT, TieBreak.POOLS, TieBreak.SHOWDOWNS)
"""The tie-breaks that only deals tell. The total of a table says only chips and the number of deals."""


class StageFormat(models.TextChoices):
    ROTATION = "rotation", _("rotation")
    SWISS = "swiss", _("Swiss")
    KNOCKOUT = "knockout", _("knockout")
    FINAL = "final", _("final")
    LADDER = "ladder", _("up and down")


class Reseed(models.TextChoices):
    SNAKE = "snake", _("snake order, by the standings so far")
    ORIGINAL = "original", _("snake order, by the seeds at the beginning of the stage")


class SmallTables(models.TextChoices):
    SHARED = "shared", _("shared out evenly")
    HIGH = "high", _("to the higher places")
    LOW = "low", _("to the lower places")


class Share(models.TextChoices):
    FULL = "full", _("all of it")
    HALF = "half", _("half")
    HALF_UP = "half_up", _("half, rounded up to whole points")


class Rest(models.TextChoices):
    """What those whom a cut does not choose do in its stage, and what they take along if they play on."""

    OUT = "out", _("are out")
    FULL = "full", _("play on in a group of their own, and their scores count")
    HALF = "half", _("play on in a group of their own, and their scores count by half")
    HALF_UP = "half_up", _("play on in a group of their own, and half of their scores counts, rounded up")
    NONE = "none", _("play on in a group of their own, from zero")


class Prefer(models.TextChoices):
    """What comes first in a rotation with tables of two sizes."""

    FAIR = "fair", _("fairly shared small tables, even if more players meet again")
    REPEATS = "repeats", _("few repeats, even if some sit at small tables more often")
