"""Claims say what withdrew them; a seat of a table has one phone at a time."""

from django.db import migrations, models


def guests_of(apps, schema_editor):
    """Of the database that is migrated: a backup that is put back is another than the usual one."""
    return apps.get_model('tournaments', 'TableGuest').objects.using(schema_editor.connection.alias)


def ask_again(apps, schema_editor):
    """Of several phones that spoke for one seat the first still does; the others are asked once more."""
    guests = guests_of(apps, schema_editor).filter(seat__isnull=False)
    known = set()
    for guest in guests.order_by('created_at', 'pk'):
        if (guest.link_id, guest.seat) in known:
            guest.seat = None
            guest.save(update_fields=['seat'])
        known.add((guest.link_id, guest.seat))


def let_nobody_back_in(apps, schema_editor):
    """What has left would be let in again where nothing says that it has."""
    guests_of(apps, schema_editor).filter(left_at__isnull=False).delete()


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0007_simulation_starts'),
    ]

    operations = [
        migrations.AddField(
            model_name='dealclaim',
            name='overtaken_by',
            field=models.CharField(blank=True, choices=[('recorded', 'a director recorded the deal'), ('chips_issued', 'chips were issued at the table'), ('deal_voided', 'a deal before it was voided'), ('deal_corrected', 'a deal before it was corrected'), ('seats_changed', 'the seats of the table were changed'), ('round_closed', 'the round was closed'), ('one_is_enough', 'the event does not ask for two people any more'), ('outdated', 'something at the table had changed')], default='', help_text='what withdrew it, if nobody', max_length=14),
        ),
        migrations.AddField(
            model_name='tableguest',
            name='left_at',
            field=models.DateTimeField(blank=True, help_text='from when on it is let in no more', null=True),
        ),
        migrations.AddConstraint(
            model_name='dealclaim',
            constraint=models.CheckConstraint(condition=models.Q(('overtaken_by', ''), models.Q(('overtaken_by__in', ['recorded', 'chips_issued', 'deal_voided', 'deal_corrected', 'seats_changed', 'round_closed', 'one_is_enough', 'outdated']), ('status', 'withdrawn')), _connector='OR'), name='claim_overtaken_is_withdrawn'),
        ),
        migrations.RunPython(ask_again, let_nobody_back_in),
        migrations.AddConstraint(
            model_name='tableguest',
            constraint=models.UniqueConstraint(condition=models.Q(('left_at__isnull', True), ('seat__isnull', False)), fields=('link', 'seat'), name='table_guest_one_phone_for_a_seat'),
        ),
    ]
