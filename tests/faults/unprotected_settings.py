"""The settings of a service without one of its protections (see `unprotected.py`)."""

from pochleague.settings import *  # noqa: F403
from pochleague.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.faults.unprotected.Unprotected"]
