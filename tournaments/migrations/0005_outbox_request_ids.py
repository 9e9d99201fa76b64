from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0004_check_marks'),
    ]

    operations = [
        migrations.AddField(
            model_name='outboxtask',
            name='request_id',
            field=models.CharField(blank=True, db_default='', help_text='of the request that wrote the row', max_length=64),
        ),
    ]
