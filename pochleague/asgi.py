"""The ASGI application: what `pochleague.server` serves, in one process and in docker/ alike."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application

if TYPE_CHECKING:
    from pochleague.bridge import Application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")


def _application() -> Application:
    django = get_wsgi_application()
    from pochleague.bridge import Application  # noqa: PLC0415 - it takes a Django that is set up

    return Application(django)


application = _application()
