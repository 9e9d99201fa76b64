"""The pack of cards that people of a club see.

Each migration changes one table. One that waits for a second table, while it holds the first, would stop requests
that hold the second and wait for the first.
"""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('club')


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0066_practices')]

    operations = [
        before,
        migrations.AddField(
            model_name='club',
            name='pack',
            field=models.CharField(choices=[('french', 'French suits'), ('german', 'German suits')], db_default='french', default='french', help_text='the cards that people see', max_length=10),
        ),
        migrations.AddConstraint(
            model_name='club',
            constraint=models.CheckConstraint(condition=models.Q(('pack__in', ['french', 'german'])), name='club_pack_known'),
        ),
        after,
    ]
