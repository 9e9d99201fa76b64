"""The project as a Django app: it carries the checks that look at the settings as a whole."""

from django.apps import AppConfig


class PochleagueConfig(AppConfig):
    name = "pochleague"

    def ready(self) -> None:
        from pochleague import checks  # noqa: F401, PLC0415 - registers the checks
