"""The WSGI application, for servers that know nothing else: streams end at once there, and are polled."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")

application = get_wsgi_application()
