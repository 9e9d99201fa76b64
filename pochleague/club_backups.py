"""Backup and restore of one club, beside other clubs of a database.

The file is a backup of a database that has only this club (`owners.share_of`). Of accounts it has the
public part: a name, without password, second factor, address and rights. A restore adds the club in one
transaction, or changes nothing. Automatic ids are new. All other ids stay, because the audit log and
documents name them.

An account of the file never becomes somebody else's: one with a name that is taken here gets another name.
One whose id exists here is the same account only if the operator says so (`same_accounts`). Who makes a file
can choose the id of any account as a member, and owners of a club can make new passwords for its members.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from django.apps import apps
from django.contrib.auth.hashers import make_password
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.models import AutoField

from pochleague import portable
from pochleague.portable import Change, Model
from tournaments.programs.fsck.duties import SUBJECTS
from tournaments.programs.fsck.run import snapshot
from tournaments.programs.owners import Share, share_of
from tournaments.programs.webhooks.secrets import pause_all_without_secret

PRIVATE = {
    "first_name": "",
    "last_name": "",
    "email": "",
    "is_staff": False,
    "is_superuser": False,
    "last_login": None,
}
"""Of each account, besides the password. No right leaves or enters with a club."""

UNIQUE = (("User", "username", "sign_in_key"), ("Event", "slug", "slug"), ("Season", "slug", "slug"))
"""Names that are unique among all clubs, and the column that says so."""

_NAMED = 10
_LONGEST_STEM = 70


class ClubError(RuntimeError):
    """A refusal that changed nothing: a stable code, and a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({code})")
        self.code = code


def write(slug: str, target: str) -> list[str]:
    """Copy a club of the default database into an empty one. Return what is left out, as sentences."""
    with snapshot():
        club = _model("Club")._base_manager.filter(slug=slug).values_list("pk", flat=True).first()
        if club is None:
            raise ClubError("club_unknown", f"There is no club {slug}.")
        share = share_of(club, DEFAULT_DB_ALIAS, SUBJECTS)
        changes = {_model("User"): _public, _model("Season"): _without_previous(share)}
        with transaction.atomic(using=target), portable.without_triggers(target):
            portable.copy_rows(
                share.rows,
                lambda: share_of(club, target, SUBJECTS).rows,
                target,
                checked=False,
                changes=changes,
            )
    return share.left_out


def add(backup: str, *, same_accounts: bool = False) -> dict[str, Any]:
    """Add the only club of a backup to the default database, in one transaction.

    Return its `club` (the slug), the `renamed` accounts and addresses, each as (before, now), and the number
    of webhooks `without_secret`. Raises ClubError `not_one_club`, `club_exists`, `account_exists`,
    `id_exists`.
    """
    club, share = _only_club(backup)
    user = _model("User")
    with transaction.atomic():
        if connections[DEFAULT_DB_ALIAS].vendor == "postgresql":
            with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
                cursor.execute("SET LOCAL statement_timeout = 0")  # COMMIT checks all foreign keys
        if _model("Club")._base_manager.filter(slug=club.slug).exists():
            raise ClubError(
                "club_exists", f"There is a club {club.slug} already. A restore replaces no club."
            )
        same = _same_accounts(share, agreed=same_accounts)
        rows = {**share.rows, user: share.rows[user].exclude(pk__in=same)}
        for model, found in rows.items():
            _refuse_existing(model, found)
        renamed = dict(_renamed(rows))
        portable.copy_rows(
            rows,
            lambda: _added(club.pk, same),
            DEFAULT_DB_ALIAS,
            changes={_model(label): _renaming(_model(label), renamed) for label, *_names in UNIQUE},
            renumber=True,
        )
        return {
            "club": club.slug,
            "renamed": [pair for pair in renamed.values() if pair[0] != pair[1]],
            "without_secret": pause_all_without_secret(club.pk),
        }


def _model(name: str) -> Any:
    return apps.get_model("tournaments", name)


