"""The phones that come in through cards, in a new table: the old one holds those of the links (0036).

The SQL of the triggers is in the files beside this one, one statement a paragraph.
"""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.db import migrations, models

NEW = {
    'postgresql': ('poch_phone_of_its_card', 'poch_tournaments_tablephone_stays'),
    'sqlite': ('phone_of_its_card', 'phone_of_its_card_later', 'tournaments_tablephone_stays', 'tournaments_tablephone_not_replaced'),
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

    dependencies = [('tournaments', '0036_links_of_rounds')]

    operations = [
        migrations.CreateModel(
            name='Phone',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('token_digest', models.CharField(max_length=64, unique=True)),
                ('identity', models.CharField(help_text='digest of the identity cookie, or of the token', max_length=64)),
                ('seat', models.PositiveSmallIntegerField(blank=True, help_text='the seat that it speaks for, from 0', null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('left_at', models.DateTimeField(blank=True, help_text='when its access ended', null=True)),
                ('card', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='phones', to='tournaments.tablecard')),
                ('table', models.ForeignKey(help_text='the table of the round in which it came in', on_delete=django.db.models.deletion.CASCADE, related_name='phones', to='tournaments.table')),
            ],
            options={
                'db_table': 'tournaments_tablephone',
                'constraints': [models.UniqueConstraint(condition=models.Q(('left_at__isnull', True), ('seat__isnull', False)), fields=('card', 'table', 'seat'), name='phone_one_at_a_seat')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
