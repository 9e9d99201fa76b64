"""Two people must agree: claims, confirmed or disputed by somebody else, and what becomes of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.builders import (
    a_table,
    actor_of,
    make_card,
    make_member,
    next_document,
    owner_of,
    play,
    published_round,
    refusal,
    running_event,
    the_table,
)
from tournaments.core.actors import Actor
from tournaments.core.rules.refusals import Conflict, Invalid, NotAllowed
from tournaments.desk.verbs import seats
from tournaments.models import AuditEntry, Deal, DealClaim, Event, Role, Table, Transfer
from tournaments.play.verbs import cards, claims, corrections, phones, results
from tournaments.play.verbs.claims import claim_deal, confirm_claim, dispute_claim, withdraw_claim

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return a_table(4, two_agree=True)


@pytest.fixture
def anna(table: Table) -> Actor:
    return actor_of(make_member(table.round.event.club, Role.SCORER))


@pytest.fixture
def ben(table: Table) -> Actor:
    return actor_of(make_member(table.round.event.club, Role.SCORER))


def short(table: Table, seed: int = 1) -> dict[str, Any]:
    """The table's next deal without what the table knows itself."""
    left_out = ("rules", "dealer", "chips", "pools")
    return {key: value for key, value in next_document(table, seed=seed).items() if key not in left_out}


def became(claim: DealClaim) -> tuple[str, str]:
    claim.refresh_from_db()
    return claim.status, claim.overtaken_by


def test_a_claim_becomes_a_deal_when_a_second_person_confirms_it(
    table: Table, anna: Actor, ben: Actor
) -> None:
    claim = claim_deal(table, anna, 1, short(table), seat=0)
    assert claim.status == "pending"
    assert not Deal.objects.exists()
    assert not Transfer.objects.exists()
    confirmed = confirm_claim(claim, ben, seat=2)
    deal = Deal.objects.get()
    assert (confirmed.status, confirmed.deal, confirmed.settled_by_seat) == ("confirmed", deal, 2)
    assert deal.result == {key: value for key, value in claim.result.items() if key != "transfers"}
    verbs = AuditEntry.objects.filter(event=table.round.event).order_by("id").values_list("verb", flat=True)
    assert list(verbs)[-3:] == ["claim_deal", "record_deal", "confirm_claim"]


def test_the_person_who_entered_a_deal_cannot_confirm_or_dispute_it(
    table: Table, anna: Actor, ben: Actor
) -> None:
    claim = claim_deal(table, anna, 1, short(table), seat=0)
    for actor, seat in ((anna, None), (anna, 2), (ben, 0)):
        with refusal("claim_of_ones_own", NotAllowed):
            confirm_claim(claim, actor, seat=seat)
        with pytest.raises(NotAllowed):
            dispute_claim(claim, actor, "no", seat=seat)
    assert not Deal.objects.exists()


def test_the_same_document_returns_the_claim_or_confirms_it(table: Table, anna: Actor, ben: Actor) -> None:
    document = short(table)
    first = claim_deal(table, anna, 1, document, seat=0)
    assert claim_deal(table, anna, 1, document, seat=0) == first
    assert claim_deal(table, ben, 1, document, seat=1).status == "confirmed"
    assert Deal.objects.effective().count() == 1


def test_only_a_director_confirms_a_disputed_claim(table: Table, anna: Actor, ben: Actor) -> None:
    director = owner_of(table.round.event.club)
    claim = dispute_claim(claim_deal(table, anna, 1, short(table)), ben, "Two cards were left, not three")
    assert (claim.status, claim.note) == ("disputed", "Two cards were left, not three")
    with refusal("claim_disputed", Conflict):
        confirm_claim(claim, ben)
    with pytest.raises(Conflict):
        claim_deal(table, ben, 1, short(table, seed=3))
    assert confirm_claim(claim, director, as_director=True).status == "confirmed"
    assert Deal.objects.count() == 1


def test_a_director_withdraws_any_claim_and_a_scorer_only_their_own(
    table: Table, anna: Actor, ben: Actor
) -> None:
    claim = claim_deal(table, anna, 1, short(table))
    with refusal("claim_of_another", NotAllowed):
        withdraw_claim(claim, ben)
    director = owner_of(table.round.event.club)
    assert withdraw_claim(claim, director, as_director=True).status == "withdrawn"
    with refusal("claim_settled", Conflict):
        confirm_claim(claim, ben)


def test_the_deal_of_a_director_is_recorded_at_once_and_withdraws_the_claim(
    table: Table, anna: Actor
) -> None:
    claim = dispute_claim(
        claim_deal(table, anna, 1, short(table)), actor_of(make_member(table.round.event.club)), "no"
    )
    sent = claims.submit(table, owner_of(table.round.event.club), 1, short(table, seed=2), at_once=True)
    assert isinstance(sent, results.Recorded)
    claim.refresh_from_db()
    assert (claim.status, claim.overtaken_by, claim.deal) == ("withdrawn", "recorded", None)
    assert AuditEntry.objects.latest("id").data["overtaken"] == "recorded"


