"""The WSGI application, for servers without ASGI. There a stream ends at once, and its client polls."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")

application = get_wsgi_application()
