"""The range of the deals of a table."""

from django.db import migrations, models

from ._triggers_on_sqlite import keep_triggers

before, after = keep_triggers('table')


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0017_deals_of_rounds'),
    ]

    operations = [
        before,
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('deals_planned__gte', 1), ('deals_planned__lte', 200)), name='table_deals_in_range'),
        ),
        after,
    ]
