"""Players can be linked in a season if one of the two members is set aside.

The SQL of the triggers is in the files beside this one, one statement a paragraph.
"""

from pathlib import Path

from django.db import migrations

NAME = 'person_link_by_consent'


def create(apps, schema_editor):
    _replace(schema_editor, Path(__file__))


def create_before(apps, schema_editor):
    _replace(schema_editor, Path(__file__).with_name('0060_person_links.py'))


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
        ('tournaments', '0062_members_set_aside'),
    ]

    operations = [
        migrations.RunPython(create, create_before),
    ]
