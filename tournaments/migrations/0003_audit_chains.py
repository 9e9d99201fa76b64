"""Make each audit log a hash chain: number and link the old entries, then add the constraints and triggers.

The SQL of the triggers is in the files beside this one, one statement a paragraph. The code that links the
entries is a frozen copy, because it must do the same in ten years.
"""

import hashlib
import json
import re
from datetime import UTC
from pathlib import Path

from django.db import migrations, models

APPEND_ONLY = 'tournaments_auditentry_no_update'
BATCH = 500


class AddColumn(migrations.AddField):
    """Add a column. On SQLite without a new table, because a new table would lose its triggers."""

    def database_forwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor != 'sqlite':
            super().database_forwards(app_label, schema_editor, from_state, to_state)
            return
        model = to_state.apps.get_model(app_label, self.model_name)
        column = model._meta.get_field(self.name).column
        is_number = isinstance(self.field, models.PositiveIntegerField)
        kind = (
            f'integer unsigned NOT NULL DEFAULT 0 CHECK ("{column}" >= 0)'
            if is_number
            else "varchar(64) NOT NULL DEFAULT ''"
        )
        schema_editor.execute(f'ALTER TABLE "{model._meta.db_table}" ADD COLUMN "{column}" {kind}', params=None)

    def database_backwards(self, app_label, schema_editor, from_state, to_state):
        if schema_editor.connection.vendor != 'sqlite':
            super().database_backwards(app_label, schema_editor, from_state, to_state)
            return
        model = from_state.apps.get_model(app_label, self.model_name)
        column = model._meta.get_field(self.name).column
        schema_editor.execute(f'ALTER TABLE "{model._meta.db_table}" DROP COLUMN "{column}"', params=None)


def plain(value):
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


def link(previous, entry, number):
    content = {
        'club': str(entry.club_id),
        'event': None if entry.event_id is None else str(entry.event_id),
        'number': number,
        'actor': None if entry.actor_id is None else str(entry.actor_id),
        'via': entry.via,
        'verb': entry.verb,
        'target': entry.target,
        'data': entry.data,
        'at': entry.at.astimezone(UTC).isoformat(),
    }
    text = json.dumps([previous, plain(content)], sort_keys=True, separators=(',', ':'))
    return hashlib.sha256(text.encode()).hexdigest()


def chain(apps, schema_editor):
    connection = schema_editor.connection
    alias = connection.alias
    entries = apps.get_model('tournaments', 'AuditEntry').objects.using(alias)
    heads = {}
    append_only = allow_changes(schema_editor)
    last = 0
    while batch := list(entries.filter(pk__gt=last).order_by('pk')[:BATCH]):
        last = batch[-1].pk
        rows = []
        for entry in batch:
            key = ('Club', entry.club_id) if entry.event_id is None else ('Event', entry.event_id)
            length, head = heads.get(key, (0, ''))
            heads[key] = length + 1, link(head, entry, length + 1)
            rows.append((*heads[key], entry.pk))
        with connection.cursor() as cursor:
            cursor.executemany('UPDATE tournaments_auditentry SET number = %s, digest = %s WHERE id = %s', rows)
    for (model, pk), (length, head) in heads.items():
        apps.get_model('tournaments', model).objects.using(alias).filter(pk=pk).update(
            log_length=length, log_head=head
        )
    refuse_changes(schema_editor, append_only)


def allow_changes(schema_editor):
    """Switch off the trigger that refuses UPDATE. Return its SQL if it must be created again."""
    if schema_editor.connection.vendor == 'postgresql':
        schema_editor.execute('ALTER TABLE tournaments_auditentry DISABLE TRIGGER USER', params=None)
        return ''
    with schema_editor.connection.cursor() as cursor:
        cursor.execute('SELECT sql FROM sqlite_master WHERE name = %s', [APPEND_ONLY])
        statement = cursor.fetchone()[0]
    schema_editor.execute(f'DROP TRIGGER {APPEND_ONLY}', params=None)
    return statement


def refuse_changes(schema_editor, statement):
    statement = statement or 'ALTER TABLE tournaments_auditentry ENABLE TRIGGER USER'
    schema_editor.execute(statement, params=None)


def sql(schema_editor):
    file = Path(__file__).with_suffix(f'.{schema_editor.connection.vendor}.sql')
    return file.read_text(encoding='utf-8')


def create(apps, schema_editor):
    for statement in sql(schema_editor).split('\n\n'):
        schema_editor.execute(statement, params=None)


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == 'postgresql':
        for name in re.findall(r'CREATE FUNCTION (\w+)', sql(schema_editor)):
            schema_editor.execute(f'DROP FUNCTION {name}() CASCADE', params=None)
    else:
        for name in re.findall(r'CREATE TRIGGER (\w+)', sql(schema_editor)):
            schema_editor.execute(f'DROP TRIGGER {name}', params=None)


LENGTH_HELP = 'entries of its own log; a trigger updates it with log_head'


class Migration(migrations.Migration):
    dependencies = [('tournaments', '0002_constraint_triggers')]

    operations = [
        AddColumn('club', 'log_length', models.PositiveIntegerField(default=0, editable=False, help_text=LENGTH_HELP)),
        AddColumn('club', 'log_head', models.CharField(blank=True, default='', editable=False, help_text='digest of the newest entry', max_length=64)),
        AddColumn('event', 'log_length', models.PositiveIntegerField(default=0, editable=False, help_text='as in Club')),
        AddColumn('event', 'log_head', models.CharField(blank=True, default='', editable=False, max_length=64)),
        AddColumn('auditentry', 'number', models.PositiveIntegerField(default=0, editable=False, help_text='1, 2, ... in its log'), preserve_default=False),
        AddColumn('auditentry', 'digest', models.CharField(default='', editable=False, help_text='SHA-256, see tournaments.rules.chain', max_length=64), preserve_default=False),
        migrations.RunPython(chain, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='auditentry',
            constraint=models.UniqueConstraint(condition=models.Q(('event__isnull', False)), fields=('event', 'number'), name='audit_number_once_in_an_event'),
        ),
        migrations.AddConstraint(
            model_name='auditentry',
            constraint=models.UniqueConstraint(condition=models.Q(('event__isnull', True)), fields=('club', 'number'), name='audit_number_once_in_a_club'),
        ),
        migrations.RunPython(create, drop),
    ]
