"""The server that is measured: the site itself, and beside it an endpoint of DRF that does one INSERT.

Both go through the same server, middleware and connection. The endpoint asks for no key.
"""

from __future__ import annotations

import os

import django
from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pochleague.settings")
django.setup()

from django.db import models  # noqa: E402 - after the settings
from django.urls import include, path  # noqa: E402
from rest_framework import serializers  # noqa: E402
from rest_framework.generics import CreateAPIView  # noqa: E402


class Row(models.Model):
    """What the endpoint inserts."""

    name = models.CharField(max_length=40)
    chips = models.IntegerField()

    objects: models.Manager[Row] = models.Manager()

    class Meta:
        app_label = "bench"
        managed = False
        db_table = "bench_row"

    def __str__(self) -> str:
        return self.name


class RowShape(serializers.ModelSerializer[Row]):
    class Meta:
        model = Row
        fields = ["id", "name", "chips"]


class Insert(CreateAPIView[Row]):
    """Insert one row."""

    authentication_classes = ()
    throttle_classes = ()
    queryset = Row.objects.all()
    serializer_class = RowShape
    longest_body = 1024


urlpatterns = [path("bench/insert/", Insert.as_view()), path("", include("pochleague.urls"))]

settings.ROOT_URLCONF = __name__
application = get_wsgi_application()
