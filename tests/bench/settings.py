"""The normal settings with very high limits and the endpoints of the bench."""

from pochleague.settings import *  # noqa: F403

# Requests are still counted.
API_RATES = dict.fromkeys(API_RATES, 10**9)  # noqa: F405
ROOT_URLCONF = "tests.bench.one_insert"
