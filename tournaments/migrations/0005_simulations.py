"""Simulations, played chunk by chunk."""

import django.db.models.deletion
import tournaments.models.ids
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0004_programs'),
    ]

    operations = [
        migrations.CreateModel(
            name='Simulation',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('title', models.CharField(blank=True, default='', max_length=200)),
                ('status', models.CharField(choices=[('running', 'being played'), ('done', 'done'), ('cancelled', 'cancelled'), ('failed', 'failed')], default='running', max_length=10)),
                ('spec', models.JSONField(help_text='rules, bots, number of tables and deals, seed: poch-simulation-spec/1')),
                ('deals_planned', models.PositiveBigIntegerField(help_text='of all sides; tables that end early play fewer')),
                ('deals_done', models.PositiveBigIntegerField(default=0)),
                ('chunks_planned', models.PositiveIntegerField()),
                ('chunks_sent', models.PositiveIntegerField(default=0, help_text="the workers were sent those with lower numbers; the others' turn comes")),
                ('chunks_done', models.PositiveIntegerField(default=0)),
                ('report', models.JSONField(blank=True, help_text='poch-simulation/1, once it is done', null=True)),
                ('error', models.CharField(blank=True, default='', help_text='why it failed', max_length=500)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('began_at', models.DateTimeField(blank=True, help_text='when the first chunk was taken up', null=True)),
                ('moved_at', models.DateTimeField(help_text='when it was last sent to the workers, or a chunk came back')),
                ('stalls', models.PositiveSmallIntegerField(default=0, help_text='how often it was sent again since a chunk came back')),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(blank=True, help_text='null: asked for by a command, for no club', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='simulations', to='tournaments.club')),
                ('started_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='SimulationChunk',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('number', models.PositiveIntegerField(help_text='0, 1, ... in the order of the plan')),
                ('deals', models.PositiveBigIntegerField()),
                ('outcome', models.JSONField(help_text='what was counted, batch by batch')),
                ('simulation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='tournaments.simulation')),
            ],
        ),
        migrations.AddIndex(
            model_name='simulation',
            index=models.Index(fields=['club', '-created_at'], name='simulation_of_club'),
        ),
        migrations.AddIndex(
            model_name='simulation',
            index=models.Index(condition=models.Q(('status', 'running')), fields=['moved_at'], name='simulation_that_runs'),
        ),
        migrations.AddConstraint(
            model_name='simulation',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['running', 'done', 'cancelled', 'failed'])), name='simulation_status_known'),
        ),
        migrations.AddConstraint(
            model_name='simulation',
            constraint=models.CheckConstraint(condition=models.Q(('chunks_done__lte', models.F('chunks_planned')), ('chunks_planned__gte', 1)), name='simulation_no_chunk_twice'),
        ),
        migrations.AddConstraint(
            model_name='simulation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('chunks_done', models.F('chunks_planned')), ('report__isnull', False), ('status', 'done')), models.Q(models.Q(('status', 'done'), _negated=True), ('report__isnull', True)), _connector='OR'), name='simulation_report_once_done'),
        ),
        migrations.AddConstraint(
            model_name='simulation',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', True), ('status', 'running')), models.Q(models.Q(('status', 'running'), _negated=True), ('finished_at__isnull', False)), _connector='OR'), name='simulation_finished_or_running'),
        ),
        migrations.AddConstraint(
            model_name='simulationchunk',
            constraint=models.UniqueConstraint(fields=('simulation', 'number'), name='simulation_chunk_once'),
        ),
    ]
