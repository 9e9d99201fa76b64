"""The ASGI application: what `pochleague.server` serves, in one process and in docker/ alike."""

import os

from django.core.wsgi import get_wsgi_application

from pochleague.bridge import Application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")

application = Application(get_wsgi_application())
