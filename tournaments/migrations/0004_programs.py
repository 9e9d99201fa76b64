"""What programs bring: keys for some tables, answers kept, table links, claims, webhooks."""

import django.db.models.deletion
import tournaments.models.ids
from django.conf import settings
from django.db import migrations, models

from tournaments.models.triggers import install, remove


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0003_stages_and_wishes'),
    ]

    operations = [
        # SQLite makes a changed table anew, and its triggers are lost.
        migrations.RunPython(remove, install),
        migrations.CreateModel(
            name='PinFailure',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('table', models.UUIDField(help_text='what was named, which need not be a table', null=True)),
                ('network', models.CharField(help_text='the address that it came from; of IPv6 its network', max_length=60)),
                ('at', models.DateTimeField(auto_now_add=True, db_index=True)),
            ],
            options={
                'indexes': [models.Index(fields=['network', 'at'], name='pin_failure_by_network')],
            },
        ),
        migrations.AddField(
            model_name='apikey',
            name='limited',
            field=models.BooleanField(default=False, help_text='for what it was given alone: see KeyGrant'),
        ),
        migrations.AddField(
            model_name='event',
            name='two_agree',
            field=models.BooleanField(default=False, help_text='a deal counts once a second person at its table confirms it'),
        ),
        migrations.AddField(
            model_name='standing',
            name='revised',
            field=models.PositiveBigIntegerField(blank=True, help_text="the event's version of the last correction that changed its rows", null=True),
        ),
        migrations.CreateModel(
            name='StoredAnswer',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('principal', models.CharField(help_text="whose key it is: nobody else's retry meets it", max_length=80)),
                ('key', models.CharField(max_length=255)),
                ('request_digest', models.CharField(help_text='SHA-256 of method, path, query and body', max_length=64)),
                ('status', models.PositiveSmallIntegerField()),
                ('sealed', models.TextField(help_text='headers and body, for who has the key itself')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'indexes': [models.Index(fields=['created_at'], name='stored_answer_by_age')],
                'constraints': [models.UniqueConstraint(fields=('principal', 'key'), name='stored_answer_once_for_a_key')],
            },
        ),
        migrations.CreateModel(
            name='TableLink',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('secret_digest', models.CharField(max_length=64, unique=True)),
                ('pin_hash', models.CharField(max_length=200)),
                ('pin_failures', models.PositiveSmallIntegerField(default=0, help_text='wrong tries; ten burn the PIN')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='tournaments.table')),
            ],
        ),
        migrations.CreateModel(
            name='TableGuest',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('phone', models.CharField(help_text='digest of what the phone says at every table it comes to, or of its token', max_length=64)),
                ('seat', models.PositiveSmallIntegerField(blank=True, help_text='who they say they are, from 0', null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('link', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='guests', to='tournaments.tablelink')),
            ],
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('url', models.URLField(max_length=500)),
                ('types', models.JSONField(help_text='round.published, deal.recorded, ...')),
                ('secrets', models.JSONField(help_text='those in force, the newest first: [{secret, made_at, expires_at}]')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('since', models.DateTimeField(help_text='what happened before is not told: when it was made, or resumed')),
                ('paused_at', models.DateTimeField(blank=True, null=True)),
                ('paused_for', models.CharField(blank=True, choices=[('hand', 'paused by hand'), ('gone', 'the receiver said that it is gone'), ('failing', 'nothing was delivered for days')], default='', max_length=10)),
                ('failures', models.PositiveIntegerField(default=0, help_text='attempts in a row that failed')),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('rests_until', models.DateTimeField(blank=True, help_text='after failures: nothing is sent to it before', null=True)),
                ('removed_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='webhooks', to='tournaments.club')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.event')),
            ],
        ),
        migrations.CreateModel(
            name='WebhookDelivery',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('type', models.CharField(max_length=40)),
                ('payload', models.JSONField()),
                ('status', models.CharField(choices=[('pending', 'to be sent'), ('delivered', 'delivered'), ('failed', 'given up')], default='pending', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('answer_status', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('error', models.CharField(blank=True, default='', max_length=200)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('tried_at', models.DateTimeField(blank=True, null=True)),
                ('next_try_at', models.DateTimeField(blank=True, null=True)),
                ('delivered_at', models.DateTimeField(blank=True, null=True)),
                ('webhook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tournaments.webhook')),
            ],
        ),
        migrations.CreateModel(
            name='FeedMark',
            fields=[
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='tournaments.event')),
                ('entry', models.BigIntegerField(help_text='the last entry of the audit log that was told')),
                ('version', models.PositiveBigIntegerField(help_text='the version of the last standing that was told')),
            ],
        ),
        migrations.CreateModel(
            name='DealClaim',
            fields=[
                ('id', models.UUIDField(default=tournaments.models.ids.new_id, editable=False, primary_key=True, serialize=False)),
                ('number', models.PositiveSmallIntegerField()),
                ('document', models.JSONField()),
                ('result', models.JSONField(help_text='poch-result/1 as it would be recorded')),
                ('status', models.CharField(choices=[('pending', 'waits for a second person'), ('confirmed', 'confirmed'), ('disputed', 'disputed'), ('withdrawn', 'withdrawn')], default='pending', max_length=10)),
                ('by_seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('settled_by_seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('by_phone', models.CharField(blank=True, default='', help_text='as TableGuest.phone', max_length=64)),
                ('settled_by_phone', models.CharField(blank=True, default='', max_length=64)),
                ('note', models.CharField(blank=True, default='', help_text='what is disputed', max_length=200)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('by_user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('deal', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claim', to='tournaments.deal')),
                ('settled_by_user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='tournaments.table')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['pending', 'confirmed', 'disputed', 'withdrawn'])), name='claim_status_known'), models.UniqueConstraint(condition=models.Q(('status__in', ['pending', 'disputed'])), fields=('table', 'number'), name='claim_one_open_for_a_deal'), models.CheckConstraint(condition=models.Q(models.Q(('deal__isnull', False), ('status', 'confirmed')), models.Q(models.Q(('status', 'confirmed'), _negated=True), ('deal__isnull', True)), _connector='OR'), name='claim_confirmed_is_a_deal'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'confirmed'), _negated=True), models.Q(models.Q(('by_user', models.F('settled_by_user')), _negated=True), models.Q(('by_seat', models.F('settled_by_seat')), _negated=True), models.Q(('by_phone', ''), models.Q(('by_phone', models.F('settled_by_phone')), _negated=True), _connector='OR')), _connector='OR'), name='claim_two_people')],
            },
        ),
        migrations.CreateModel(
            name='KeyGrant',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.event')),
                ('key', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='tournaments.apikey')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.table')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('event__isnull', True), ('table__isnull', False)), models.Q(('event__isnull', False), ('table__isnull', True)), _connector='OR'), name='grant_of_an_event_or_a_table'), models.UniqueConstraint(fields=('key', 'event'), name='grant_event_once'), models.UniqueConstraint(fields=('key', 'table'), name='grant_table_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='tablelink',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at__isnull', True)), fields=('table',), name='table_link_one_at_a_time'),
        ),
        migrations.AddIndex(
            model_name='webhookdelivery',
            index=models.Index(fields=['webhook', '-created_at'], name='delivery_log'),
        ),
        migrations.AddIndex(
            model_name='webhookdelivery',
            index=models.Index(fields=['created_at'], name='delivery_by_age'),
        ),
        migrations.AddConstraint(
            model_name='webhook',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('paused_at__isnull', True), ('paused_for', '')), models.Q(('paused_at__isnull', False), ('paused_for__in', ['hand', 'gone', 'failing'])), _connector='OR'), name='webhook_paused_for_something'),
        ),
        migrations.AddConstraint(
            model_name='webhookdelivery',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['pending', 'delivered', 'failed'])), name='delivery_status_known'),
        ),
        # The indexes of unique constraints begin with these.
        migrations.AlterField(
            model_name='account',
            name='table',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='accounts', to='tournaments.table'),
        ),
        migrations.AlterField(
            model_name='deal',
            name='table',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='deals', to='tournaments.table'),
        ),
        migrations.AlterField(
            model_name='seatresult',
            name='deal',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seat_results', to='tournaments.deal'),
        ),
        migrations.AlterField(
            model_name='showdown',
            name='deal',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='showdowns', to='tournaments.deal'),
        ),
        migrations.AlterField(
            model_name='transfer',
            name='deal',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='transfers', to='tournaments.deal'),
        ),
        migrations.RunPython(install, remove),
    ]
