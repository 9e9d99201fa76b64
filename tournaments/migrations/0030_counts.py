"""A table can have a count, which is its total, in place of deals.

The SQL of the triggers is in the files beside this one, one statement a paragraph.
"""

from pathlib import Path

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('deal')


def create(apps, schema_editor):
    file = Path(__file__).with_suffix(f'.{schema_editor.connection.vendor}.sql')
    for statement in file.read_text(encoding='utf-8').strip().split('\n\n'):
        schema_editor.execute(statement, params=None)


def drop(apps, schema_editor):
    what = {'postgresql': 'FUNCTION poch_count_or_deals() CASCADE', 'sqlite': 'TRIGGER count_or_deals'}
    schema_editor.execute(f'DROP {what[schema_editor.connection.vendor]}', params=None)


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0027_doors')]

    operations = [
        before,
        migrations.AddField(
            model_name='deal',
            name='counted',
            field=models.PositiveSmallIntegerField(blank=True, help_text='how many deals a poch-count/1 stands for; null: this is one deal', null=True),
        ),
        migrations.AddConstraint(
            model_name='deal',
            constraint=models.CheckConstraint(condition=models.Q(('counted__isnull', True), models.Q(('counted__range', (1, 200)), ('number', 1)), _connector='OR'), name='deal_count_is_alone'),
        ),
        after,
        migrations.RunPython(create, drop),
    ]
