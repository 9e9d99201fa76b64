"""The constraints that only triggers can hold; see tournaments/models/triggers."""

from django.db import migrations

from tournaments.models.triggers import install, remove


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(install, remove)]