def _public(row: dict[str, Any]) -> dict[str, Any]:
    """The public part of an account."""
    return {**row, **PRIVATE, "password": make_password(None)}


def _without_previous(share: Share) -> Change:
    return lambda row: {**row, "previous_id": None} if row["previous_id"] in share.mixed else row


def _only_club(backup: str) -> tuple[Any, Share]:
    """Return the club of the backup and its share. Raises ClubError if the backup contains anything else."""
    clubs = list(_model("Club")._base_manager.using(backup).all()[:2])
    if len(clubs) == 1:
        share = share_of(clubs[0].pk, backup, SUBJECTS)
        for model in portable.all_models():
            if model._meta.label not in portable.MADE_BY_MIGRATE:
                mine = share.rows[model].count() if model in share.rows else 0
                if model._base_manager.using(backup).count() != mine:
                    break
        else:
            return clubs[0], share
    raise ClubError("not_one_club", "This is no backup of one club: it contains more than a club owns.")


def _same_accounts(share: Share, *, agreed: bool) -> list[Any]:
    """The ids of the accounts of the backup that exist here. Raises ClubError unless the operator agreed."""
    user = _model("User")
    names = dict(share.rows[user].values_list("pk", "username"))
    here = dict(user._base_manager.filter(pk__in=names).values_list("pk", "username"))
    same = sorted(name for pk, name in here.items() if names[pk] == name)
    if len(same) < len(here):
        raise ClubError("id_exists", "An account with another name has the id of an account of this backup.")
    if same and not agreed:
        named = ", ".join(same[:_NAMED]) + (f" and {len(same) - _NAMED} more" if len(same) > _NAMED else "")
        raise ClubError(
            "account_exists",
            f"These accounts of the backup exist here: {named}. If you trust the file, restore it with "
            "--same-accounts: they become members and players of this club again, and keep their passwords.",
        )
    return list(here)


def _refuse_existing(model: Model, rows: portable.Rows) -> None:
    if isinstance(model._meta.pk, AutoField):
        return
    for batch in portable.batches(rows, ["pk"]):
        for at in range(0, len(batch), 1000):
            pks = [pk for (pk,) in batch[at : at + 1000]]
            if model._base_manager.filter(pk__in=pks).exists():
                raise ClubError(
                    "id_exists",
                    f"A row of {model._meta.model_name} in this backup exists here already: a part of this "
                    "club is here, or was copied. A restore replaces nothing.",
                )


def _renamed(rows: Mapping[Model, portable.Rows]) -> Iterator[tuple[Any, tuple[str, str]]]:
    """Yield the id, old name and new name of each account or address. A name that is taken gets a number."""
    for label, name, column in UNIQUE:
        model = _model(label)
        key = model.key_of if column != name else str
        wanted = dict(rows[model].values_list("pk", name))
        used = {key(old) for old in wanted.values()}
        for pk, old in wanted.items():
            new, numbers = old, count(2)
            while model._base_manager.filter(**{column: key(new)}).exists() or (
                new != old and key(new) in used
            ):
                new = f"{old[:_LONGEST_STEM]}-{next(numbers)}"
            used.add(key(new))
            yield pk, (old, new)


def _renaming(model: Any, renamed: dict[Any, tuple[str, str]]) -> Change:
    def account(row: dict[str, Any]) -> dict[str, Any]:
        name = renamed[row["id"]][1]
        return {**_public(row), "username": name, "sign_in_key": model.key_of(name)}

    def address(row: dict[str, Any]) -> dict[str, Any]:
        return {**row, "slug": renamed[row["id"]][1]}

    return account if model is _model("User") else address


def _added(club: Any, same: list[Any]) -> dict[Any, Any]:
    rows = share_of(club, DEFAULT_DB_ALIAS, SUBJECTS).rows
    return {**rows, _model("User"): rows[_model("User")].exclude(pk__in=same)}
