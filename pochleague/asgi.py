"""The ASGI application that `pochleague.server` serves."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from django.core.wsgi import get_wsgi_application

if TYPE_CHECKING:
    from pochleague.bridge import Application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")


def _application() -> Application:
    django = get_wsgi_application()
    from pochleague.bridge import Application  # noqa: PLC0415 - Django must be set up first

    return Application(django)


application = _application()
