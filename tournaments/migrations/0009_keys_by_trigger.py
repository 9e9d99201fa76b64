"""On PostgreSQL, three foreign keys of transfers are held by a trigger: see models/triggers/keys.py."""

from django.db import migrations

from tournaments.models.triggers import install, keys, remove


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_claims_and_phones"),
    ]

    operations = [
        migrations.RunPython(remove, install),
        migrations.RunPython(keys.drop, keys.restore),
        migrations.RunPython(install, remove),
    ]
