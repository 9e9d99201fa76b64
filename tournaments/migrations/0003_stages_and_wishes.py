"""Stages with formats, what is asked of a draw, and longer searches for one."""

import django.db.models.deletion
import tournaments.models.ids
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from tournaments.models.triggers import install, remove


def plan_stages(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Every event has had one stage so far, with as many rounds as the event."""
    stages = apps.get_model("tournaments", "Stage").objects.using(schema_editor.connection.alias)
    for stage in stages.select_related("event"):
        stage.rounds_planned = stage.event.rounds_planned
        stage.save(update_fields=["rounds_planned"])


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0002_triggers'),
    ]

    operations = [
        # SQLite makes a changed table anew, and its triggers are lost.
        migrations.RunPython(remove, install),
        migrations.CreateModel(
            name='DrawSearch',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('draw', models.PositiveIntegerField(help_text="the round's draw that it began from")),
                ('status', models.CharField(choices=[('running', 'searching'), ('done', 'searched'), ('stopped', 'stopped'), ('taken', 'taken')], default='running', max_length=10)),
                ('seed', models.BigIntegerField()),
                ('moves_planned', models.PositiveBigIntegerField(help_text='swaps to be tried')),
                ('moves_done', models.PositiveBigIntegerField(default=0)),
                ('request', models.JSONField(help_text='what is searched for, by group of players')),
                ('state', models.JSONField(help_text='the best so far, by group, and where the search goes on')),
                ('started_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.CreateModel(
            name='SeatingWish',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('apart', 'not at one table'), ('together', 'at one table'), ('seat', 'always in one seat'), ('table', 'always at one table')], max_length=10)),
                ('number', models.PositiveSmallIntegerField(blank=True, help_text='of the seat, from 0, or of the table, from 1', null=True)),
                ('must', models.BooleanField(default=True)),
                ('always', models.BooleanField(default=False, help_text='together in every round, not only once')),
                ('note', models.CharField(blank=True, default='', max_length=200)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.AlterModelOptions(
            name='stage',
            options={'ordering': ['number']},
        ),
        migrations.AddField(
            model_name='entry',
            name='seeding',
            field=models.PositiveIntegerField(blank=True, help_text='1 is the strongest; null: after those who have one, by lots', null=True),
        ),
        migrations.AddField(
            model_name='round',
            name='by_hand',
            field=models.PositiveIntegerField(default=0, help_text='changes by hand since the draw; seed and moves give the draw, not these'),
        ),
        migrations.AddField(
            model_name='round',
            name='request',
            field=models.JSONField(default=dict, help_text='what the draw was asked for, by group of players: enough to make it again'),
        ),
        migrations.AddField(
            model_name='stage',
            name='advance',
            field=models.PositiveSmallIntegerField(default=2, help_text='of each table: who go on (knockout), who move up and as many down (ladder)'),
        ),
        migrations.AddField(
            model_name='stage',
            name='carry',
            field=models.BooleanField(default=True, help_text='the score of the stages before counts here, too'),
        ),
        migrations.AddField(
            model_name='stage',
            name='cut',
            field=models.PositiveIntegerField(blank=True, help_text='how many go on from the standings before; null: everybody', null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='cut_report',
            field=models.JSONField(blank=True, help_text='how the cut was made, and what broke a tie', null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='deals_per_round',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='ended_at',
            field=models.DateTimeField(blank=True, help_text='ended before its last round', null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='entrants',
            field=models.JSONField(blank=True, help_text="who play it, by seed: entries' ids, once its first round is drawn", null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='least',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='most',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='plan_public',
            field=models.BooleanField(default=False, help_text='everybody may see the rounds still to come'),
        ),
        migrations.AddField(
            model_name='stage',
            name='reseed',
            field=models.CharField(choices=[('snake', 'in a snake, by the standings so far'), ('original', 'in a snake, by the seeds that the stage began with')], default='snake', max_length=10),
        ),
        migrations.AddField(
            model_name='stage',
            name='rounds_planned',
            field=models.PositiveSmallIntegerField(blank=True, help_text='null: a knockout until its final table', null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='size',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='stage',
            name='small_tables',
            field=models.CharField(choices=[('shared', 'shared out evenly'), ('high', 'to the higher places'), ('low', 'to the lower places')], default='shared', max_length=10),
        ),
        migrations.AddField(
            model_name='stage',
            name='weights',
            field=models.JSONField(blank=True, default=dict, help_text='what is more important in a draw; empty: as usual'),
        ),
        migrations.RunPython(plan_stages, migrations.RunPython.noop),
        migrations.AlterField(
            model_name='stage',
            name='format',
            field=models.CharField(choices=[('rotation', 'rotation'), ('swiss', 'Swiss'), ('knockout', 'knockout'), ('final', 'final'), ('ladder', 'up and down')], default='rotation', max_length=12),
        ),
        migrations.AlterField(
            model_name='transfer',
            name='reason',
            field=models.CharField(help_text='as in poch-result/1; also start, issue, return, leftover', max_length=12),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('format__in', ['rotation', 'swiss', 'knockout', 'final', 'ladder'])), name='stage_format_known'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('reseed__in', ['snake', 'original'])), name='stage_reseed_known'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('small_tables__in', ['shared', 'high', 'low'])), name='stage_small_tables_known'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('rounds_planned__gte', 1), models.Q(('format', 'knockout'), ('rounds_planned__isnull', True)), _connector='OR'), name='stage_has_rounds'),
        ),
        migrations.AddConstraint(
            model_name='stage',
            constraint=models.CheckConstraint(condition=models.Q(('advance__gte', 1)), name='stage_somebody_advances'),
        ),
        migrations.AddField(
            model_name='drawsearch',
            name='round',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='search', to='tournaments.round'),
        ),
        migrations.AddField(
            model_name='drawsearch',
            name='started_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='seatingwish',
            name='club',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='wishes', to='tournaments.club'),
        ),
        migrations.AddField(
            model_name='seatingwish',
            name='created_by',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='seatingwish',
            name='event',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='wishes', to='tournaments.event'),
        ),
        migrations.AddField(
            model_name='seatingwish',
            name='other',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player'),
        ),
        migrations.AddField(
            model_name='seatingwish',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.player'),
        ),
        migrations.AddConstraint(
            model_name='drawsearch',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['running', 'done', 'stopped', 'taken'])), name='search_status_known'),
        ),
        migrations.AddConstraint(
            model_name='seatingwish',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['apart', 'together', 'seat', 'table'])), name='wish_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='seatingwish',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['apart', 'together']), ('number__isnull', True), ('other__isnull', False)), models.Q(('kind__in', ['seat', 'table']), ('number__isnull', False), ('other__isnull', True)), _connector='OR'), name='wish_of_two_players_or_of_one_and_a_place'),
        ),
        migrations.AddConstraint(
            model_name='seatingwish',
            constraint=models.CheckConstraint(condition=models.Q(('other__isnull', True), ('player__lt', models.F('other')), _connector='OR'), name='wish_pair_in_order'),
        ),
        migrations.AddConstraint(
            model_name='seatingwish',
            constraint=models.CheckConstraint(condition=models.Q(('event__isnull', False), ('kind', 'apart'), _connector='OR'), name='wish_of_a_club_keeps_apart'),
        ),
        migrations.AddConstraint(
            model_name='seatingwish',
            constraint=models.UniqueConstraint(condition=models.Q(('event__isnull', False), ('other__isnull', False)), fields=('event', 'player', 'other'), name='wish_once_for_a_pair_in_an_event'),
        ),
        migrations.AddConstraint(
            model_name='seatingwish',
            constraint=models.UniqueConstraint(condition=models.Q(('event__isnull', True)), fields=('club', 'player', 'other'), name='wish_once_for_a_pair_in_a_club'),
        ),
        migrations.AddConstraint(
            model_name='seatingwish',
            constraint=models.UniqueConstraint(condition=models.Q(('other__isnull', True)), fields=('event', 'player', 'kind'), name='wish_one_pin_of_a_kind'),
        ),
        migrations.RunPython(install, remove),
    ]
