"""What the standing of an event can tell about chance."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('standing')


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0076_hand_weights_of_events')]

    operations = [
        before,
        migrations.AddField(
            model_name='standing',
            name='chances',
            field=models.JSONField(editable=False, help_text='null: not computed; empty: too few results to tell', null=True),
        ),
        migrations.AddField(
            model_name='standing',
            name='chances_cover',
            field=models.PositiveBigIntegerField(editable=False, help_text='the version that the chances cover', null=True),
        ),
        migrations.AddField(
            model_name='standing',
            name='chances_method',
            field=models.PositiveSmallIntegerField(editable=False, help_text='the CHANCES_METHOD that computed them', null=True),
        ),
        after,
    ]
