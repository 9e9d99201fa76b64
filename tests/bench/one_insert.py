"""The measured addresses: those of the site, and a DRF endpoint that does one INSERT.

All use the same server, middleware and connection. `/bench/keyed/` looks up the API key and counts its limit,
as the site does for each change. `/bench/insert/` is open to everybody.
"""

from __future__ import annotations

from typing import Any

from django.db import models
from django.urls import include, path
from rest_framework import serializers
from rest_framework.generics import CreateAPIView
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from api.throttles import Limited


class Row(models.Model):
    """The row that the endpoint inserts."""

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


class HasKey(BasePermission):
    """Require an API key."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return request.auth is not None


class Insert(CreateAPIView[Row]):
    """Insert one row."""

    queryset = Row.objects.all()
    serializer_class = RowShape
    longest_body = 1024


class OpenInsert(Insert):
    """Insert one row, without a key."""

    authentication_classes = ()
    throttle_classes = ()


class KeyedInsert(Limited, Insert):
    """Insert one row, with a key."""

    permission_classes = (HasKey,)


urlpatterns = [
    path("bench/insert/", OpenInsert.as_view()),
    path("bench/keyed/", KeyedInsert.as_view()),
    path("", include("pochleague.urls")),
]
