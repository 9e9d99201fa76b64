"""What a missed round is worth, which rounds count, and a minimum of rounds."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('event')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0018_deals_of_tables'),
    ]

    operations = [
        before,
        migrations.AddField(
            model_name='event',
            name='best_rounds',
            field=models.PositiveSmallIntegerField(blank=True, help_text='only so many rounds of each entry count: the best ones', null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='least_rounds',
            field=models.PositiveSmallIntegerField(blank=True, help_text='who has played fewer rounds is not ranked', null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='missed',
            field=models.CharField(choices=[('nothing', 'nothing'), ('mean', "the mean of one's own rounds"), ('fixed', 'a fixed value'), ('uncounted', 'not counted')], db_default='nothing', default='nothing', help_text='what a missed round is worth', max_length=10),
        ),
        migrations.AddField(
            model_name='event',
            name='missed_score',
            field=models.DecimalField(blank=True, decimal_places=2, help_text='with `fixed`: the value', max_digits=9, null=True),
        ),
        migrations.AddField(
            model_name='event',
            name='struck_rounds',
            field=models.PositiveSmallIntegerField(blank=True, help_text='so many rounds of each entry do not count: the worst ones', null=True),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('missed', 'fixed'), ('missed_score__isnull', False)), models.Q(('missed__in', ['nothing', 'mean', 'uncounted']), ('missed_score__isnull', True)), _connector='OR'), name='event_missed_round_has_its_value'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('missed__in', ['mean', 'fixed']), ('scoring', 'average'), _negated=True), name='event_missed_round_has_no_deals'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('best_rounds__isnull', True), ('struck_rounds__isnull', True), _connector='OR'), name='event_best_or_struck_rounds'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('best_rounds__isnull', True), ('best_rounds__range', (1, 100)), _connector='OR'), models.Q(('struck_rounds__isnull', True), ('struck_rounds__range', (1, 99)), _connector='OR'), models.Q(('least_rounds__isnull', True), ('least_rounds__range', (1, 100)), _connector='OR')), name='event_counting_rounds_in_range'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('missed_score__isnull', True), ('missed_score__range', (-1000000, 1000000)), _connector='OR'), name='event_missed_score_in_range'),
        ),
        after,
    ]
