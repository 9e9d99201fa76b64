"""The chips that stay on the boards, with each standing."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('standing')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0023_tags'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='standing',
            name='on_boards',
            field=models.BigIntegerField(db_default=0, default=0, help_text='chips in the pools of its rounds: minus the sum of all net chips'),
        ),
        after,
    ]
