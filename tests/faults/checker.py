"""The checker: compares what the clients sent and were answered with what the database holds.

It shares no code with the service. Each finding names the invariant that does not hold (see README.md).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.faults.journal import Record

Rows = Callable[[str], list[tuple[Any, ...]]]
"""Runs a SELECT on the database of the service."""


@dataclass(frozen=True)
class Finding:
    """An invariant that does not hold, and the evidence."""

    invariant: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.invariant}: {self.sentence}"


@dataclass
class Sent:
    """A change that a client sent, and all its answers."""

    op: str
    event: str
    chips: dict[str, int]
    """Chips that each entry wins by it."""
    table: str = ""
    number: int = 0
    net: list[int] = field(default_factory=list)
    answers: list[Record] = field(default_factory=list)

    @property
    def is_acknowledged(self) -> bool:
        return bool(self.answers)

    @property
    def id(self) -> str:
        return plain(self.answers[0]["id"])


def plain(identity: object) -> str:
    """Return an id as both databases and the API have it: 32 hexadecimal digits."""
    return str(identity).replace("-", "").lower()


def sent_by_clients(journal: Iterable[Record]) -> tuple[list[Sent], dict[str, int]]:
    """Return all deals and penalties of the journal, and the version that each event began with."""
    sent: dict[str, Sent] = {}
    entries: dict[str, list[str]] = {}
    began: dict[str, int] = {}
    for record in journal:
        match record["do"]:
            case "table":
                entries[record["table"]] = record["entries"]
            case "event":
                began[record["event"]] = record["version"]
            case "deal":
                chips = dict(zip(entries[record["table"]], record["net"], strict=True))
                sent[record["op"]] = Sent(
                    record["op"], record["event"], chips, record["table"], record["number"], record["net"]
                )
            case "penalty":
                sent[record["op"]] = Sent(record["op"], record["event"], {record["entry"]: record["chips"]})
            case "answer" if record["op"] in sent and record["status"] in {200, 201}:
                sent[record["op"]].answers.append(record)
    return list(sent.values()), began


def check(journal: list[Record], rows: Rows) -> list[Finding]:
    """Return every invariant that does not hold."""
    sent, began = sent_by_clients(journal)
    deals = [change for change in sent if change.table]
    penalties = [change for change in sent if not change.table]
    return [
        *_answers(sent),
        *_deals(deals, rows),
        *_penalties(penalties, rows),
        *_chips(rows),
        *_audit(deals, penalties, rows),
        *_standings(journal, sent, began),
        *_reads(journal, deals),
        *_failures(journal),
    ]


def _answers(sent: list[Sent]) -> Iterable[Finding]:
    """I1: a repeated request has the same answer."""
    for change in sent:
        if len({(answer["id"], answer["body"]) for answer in change.answers}) > 1:
            yield Finding("I1 exactly once", f"{change.op} has answers that differ: {change.answers}")
        firsts = [answer for answer in change.answers if answer["status"] == 201]
        if change.table and len(firsts) > 1:
            yield Finding("I1 exactly once", f"{change.op} was answered 201 {len(firsts)} times")


def _deals(deals: list[Sent], rows: Rows) -> Iterable[Finding]:
    """I1, I2, I3, I7: the rows of deals are the deals that were sent, each once."""
    stored: dict[tuple[str, int], list[str]] = defaultdict(list)
    for pk, table, number in rows(
        "SELECT d.id, d.table_id, d.number FROM tournaments_deal d WHERE d.kind = 'recorded'"
        " AND NOT EXISTS (SELECT 1 FROM tournaments_deal n WHERE n.replaces_id = d.id)"
    ):
        stored[plain(table), number].append(plain(pk))
    net: dict[str, dict[int, int]] = defaultdict(dict)
    for pk, seat, chips in rows(
        "SELECT r.deal_id, s.number, r.net FROM tournaments_seatresult r"
        " JOIN tournaments_seat s ON s.id = r.seat_id"
    ):
        net[plain(pk)][seat] = chips
    known = {(plain(change.table), change.number): change for change in deals}
    for place, ids in stored.items():
        if place not in known:
            yield Finding("I3 nothing invented", f"nobody sent deal {place[1]} of table {place[0]}")
        if len(ids) > 1:
            yield Finding("I7 single winner", f"deal {place[1]} of table {place[0]} counts {len(ids)} times")
    for place, change in known.items():
        ids = stored.get(place, [])
        if change.is_acknowledged and change.id not in ids:
            yield Finding(
                "I2 no lost deal", f"{change.op} was acknowledged as {change.id}, but is not stored"
            )
        for pk in ids:
            if net[pk] != dict(enumerate(change.net)):
                yield Finding("I8 atomic", f"{change.op} is stored with {net[pk]} instead of {change.net}")


def _penalties(penalties: list[Sent], rows: Rows) -> Iterable[Finding]:
    """I1, I2, I3: each penalty is stored once. Its reason is the name of its request."""
    stored: dict[str, list[str]] = defaultdict(list)
    for pk, reason in rows("SELECT id, reason FROM tournaments_adjustment"):
        stored[reason].append(plain(pk))
    known = {change.op: change for change in penalties}
    for op, ids in stored.items():
        if op not in known:
            yield Finding("I3 nothing invented", f"nobody sent {op}")
        if len(ids) > 1:
            yield Finding("I1 exactly once", f"{op} is stored {len(ids)} times")
    for change in penalties:
        if change.is_acknowledged and change.id not in stored.get(change.op, []):
            yield Finding("I2 no lost change", f"{change.op} was acknowledged, but is not stored")


def _chips(rows: Rows) -> Iterable[Finding]:
    """I4: balances are the sums of transfers, each table has 0 chips in all, no pool is negative."""
    moved: Counter[int] = Counter()
    for column, sign in (("target_id", 1), ("source_id", -1)):
        for account, chips in rows(
            f"SELECT {column}, sum(chips) FROM tournaments_transfer GROUP BY {column}"
        ):
            moved[account] += sign * int(chips)
    tables: Counter[str] = Counter()
    for pk, table, name, balance, overdraft in rows(
        "SELECT id, table_id, name, balance, overdraft FROM tournaments_account"
    ):
        tables[plain(table)] += balance
        if balance != moved[pk]:
            yield Finding(
                "I4 conservation", f"{name} of {table} has {balance}, its transfers say {moved[pk]}"
            )
        if balance < 0 and not overdraft:
            yield Finding("I4 conservation", f"{name} of {table} has {balance} chips")
    for table, chips in tables.items():
        if chips:
            yield Finding("I4 conservation", f"the accounts of table {table} add up to {chips}")


def _audit(deals: list[Sent], penalties: list[Sent], rows: Rows) -> Iterable[Finding]:
    """I12: the audit log has each stored change once."""
    log: dict[str, int] = dict(rows("SELECT target, count(*) FROM tournaments_auditentry GROUP BY target"))
    for kind, changes in (("deal", deals), ("adjustment", penalties)):
        targets = {plain(target.removeprefix(f"{kind} ")): n for target, n in log.items() if kind in target}
        for change in changes:
            if change.is_acknowledged and targets.get(change.id) != 1:
                yield Finding(
                    "I12 audit", f"{change.op} has {targets.get(change.id, 0)} entries in the audit log"
                )


def _standings(journal: list[Record], sent: list[Sent], began: dict[str, int]) -> Iterable[Finding]:
    """I5: each standing that was read at version v is the sum of the changes up to v.

    After an update, standings are computed anew. If one differs, its event gets a version without a change.
    """
    is_updated = any(record["do"] == "update" for record in journal)
    changes: dict[str, list[Sent]] = defaultdict(list)
    for change in sent:
        if change.is_acknowledged:
            changes[change.event].append(change)
    for event, made in changes.items():
        made.sort(key=lambda change: change.answers[0].get("version") or 0)
        versions = [change.answers[0]["version"] for change in made if change.answers[0].get("version")]
        # A penalty has no version in its answer. One client sends them, one after the other.
        versions = versions or [began[event] + number for number in range(1, len(made) + 1)]
        gaps = sorted(set(range(began[event] + 1, versions[-1])) - set(versions))
        if len(set(versions)) < len(made) or (gaps and not is_updated):
            yield Finding("I5 standings", f"the versions of event {event} are {versions}, without {gaps}")
    for record in journal:
        if record["do"] != "standing" or record["event"] not in began:
            continue
        event, version = record["event"], record["version"]
        made = changes[event]
        has_versions = bool(made and made[0].answers[0].get("version"))
        if has_versions:
            most = sum(change.answers[0]["version"] <= version for change in made)
        else:
            most = min(version - began[event], len(made))
        counts = range(0 if is_updated and not has_versions else most, most + 1)
        shown = record["scores"]
        if version >= began[event] and all(_sum_of(made[:count], shown) != shown for count in counts):
            wrong = {"shown": shown, "sent": _sum_of(made[:most], shown)}
            yield Finding("I5 standings", f"version {version} of event {event} shows {wrong}")
        scores = list(record["scores"].values())
        if scores != sorted(scores, reverse=True) or record["places"] != sorted(record["places"]):
            yield Finding("I5 standings", f"version {version} of event {event} is not in order")


def _sum_of(changes: list[Sent], entries: Iterable[str]) -> dict[str, int]:
    """What each of these entries has after the changes."""
    total: Counter[str] = Counter()
    for change in changes:
        total.update(change.chips)
    return {entry: total[entry] for entry in entries}


def _reads(journal: list[Record], deals: list[Sent]) -> Iterable[Finding]:
    """I10: a deal that was acknowledged is there for the next read, with the same result."""
    known = {change.op: change for change in deals}
    for record in journal:
        if record["do"] == "read":
            change = known[record["op"]]
            if plain(record["id"]) != change.id or record["net"] != change.net:
                yield Finding("I10 read your write", f"{change.op} was read as {record}")


def _failures(journal: list[Record]) -> Iterable[Finding]:
    """I11: a request fails with 503 or 409 and Retry-After, or its connection is lost. Nothing else."""
    for record in journal:
        if record["do"] == "answer" and record["status"] >= 400:
            is_clean = record["status"] == 503 or record["code"] == "request_in_progress"
            if not is_clean or not record["retry_after"]:
                yield Finding("I11 clean failure", f"{record['op']}: {record}")
        if record["do"] == "gave up":
            yield Finding("I9 liveness", f"a client gave up: {record['error']}")


def waiting(rows: Rows) -> list[Finding]:
    """Return what is still to be done: I9. Call it again until it is empty."""
    findings = [
        Finding("I9 liveness", f"{count} tasks {task} are not done: {error}")
        for task, count, error in rows(
            "SELECT task, count(*), max(error) FROM tournaments_outboxtask WHERE done_at IS NULL"
            " AND (not_before <= CURRENT_TIMESTAMP OR attempts > 0) GROUP BY task"
        )
    ]
    findings += [
        Finding("I9 liveness", f"event {event} has version {version}, its standing {shown}")
        for event, version, shown in rows(
            "SELECT e.id, e.version, max(s.version) FROM tournaments_event e"
            " LEFT JOIN tournaments_standing s ON s.event_id = e.id"
            " WHERE e.status IN ('running', 'finished') GROUP BY e.id, e.version"
            " HAVING coalesce(max(s.version), 0) < e.version"
        )
    ]
    return findings
