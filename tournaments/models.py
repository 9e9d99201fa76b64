"""All models, for Django and for tests. Each room has its own; other code imports them there."""

# ruff: noqa: F403

from tournaments.clubs.models import *
from tournaments.core.models.choices import *
from tournaments.core.models.columns import *
from tournaments.core.models.log import *
from tournaments.core.rules.statuses import *
from tournaments.draw.models import *
from tournaments.events.models.clocks import *
from tournaments.events.models.events import *
from tournaments.events.models.replies import *
from tournaments.play.models import *
from tournaments.programs.webhooks.models import *
from tournaments.ratings.models import *
from tournaments.seasons.models import *
from tournaments.simulations.models import *
from tournaments.standings.models import *
from tournaments.tables.models.cards import *
from tournaments.tables.models.ledger import *
from tournaments.tables.models.rounds import *
from tournaments.teams.models import *
