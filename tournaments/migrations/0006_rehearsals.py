"""Rehearsals: events copied into a club of their own, and played through by bots.

It is undone only as long as there is no rehearsal. Their clubs, players and ledgers stay in any case (a ledger
is not deleted), and what says that a club is a rehearsal's would be gone: it would stand among the real ones.
"""

import django.db.models.deletion
import tournaments.models.ids
from django.conf import settings
from django.db import migrations, models
from django.db.migrations.exceptions import IrreversibleError


def refuse_while_there_are_rehearsals(apps, _schema_editor):
    """Raise IrreversibleError where clubs of rehearsals would turn into clubs as any."""
    rehearsed = apps.get_model('tournaments', 'Club').objects.filter(rehearses__isnull=False).count()
    if rehearsed:
        raise IrreversibleError(
            f'There are clubs of rehearsals ({rehearsed}): they would stand among the real ones. To go back, '
            'restore a backup from before the first rehearsal.'
        )


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0005_simulations'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='rehearses',
            field=models.ForeignKey(blank=True, help_text='the club whose event is rehearsed in this one: it has no members, and is in no list', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.club'),
        ),
        migrations.AddField(
            model_name='player',
            name='stands_in_for',
            field=models.ForeignKey(blank=True, help_text='in a rehearsal: whose name this is', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='stand_ins', to='tournaments.player'),
        ),
        migrations.CreateModel(
            name='Rehearsal',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('status', models.CharField(choices=[('playing', 'being played'), ('done', 'played to its end'), ('stopped', 'stopped')], default='playing', max_length=10)),
                ('seed', models.BigIntegerField(help_text='what goes wrong, and when, comes from it')),
                ('calm', models.BooleanField(default=False, help_text='nothing goes wrong')),
                ('deal_seconds', models.PositiveSmallIntegerField(help_text='how long people need for a deal')),
                ('step', models.PositiveIntegerField(default=0, help_text='steps taken; each is taken once')),
                ('script', models.JSONField(default=dict, help_text='what goes wrong: who comes `late`, and in `rounds` what happens in each')),
                ('told', models.JSONField(default=list, help_text='what happened, in order')),
                ('played', models.JSONField(default=dict, help_text='by round: deals by table, and actions, those of wrong deals too')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('put_away_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='rehearsal', to='tournaments.event')),
                ('of', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rehearsals', to='tournaments.event')),
                ('started_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-created_at'],
                'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['playing', 'done', 'stopped'])), name='rehearsal_status_known'), models.UniqueConstraint(condition=models.Q(('status', 'playing')), fields=('of',), name='rehearsal_playing_once_of_an_event')],
            },
        ),
        # Undoing begins with the last.
        migrations.RunPython(migrations.RunPython.noop, refuse_while_there_are_rehearsals),
    ]
