"""Tags of entries, for prizes."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('entry')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0022_prizes'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='entry',
            name='tags',
            field=models.JSONField(blank=True, db_default=[], default=list, help_text='such as “newcomer”, for prizes; only members see them'),
        ),
        after,
    ]
