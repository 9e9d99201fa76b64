"""A stage can be a play-off."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('stage')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0019_counting_rounds'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='stage',
            name='play_off',
            field=models.BooleanField(db_default=False, default=False, help_text='a final among players who are equal after the stage before; it counts nowhere else'),
        ),
        after,
    ]
