"""The WSGI application: what waitress (one process) and gunicorn (docker/) serve."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")

application = get_wsgi_application()
