"""The program forgets the links that a table had for one round: the cards replace them.

Their two tables stay, since the older version of the program uses them until it ends. They lose the foreign
keys to other tables, so that nothing that is removed there is held back by them. A later migration drops
them: `contract_links_of_rounds`.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [('tournaments', '0035_cards')]

    operations = [
        migrations.AlterField(
            model_name='tablelink',
            name='table',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='links', to='tournaments.table'),
        ),
        migrations.AlterField(
            model_name='tablelink',
            name='created_by',
            field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel('Phone'),
                migrations.DeleteModel('TableLink'),
            ],
        ),
        migrations.AlterField(
            model_name='pinfailure',
            name='table',
            field=models.UUIDField(help_text='made of the event and the number of the table', null=True),
        ),
    ]
