"""The project as a Django app. It registers the checks of the settings."""

from django.apps import AppConfig


class PochleagueConfig(AppConfig):
    name = "pochleague"

    def ready(self) -> None:
        from pochleague import checks  # noqa: F401, PLC0415 - registers the checks
