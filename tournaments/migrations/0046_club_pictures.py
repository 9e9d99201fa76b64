"""The pictures of clubs, as bytes."""

import django.db.models.deletion
import tournaments.models.ids
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0045_club_face'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClubPicture',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('digest', models.CharField(db_index=True, help_text='SHA-256 of the bytes', max_length=64)),
                ('media_type', models.CharField(max_length=20)),
                ('width', models.PositiveSmallIntegerField()),
                ('height', models.PositiveSmallIntegerField()),
                ('data', models.BinaryField()),
                ('club', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.club')),
            ],
        ),
    ]
