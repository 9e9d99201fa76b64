"""The routes of `/api/v1`: those that each module has in its `ROUTES`."""

from importlib import import_module

from django.urls import path, re_path

from api import docs

app_name = "api"

THINGS = (
    *("bulk", "cards", "claims", "clubs", "corrections", "counts", "desk", "docs", "documents", "draw"),
    *("entries", "evenings", "events", "faces", "leagues", "live", "needs", "people", "prizes", "ratings"),
    *("replies", "rounds", "rules", "season_outlooks", "season_standings", "seasons", "simulations"),
    *("stages", "standings", "tables", "teams", "webhooks"),
)

urlpatterns = [
    path(address, route.as_view(), name=route.__name__)
    for thing in THINGS
    for address, route in import_module(f"api.{thing}").ROUTES.items()
]
urlpatterns.append(re_path(r"", docs.Nowhere.as_view(), name="nowhere"))
