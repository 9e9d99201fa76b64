"""One member of a season stands for another, who is the same person.

The SQL of the triggers is in the files beside this one, one statement a paragraph.
"""

from pathlib import Path

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

NAME = 'season_member_of_its_league'
before, after = keep_triggers('seasonmember')


def create(apps, schema_editor):
    _replace(schema_editor, Path(__file__))


def create_before(apps, schema_editor):
    _replace(schema_editor, Path(__file__).with_name('0053_season_members.py'))


def _replace(schema_editor, file):
    vendor = schema_editor.connection.vendor
    old = (f'FUNCTION poch_{NAME}() CASCADE',) if vendor == 'postgresql' else (f'TRIGGER {NAME}', f'TRIGGER {NAME}_later')
    for what in old:
        schema_editor.execute(f'DROP {what}', params=None)
    for statement in file.with_suffix(f'.{vendor}.sql').read_text(encoding='utf-8').strip().split('\n\n'):
        if NAME in statement:
            schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0061_scheme_trials'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='seasonmember',
            name='set_aside',
            field=models.BooleanField(db_default=False, default=False, help_text='another member is the same person, and stands for both while they are linked'),
        ),
        after,
        migrations.RunPython(create, create_before),
    ]
