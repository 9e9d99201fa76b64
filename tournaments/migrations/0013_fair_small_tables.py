"""What comes first in a rotation: fair small tables or few repeats."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('stage')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0012_measured_spreads'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='round',
            name='choice',
            field=models.JSONField(blank=True, help_text='the figures of the fair plan and of the plan with fewer repeats, where they differ', null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='prefer',
            field=models.CharField(choices=[('fair', 'fairly shared small tables, even if more players meet again'), ('repeats', 'few repeats, even if some sit at small tables more often')], db_default='fair', default='fair', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('prefer__in', ['fair', 'repeats'])), name='stage_prefer_known'),
        ),
        after,
    ]
