"""Who comes to an event. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.conf import settings
from django.db import migrations, models


FUNCTIONS = ('poch_reply_of_its_club', 'poch_tournaments_reply_stays')


def create(apps, schema_editor):
    file = Path(__file__).with_suffix(f'.{schema_editor.connection.vendor}.sql')
    for statement in file.read_text(encoding='utf-8').strip().split('\n\n'):
        schema_editor.execute(statement, params=None)


def drop(apps, schema_editor):
    """Triggers go with their table; functions stay."""
    if schema_editor.connection.vendor == 'postgresql':
        for name in FUNCTIONS:
            schema_editor.execute(f'DROP FUNCTION {name}() CASCADE', params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0025_invitation'),
    ]

    operations = [
        migrations.CreateModel(
            name='Reply',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField()),
                ('name', models.CharField(blank=True, default='', max_length=100)),
                ('name_key', models.CharField(blank=True, default='', editable=False, max_length=200)),
                ('contact', models.CharField(blank=True, default='', help_text='an e-mail address or a telephone number; directors see it, and it is forgotten later', max_length=200)),
                ('answer', models.CharField(choices=[('yes', 'comes'), ('waiting', 'on the waiting list'), ('pending', 'waits for the director'), ('no', 'does not come'), ('refused', 'refused by the director')], max_length=10)),
                ('paid', models.PositiveBigIntegerField(default=0, help_text='in hundredths')),
                ('paid_noted_at', models.DateTimeField(blank=True, null=True)),
                ('token_digest', models.CharField(help_text='of the personal link', max_length=64, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='replies', to='tournaments.event')),
                ('made_by', models.ForeignKey(blank=True, help_text='the member who signed this person up', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('paid_noted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='replies', to='tournaments.player')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='reply_number_once'), models.UniqueConstraint(fields=('event', 'player'), name='reply_once_for_a_player'), models.UniqueConstraint(condition=models.Q(('player__isnull', True)), fields=('event', 'name_key'), name='reply_once_for_a_name'), models.CheckConstraint(condition=models.Q(('answer__in', ['yes', 'waiting', 'pending', 'no', 'refused'])), name='reply_answer_known'), models.CheckConstraint(condition=models.Q(models.Q(('name', ''), ('name_key', ''), ('player__isnull', False)), models.Q(('player__isnull', True), models.Q(('name', ''), _negated=True), models.Q(('name_key', ''), _negated=True)), _connector='OR'), name='reply_of_a_player_or_a_name')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
