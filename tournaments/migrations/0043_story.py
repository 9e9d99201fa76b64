"""What a director wrote about a finished event."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('event')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0041_extra_time_of_tables'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='event',
            name='story',
            field=models.TextField(blank=True, db_default='', default='', help_text='what a director wrote about the finished event, in Markdown; empty: it is generated'),
        ),
        after,
    ]
