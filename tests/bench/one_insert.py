"""The addresses that are measured: the site's own, and beside them an endpoint of DRF that does one INSERT.

Both go through the same server, middleware and connection. The endpoint asks for no key.
"""

from __future__ import annotations

from django.db import models
from django.urls import include, path
from rest_framework import serializers
from rest_framework.generics import CreateAPIView


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
