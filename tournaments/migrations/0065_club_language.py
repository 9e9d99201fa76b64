"""The language of what a club writes to people without a page: mails, previews, names that the program gives."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('club')


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0064_seasons_set_back')]

    operations = [
        before,
        migrations.AddField(
            model_name='club',
            name='language',
            field=models.CharField(blank=True, db_default='', default='', help_text='of texts without a reader, such as mails; empty: that of the installation', max_length=10),
        ),
        after,
    ]
