"""The site's own settings for workers that tests start: what is lost is missed sooner."""

from pochleague.settings import *  # noqa: F403

SIMULATION_STALL = 3.0
