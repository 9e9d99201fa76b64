"""Additional time of one table on the clock of its round."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('table')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0040_clocks_and_announcements_of_events'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='table',
            name='extra_seconds',
            field=models.PositiveIntegerField(db_default=0, default=0, help_text='additional time of this table on the clock of its round'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('extra_seconds__lte', 36000)), name='table_extra_time_in_range'),
        ),
        after,
    ]
