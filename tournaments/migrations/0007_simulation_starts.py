"""Simulations: how often each chunk was begun, so that one that kills its worker is not begun for ever."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0006_rehearsals'),
    ]

    operations = [
        migrations.CreateModel(
            name='SimulationStart',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField(help_text='of the chunk')),
                ('simulation', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='starts', to='tournaments.simulation')),
            ],
            options={
                'indexes': [models.Index(fields=['simulation', 'number'], name='simulation_starts_of_a_chunk')],
            },
        ),
    ]
