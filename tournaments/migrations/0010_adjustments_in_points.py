"""Give adjustments points beside chips: one of the two.

SQLite makes the table again, without its triggers, so they are created again. The SQL of the triggers is in the
files beside this one, one statement a paragraph.
"""

from pathlib import Path

from django.db import migrations, models


def create(apps, schema_editor):
    for statement in sql(schema_editor).split('\n\n'):
        schema_editor.execute(statement, params=None)


def create_without_points(apps, schema_editor):
    without = sql(schema_editor).replace(' NEW.points,', '').replace(' OLD.points,', '')
    for statement in without.split('\n\n'):
        schema_editor.execute(statement, params=None)


def sql(schema_editor):
    return Path(__file__).with_suffix(f'.{schema_editor.connection.vendor}.sql').read_text(encoding='utf-8')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0009_webhooks_without_secret'),
    ]

    operations = [
        migrations.RunPython(migrations.RunPython.noop, create_without_points),
        migrations.RemoveConstraint(
            model_name='adjustment',
            name='adjustment_of_some_chips',
        ),
        migrations.AddField(
            model_name='adjustment',
            name='points',
            field=models.DecimalField(blank=True, decimal_places=2, help_text='null: it has chips', max_digits=9, null=True),
        ),
        migrations.AlterField(
            model_name='adjustment',
            name='chips',
            field=models.IntegerField(blank=True, help_text='null: it has points', null=True),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('chips__isnull', False), ('points__isnull', True), models.Q(('chips', 0), _negated=True)), models.Q(('chips__isnull', True), ('points__isnull', False), models.Q(('points', 0), _negated=True)), _connector='OR'), name='adjustment_of_chips_or_points'),
        ),
        migrations.RunPython(create, migrations.RunPython.noop),
    ]
