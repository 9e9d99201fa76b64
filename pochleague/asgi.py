"""The ASGI application, for servers that want one; every page works under WSGI too."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")

application = get_asgi_application()
