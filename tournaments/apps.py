from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournaments.clubs.verbs.accounts import note_device  # noqa: PLC0415 - it imports the models
        from tournaments.core.refusals import write  # noqa: PLC0415 - as above
        from tournaments.core.rules.refusals import Refusal  # noqa: PLC0415 - as above

        user_logged_in.connect(note_device, dispatch_uid="devices.note_device")
        Refusal.write = write
