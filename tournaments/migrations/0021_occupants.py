"""Somebody can leave in the middle of a round: another player takes over the seat, or it stays empty.

The SQL of the triggers is in the files beside this one, one statement a paragraph.
"""

from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models

NEW = {
    'postgresql': ('poch_guard_occupant', 'poch_occupant_of_its_seat', 'poch_tournaments_occupant_stays'),
    'sqlite': (
        'occupant_guard_insert',
        'occupant_guard_delete',
        'occupant_of_its_seat',
        'occupant_of_its_seat_later',
        'tournaments_occupant_stays',
        'tournaments_occupant_not_replaced',
    ),
}
CHANGED = {
    'postgresql': ('poch_seat_of_who_may_sit', 'poch_seal_deal'),
    'sqlite': ('seat_of_who_may_sit', 'seat_of_who_may_sit_later', 'deal_is_whole'),
}
BEFORE = (
    (
        ' AND NOT EXISTS ( SELECT 1 FROM tournaments_occupant o '
        'WHERE o.round_id = NEW.round_id AND o.entry_id = NEW.entry_id )',
        '',
    ),
    (
        'people and bots do not share a table, a withdrawn entry gets no seat, and an entry sits once in a round',
        'people and bots do not share a table, and a withdrawn entry gets no seat',
    ),
    (
        '(r.id IS NULL) <> EXISTS ( SELECT 1 FROM tournaments_occupant o '
        'WHERE o.seat_id = s.id AND o.entry_id IS NULL '
        'AND o.from_deal <= NEW.number AND o.event_version < NEW.event_version )',
        'r.id IS NULL',
    ),
    (
        'a deal has a result for each seat of its table, without empty seats',
        'a deal needs a result for each seat of its table',
    ),
    ('WHEN r.id IS NOT NULL THEN r.net', 'WHEN s.id IS NOT NULL THEN r.net'),
    (
        'LEFT JOIN tournaments_seatresult r ON r.deal_id = NEW.id AND r.seat_id = s.id '
        'WHERE t.deal_id = NEW.id AND r.id IS NULL',
        'WHERE t.deal_id = NEW.id AND s.id IS NULL',
    ),
)
"""What the changed triggers say, and what they said before, with single spaces."""


def create(apps, schema_editor):
    """On PostgreSQL the changed functions are replaced and their triggers stay, so deals need not wait."""
    on_postgresql = schema_editor.connection.vendor == 'postgresql'
    if not on_postgresql:
        _drop(schema_editor, CHANGED)
    for statement in _sql(schema_editor):
        if on_postgresql and any(name in statement for name in CHANGED['postgresql']):
            if 'CREATE FUNCTION' not in statement:
                continue
            statement = statement.replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION', 1)
        schema_editor.execute(statement, params=None)


def create_before(apps, schema_editor):
    _drop(schema_editor, NEW)
    _drop(schema_editor, CHANGED)
    for statement in _sql(schema_editor):
        if any(name in statement for name in CHANGED[schema_editor.connection.vendor]):
            plain = ' '.join(line for line in statement.split('\n') if not line.strip().startswith('--'))
            before = ' '.join(plain.split())
            for now, then in BEFORE:
                before = before.replace(now, then)
            schema_editor.execute(before, params=None)


def _drop(schema_editor, names):
    vendor = schema_editor.connection.vendor
    for name in names[vendor]:
        what = f'FUNCTION {name}() CASCADE' if vendor == 'postgresql' else f'TRIGGER {name}'
        schema_editor.execute(f'DROP {what}', params=None)


def _sql(schema_editor):
    file = Path(__file__).with_suffix(f'.{schema_editor.connection.vendor}.sql')
    return file.read_text(encoding='utf-8').strip().split('\n\n')


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0020_play_offs')]

    operations = [
        migrations.CreateModel(
            name='Occupant',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('from_deal', models.PositiveSmallIntegerField(help_text='the number of the first deal at the table')),
                ('event_version', models.PositiveBigIntegerField(help_text="the event's version that this change made")),
                ('entry', models.ForeignKey(blank=True, help_text='null: nobody, the seat stays empty', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='occupancies', to='tournaments.entry')),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='occupants', to='tournaments.round')),
                ('seat', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='occupants', to='tournaments.seat')),
            ],
            options={
                'ordering': ['from_deal'],
                'constraints': [models.UniqueConstraint(fields=('seat', 'from_deal'), name='occupant_once_from_a_deal'), models.UniqueConstraint(fields=('round', 'entry'), name='occupant_once_in_a_round'), models.CheckConstraint(condition=models.Q(('from_deal__gte', 2)), name='occupant_after_the_first_deal')],
            },
        ),
        migrations.RunPython(create, create_before),
    ]
