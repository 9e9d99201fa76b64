"""The site's own settings, without limits, and with an endpoint to measure beside."""

from pochleague.settings import *  # noqa: F403

# The limits are counted all the same.
API_RATES = dict.fromkeys(API_RATES, 10**9)  # noqa: F405
ROOT_URLCONF = "tests.bench.one_insert"