def test_the_same_deal_from_a_director_confirms_the_claim(table: Table, anna: Actor) -> None:
    claim, owner = claim_deal(table, anna, 1, short(table)), owner_of(table.round.event.club)
    sent = claims.submit(table, owner, 1, next_document(table), at_once=True)
    assert isinstance(sent, results.Recorded)
    claim.refresh_from_db()
    assert (claim.status, claim.deal, claim.settled_by_user) == ("confirmed", sent.deal, owner.user)


def test_a_claim_with_another_result_than_shown_is_refused_and_replaced(anna: Actor, ben: Actor) -> None:
    table = a_table(4, two_agree=True, rules={"preset": "pagat", "purse": "table"})
    owner = owner_of(table.round.event.club)
    claim = claim_deal(table, owner, 1, short(table))
    before = Event.objects.get(pk=table.round.event_id).version
    shown = {**claim.result, "net": [0, 0, 0, 0]}
    DealClaim.objects.update(result=shown)
    with refusal("claim_outdated", Conflict):
        confirm_claim(claim, ben)
    assert not Deal.objects.exists()
    assert Event.objects.get(pk=table.round.event_id).version == before
    again = claim_deal(table, ben, 1, short(table, seed=6))
    claim.refresh_from_db()
    assert (claim.status, claim.overtaken_by, again.status) == ("withdrawn", "outdated", "pending")


def test_a_void_withdraws_the_claim_of_the_next_deal(table: Table, anna: Actor, ben: Actor) -> None:
    owner = owner_of(table.round.event.club)
    play(table)
    claim = claim_deal(table, anna, 2, short(table))
    corrections.void(table, owner, 1)
    assert became(claim) == ("withdrawn", "deal_voided")
    last = AuditEntry.objects.filter(verb="withdraw_claim").latest("id")
    assert (last.data["overtaken"], last.actor) == ("deal_voided", owner.user)


def test_a_change_of_seats_withdraws_the_claims_of_the_tables() -> None:
    round_ = published_round(running_event(12, two_agree=True, least=3))
    owner = owner_of(round_.event.club)
    tables = [the_table(round_, number) for number in (1, 2, 3)]
    waiting = [claim_deal(table, owner, 1, short(table)) for table in tables]
    first, second = (table.seats.get(number=2).entry for table in tables[:2])
    seats.swap_seats(round_, owner, first, second, round_.draw)
    for claim in waiting:
        claim.refresh_from_db()
    assert [claim.overtaken_by for claim in waiting] == ["seats_changed", "seats_changed", ""]
    assert waiting[2].status == "pending"
    round_.refresh_from_db()
    seats.leave_out(round_, owner, tables[2].seats.get(number=0).entry, round_.draw)
    assert became(waiting[2]) == ("withdrawn", "seats_changed")


def test_a_claim_is_refused_where_one_person_is_enough() -> None:
    table = a_table(4)
    actor = owner_of(table.round.event.club)
    with refusal("two_agree_off", Conflict):
        claim_deal(table, actor, 1, short(table))
    assert isinstance(claims.submit(table, actor, 1, short(table), at_once=False), results.Recorded)


def phone(table: Table, seat: int | None = None) -> Actor:
    """Somebody who sits at the table, let in by its link."""
    made = make_card(table)
    phone = cards.enter_by_secret(made.secret).phone
    if seat is not None:
        phones.take_seat(phone, seat)
    return Actor.of_phone(phone)


def test_a_phone_speaks_only_for_its_own_seat(table: Table) -> None:
    actor = phone(table)
    with refusal("seat_missing", Invalid):
        claim_deal(table, actor, 1, short(table))
    claim = claim_deal(table, actor, 1, short(table), seat=1)
    assert claim.by_seat == 1
    with refusal("seat_chosen", Conflict):
        confirm_claim(claim, actor, seat=2)
    assert not Deal.objects.exists()


def test_a_user_on_the_phone_that_made_the_claim_cannot_confirm_it(table: Table, anna: Actor) -> None:
    actor = phone(table, 0)
    claim = claim_deal(table, actor, 1, short(table))
    with pytest.raises(NotAllowed):
        confirm_claim(claim, replace(anna, phone_identity=actor.phone_identity))
    assert confirm_claim(claim, replace(anna, phone_identity="another")).status == "confirmed"


def test_a_phone_whose_seat_is_freed_cannot_confirm(table: Table, anna: Actor) -> None:
    late = phone(table, 0)
    claim = claim_deal(table, anna, 1, short(table))
    phones.free_seat(table, owner_of(table.round.event.club), 0)
    with refusal("link_ended", NotAllowed):
        confirm_claim(claim, late)
    with pytest.raises(NotAllowed):
        confirm_claim(claim, late, seat=1)
    assert not Deal.objects.exists()
