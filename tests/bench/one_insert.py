"""The addresses that are measured: the site's own, and beside them an endpoint of DRF that does one INSERT.

All go through the same server, middleware and connection. The endpoint is there twice: `/bench/keyed/` finds
out whose key comes with the request and counts it against its limit, as every endpoint of the site that
changes something; `/bench/insert/` asks for nothing.
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


class HasKey(BasePermission):
    """For whoever sends a key."""

    def has_permission(self, request: Request, view: Any) -> bool:
        return request.auth is not None


class Insert(CreateAPIView[Row]):
    """Insert one row."""

    queryset = Row.objects.all()
    serializer_class = RowShape
    longest_body = 1024


class OpenInsert(Insert):
    """Insert one row, for anybody."""

    authentication_classes = ()
    throttle_classes = ()


class KeyedInsert(Limited, Insert):
    """Insert one row, for a key."""

    permission_classes = (HasKey,)


urlpatterns = [
    path("bench/insert/", OpenInsert.as_view()),
    path("bench/keyed/", KeyedInsert.as_view()),
    path("", include("pochleague.urls")),
]
