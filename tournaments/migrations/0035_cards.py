"""The cards of physical tables, which open whatever is played there.

The SQL of the triggers is in the files beside this one, one statement a paragraph.
"""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.conf import settings
from django.db import migrations, models

NEW = {
    'postgresql': ('poch_tournaments_tablecard_stays',),
    'sqlite': ('tournaments_tablecard_stays', 'tournaments_tablecard_not_replaced'),
}


def create(apps, schema_editor):
    file = Path(__file__).with_suffix(f'.{schema_editor.connection.vendor}.sql')
    for statement in file.read_text(encoding='utf-8').strip().split('\n\n'):
        schema_editor.execute(statement, params=None)


def drop(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for name in NEW[vendor]:
        what = f'FUNCTION {name}() CASCADE' if vendor == 'postgresql' else f'TRIGGER {name}'
        schema_editor.execute(f'DROP {what}', params=None)


class Migration(migrations.Migration):

    dependencies = [('tournaments', '0030_counts')]

    operations = [
        migrations.CreateModel(
            name='TableCard',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveSmallIntegerField(help_text='the number of the physical table')),
                ('secret_digest', models.CharField(max_length=64, unique=True)),
                ('pin_hash', models.CharField(max_length=200)),
                ('pin_failures', models.PositiveSmallIntegerField(default=0, help_text='wrong attempts; the tenth locks the PIN')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cards', to='tournaments.event')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('event', 'number'), name='card_one_at_a_time')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
