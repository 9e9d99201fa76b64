from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0010_adjustments_in_points'),
    ]

    operations = [
        migrations.AddField(
            model_name='standing',
            name='method',
            field=models.PositiveSmallIntegerField(editable=False, help_text='the METHOD that computed its rows; null: one before the first', null=True),
        ),
    ]
