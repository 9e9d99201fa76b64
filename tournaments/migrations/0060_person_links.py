"""Players of clubs that are a person, by consent. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.conf import settings
from django.db import migrations, models


FUNCTIONS = ('poch_person_link_by_consent', 'poch_tournaments_personlink_stays')


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
        ('tournaments', '0059_persons'),
    ]

    operations = [
        migrations.CreateModel(
            name='PersonLink',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='tournaments.person')),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='link', to='tournaments.player')),
                ('club', models.ForeignKey(help_text='of the player', on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.club')),
                ('consent', models.CharField(choices=[('person', 'by the person'), ('clubs', 'by the clubs')], max_length=10)),
                ('asked_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('agreed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('agreed_at', models.DateTimeField(blank=True, help_text='null: the other club has not answered', null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('person', 'club'), name='person_once_in_a_club'), models.CheckConstraint(condition=models.Q(('consent__in', ['person', 'clubs'])), name='person_consent_known'), models.CheckConstraint(condition=models.Q(models.Q(('agreed_at__isnull', True), ('agreed_by__isnull', True)), models.Q(('agreed_at__isnull', False), ('agreed_by__isnull', False)), _connector='OR'), name='person_link_agreed_by_somebody')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
