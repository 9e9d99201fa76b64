"""The addresses of the whole site: the pages, the API, and the health checks."""

from django.urls import include, path, re_path

from api.docs import Nowhere
from pochleague.health import healthz, readyz
from pochleague.lan_certificate import root_certificate

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("root.crt", root_certificate, name="root_certificate"),
    path("api/v1/", include("api.urls")),
    re_path("^api/", Nowhere.as_view()),
    path("", include("tournaments.urls")),
]

# Below /api/ every error is a problem document.
handler400 = "api.problems.bad_request"
handler500 = "api.problems.server_error"
