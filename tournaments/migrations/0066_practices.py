"""Practices against bots."""

import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0065_club_language'),
    ]

    operations = [
        migrations.CreateModel(
            name='Practice',
            fields=[
                ('code', models.CharField(editable=False, help_text='a secret, in the address', max_length=40, primary_key=True, serialize=False)),
                ('rules', models.JSONField(help_text='all switches')),
                ('bots', models.JSONField(help_text='the bot of each seat; null for the person')),
                ('seed', models.BigIntegerField()),
                ('number', models.PositiveSmallIntegerField(default=1, help_text='the present deal, from 1')),
                ('dealer', models.PositiveSmallIntegerField(help_text='the seat that deals the present deal')),
                ('chips', models.JSONField(help_text='the purses before the present deal')),
                ('pools', models.JSONField(default=dict, help_text='the pools before the present deal')),
                ('actions', models.JSONField(default=list, help_text='the actions of the present deal, as in a record')),
                ('nets', models.JSONField(default=list, help_text='the chips won by each seat, for each deal that is over')),
                ('moves', models.PositiveIntegerField(default=0, help_text='how often the person has acted in all')),
                ('taken_until', models.DateTimeField(default=django.utils.timezone.now, help_text='see tournaments.kernel.pace')),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('used_at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, help_text='when the person last acted')),
            ],
        ),
    ]
