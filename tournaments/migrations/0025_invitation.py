"""What people should know before they come to an event, and who can sign up."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('event')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0024_chips_on_boards'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='event',
            name='about',
            field=models.TextField(blank=True, db_default='', default='', help_text='what people should know before, in Markdown'),
        ),
        migrations.AddField(
            model_name='event',
            name='capacity',
            field=models.PositiveSmallIntegerField(blank=True, help_text='so many people can come; who signs up later waits', null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='place',
            field=models.CharField(blank=True, db_default='', default='', max_length=200),
        ),
        migrations.AddField(
            model_name='event',
            name='price',
            field=models.PositiveBigIntegerField(blank=True, help_text='what one person pays, in hundredths', null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='sign_up',
            field=models.CharField(choices=[('closed', 'nobody: the club enters people itself'), ('open', 'everybody who has the link'), ('approve', 'everybody who has the link, and the director approves')], db_default='closed', default='closed', max_length=10),
        ),
        migrations.AddField(
            model_name='event',
            name='sign_up_until',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='starts_at',
            field=models.TimeField(blank=True, help_text='the hour of that day, in the time zone of this installation', null=True),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('sign_up__in', ['closed', 'open', 'approve'])), name='event_sign_up_known'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('starts_at__isnull', True), ('starts_on__isnull', False), _connector='OR'), name='event_hour_has_its_day'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('capacity__isnull', True), ('capacity__range', (2, 10000)), _connector='OR'), name='event_capacity_in_range'),
        ),
        after,
    ]
