"""Create the triggers that hold the constraints which SQL has no other form for.

Their SQL is in the files beside this one, one statement a paragraph. See `tournaments/core/triggers`.
"""

import re
from pathlib import Path

from django.db import migrations


def sql(schema_editor):
    file = Path(__file__).with_suffix(f'.{schema_editor.connection.vendor}.sql')
    return file.read_text(encoding='utf-8').strip()


def create(apps, schema_editor):
    for statement in sql(schema_editor).split('\n\n'):
        schema_editor.execute(statement, params=None)


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == 'postgresql':
        for name in re.findall(r'CREATE FUNCTION (\w+)', sql(schema_editor)):
            schema_editor.execute(f'DROP FUNCTION {name}() CASCADE', params=None)
    else:
        for name in re.findall(r'CREATE TRIGGER (\w+)', sql(schema_editor)):
            schema_editor.execute(f'DROP TRIGGER {name}', params=None)


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0001_tables')]

    operations = [migrations.RunPython(create, drop)]
