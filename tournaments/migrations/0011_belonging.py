"""What rows that name each other agree on, and how a status moves: see models/triggers/belonging.py."""

from django.db import migrations

from tournaments.models.triggers import guards


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0010_simulation_times_sent"),
    ]

    operations = [
        migrations.RunPython(guards.check, migrations.RunPython.noop),
        migrations.RunPython(guards.install, guards.remove),
    ]
