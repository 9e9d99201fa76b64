"""The clocks of rounds."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0025_invitation'),
    ]

    operations = [
        migrations.CreateModel(
            name='RoundClock',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('started_at', models.DateTimeField()),
                ('seconds', models.PositiveIntegerField(help_text='the length of the round, without pauses')),
                ('warning', models.PositiveIntegerField(db_default=300, default=300, help_text='it warns so many seconds before the end; 0: never')),
                ('paused_at', models.DateTimeField(blank=True, help_text='it stands since then; null: it runs', null=True)),
                ('paused_ms', models.PositiveBigIntegerField(db_default=0, default=0, help_text='milliseconds of the pauses that are over')),
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clock', to='tournaments.round')),
            ],
            options={
                'constraints': [
                    models.CheckConstraint(condition=models.Q(('seconds__range', (60, 36000))), name='clock_in_range'),
                    models.CheckConstraint(condition=models.Q(('warning__lte', 36000)), name='clock_warning_in_range'),
                    models.CheckConstraint(condition=models.Q(('paused_at__isnull', True), ('paused_at__gte', models.F('started_at')), _connector='OR'), name='clock_pauses_after_its_start'),
                ],
            },
        ),
    ]
