"""Simulations: how often each was sent, so that as many workers may be at one chunk and none is missed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0009_keys_by_trigger"),
    ]

    operations = [
        migrations.AddField(
            model_name="simulation",
            name="times_sent",
            field=models.PositiveIntegerField(
                default=0,
                help_text="how often the workers were sent what was missing: a message has so many copies",
            ),
        ),
    ]
