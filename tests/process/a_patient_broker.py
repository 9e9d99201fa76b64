"""The normal settings, but with a broker connection that never times out. For a control."""

from pochleague.settings import *  # noqa: F403
from pochleague.settings import CELERY_BROKER_TRANSPORT_OPTIONS

FOR_EVER = 100_000

CELERY_BROKER_TRANSPORT_OPTIONS = CELERY_BROKER_TRANSPORT_OPTIONS | {
    "socket_timeout": FOR_EVER,
    "socket_connect_timeout": FOR_EVER,
}
