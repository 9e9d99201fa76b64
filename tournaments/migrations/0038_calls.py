"""A table can ask the director to come.

The SQL of the triggers is in the files beside this one, one statement a paragraph.
"""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.conf import settings
from django.db import migrations, models

NEW = {
    'postgresql': ('poch_tournaments_call_stays',),
    'sqlite': ('tournaments_call_stays', 'tournaments_call_not_replaced'),
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

    dependencies = [('tournaments', '0037_phones_of_cards')]

    operations = [
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('seat', models.PositiveSmallIntegerField(blank=True, help_text='who called, from 0', null=True)),
                ('kind', models.CharField(blank=True, choices=[('rules', 'a question about the rules'), ('dispute', 'we do not agree about a deal'), ('player', 'somebody is missing or must leave'), ('other', 'something else')], max_length=10)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('answered_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by_user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournaments.table')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at__isnull', True)), fields=('table',), name='call_open_once_at_a_table'), models.CheckConstraint(condition=models.Q(('kind', ''), ('kind__in', ['rules', 'dispute', 'player', 'other']), _connector='OR'), name='call_kind_known')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
