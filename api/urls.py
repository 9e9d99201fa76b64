"""The routes of `/api/v1`: each class of `THINGS` says its address (`api.resources`)."""

from importlib import import_module

from django.urls import path, re_path

from api import docs
from api.resources import ROUTES
from api.schema import THINGS

app_name = "api"

for thing in THINGS:
    import_module(f"api.{thing}")

urlpatterns = [
    path("schema/", docs.Schema.as_view(), name="Schema"),
    path("docs/", docs.Docs.as_view(), name="Docs"),
    # `events/import/` comes before `events/<slug:event>/`.
    *(
        path(address, ROUTES[address].as_view(), name=ROUTES[address].__name__)
        for address in sorted(ROUTES, key=lambda address: address.replace("<", "~"))
    ),
    re_path(r"", docs.Nowhere.as_view(), name="nowhere"),
]
