"""How well ratings predict the events of a club. The SQL of the triggers is in the files beside this one, one statement a paragraph."""

from pathlib import Path

import django.db.models.deletion
import django.utils.timezone
import tournaments.models.ids
from django.db import migrations, models


FUNCTIONS = ('poch_tournaments_ratingreport_stays',)


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
        ('tournaments', '0073_ratings'),
    ]

    operations = [
        migrations.CreateModel(
            name='RatingReport',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('family', models.CharField(max_length=40)),
                ('tells_apart', models.BooleanField(help_text='whether it is better than "all are equal", beyond chance')),
                ('figures', models.JSONField(help_text='`rules.ratings.evaluation.Report`')),
                ('method', models.PositiveSmallIntegerField(help_text='the RATING_METHOD that computed it and the ratings')),
                ('computed_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_reports', to='tournaments.club')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('club', 'family'), name='rating_report_once_in_a_club')],
            },
        ),
        migrations.RunPython(create, drop),
    ]
