"""The triggers as SQLite has them: see the package."""

# ruff: noqa: S608 - the SQL is put together from constants of this package alone

from __future__ import annotations

from collections.abc import Iterator

from .tables import APPEND_ONLY, COUNTS, PARTS_OF_A_DEAL

_KEYS = {
    "tournaments_deal": """id = NEW.id OR replaces_id = NEW.replaces_id
        OR (table_id, number, revision) = (NEW.table_id, NEW.number, NEW.revision)""",
    "tournaments_account": "id = NEW.id OR (table_id, name) = (NEW.table_id, NEW.name)",
}
"""The unique keys by which INSERT OR REPLACE finds an existing row; for other tables the id."""


def _refuse(message: str) -> str:
    return f"SELECT RAISE(ABORT, '{message}')"


def statements() -> Iterator[str]:
    """Yield the statements that create the triggers."""
    yield from _append_only()
    yield from _accounts()
    yield from _transfers()
    yield from _deals()
    yield from _seats()
    yield from _events()
    yield from _adjustments()


def _append_only() -> Iterator[str]:
    for table in (*APPEND_ONLY, "tournaments_account"):
        refuse = _refuse(f"append_only: rows of {table} are never changed or removed")
        verbs = ("delete",) if table == "tournaments_account" else ("update", "delete")
        for verb in verbs:
            yield f"CREATE TRIGGER {table}_no_{verb} BEFORE {verb.upper()} ON {table} BEGIN {refuse}; END"
        yield f"""
        CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table}
        WHEN EXISTS (SELECT 1 FROM {table} WHERE {_KEYS.get(table, "id = NEW.id")}) BEGIN {refuse}; END"""


def _accounts() -> Iterator[str]:
    moved = _refuse("account_balance_is_its_transfers: only a transfer changes a balance")
    yield f"""
    CREATE TRIGGER account_opens_empty BEFORE INSERT ON tournaments_account WHEN NEW.balance <> 0
    BEGIN {_refuse("account_opens_empty: a new account has the balance 0")}; END"""
    yield f"""
    CREATE TRIGGER account_stays_itself BEFORE UPDATE ON tournaments_account
    WHEN (NEW.id, NEW.table_id, NEW.name, NEW.overdraft)
        IS NOT (OLD.id, OLD.table_id, OLD.name, OLD.overdraft)
    BEGIN {moved}; END"""
    # SQLite has no pg_trigger_depth, so the trigger compares the new balance with the transfers.
    yield f"""
    CREATE TRIGGER account_balance_is_its_transfers AFTER UPDATE OF balance ON tournaments_account
    WHEN NEW.balance <>
        (SELECT coalesce(sum(chips), 0) FROM tournaments_transfer WHERE target_id = NEW.id)
        - (SELECT coalesce(sum(chips), 0) FROM tournaments_transfer WHERE source_id = NEW.id)
    BEGIN {moved}; END"""


def _transfers() -> Iterator[str]:
    refuse_table = _refuse("transfer_at_one_table: a transfer joins two accounts of its own table")
    refuse_reason = _refuse("transfer_has_its_reason: chips move in deals, by the bank or as leftovers")
    yield f"""
    CREATE TRIGGER transfer_at_one_table BEFORE INSERT ON tournaments_transfer BEGIN
        {refuse_table}
        WHERE NEW.table_id IS NOT (SELECT table_id FROM tournaments_account WHERE id = NEW.source_id)
           OR NEW.table_id IS NOT (SELECT table_id FROM tournaments_account WHERE id = NEW.target_id);
        {refuse_reason}
        FROM tournaments_account s, tournaments_account g
        WHERE s.id = NEW.source_id AND g.id = NEW.target_id AND NOT CASE
            WHEN NEW.deal_id IS NOT NULL THEN
                NEW.reason NOT IN ('start', 'issue', 'return', 'leftover')
                AND s.name <> 'bank' AND g.name <> 'bank'
            WHEN NEW.reason IN ('start', 'issue') THEN s.name = 'bank' AND g.name LIKE 'seat %'
            WHEN NEW.reason = 'return' THEN s.name LIKE 'seat %' AND g.name = 'bank'
                AND NOT EXISTS (SELECT 1 FROM tournaments_deal d WHERE d.table_id = NEW.table_id)
            WHEN NEW.reason = 'leftover' THEN
                CASE WHEN g.name LIKE 'seat %' THEN
                    s.name NOT IN ('bank', 'bets') AND s.name NOT LIKE 'seat %'
                ELSE NEW.chips <= (
                    SELECT coalesce(sum(CASE WHEN p.target_id = s.id THEN p.chips ELSE -p.chips END), 0)
                    FROM tournaments_transfer p WHERE p.reason = 'leftover'
                    AND (p.source_id, p.target_id) IN (VALUES (s.id, g.id), (g.id, s.id))
                ) END
                AND EXISTS (
                    SELECT 1 FROM tournaments_table b
                    JOIN tournaments_round r ON r.id = b.round_id
                    JOIN tournaments_event e ON e.id = r.event_id
                    WHERE b.id = NEW.table_id AND r.status = 'closed'
                    AND json_extract(e.frozen_rules, '$.leftover') = 'split')
            ELSE 0
        END;
    END"""
    yield """
    CREATE TRIGGER transfer_moves_chips AFTER INSERT ON tournaments_transfer BEGIN
        UPDATE tournaments_account SET balance = balance - NEW.chips WHERE id = NEW.source_id;
        UPDATE tournaments_account SET balance = balance + NEW.chips WHERE id = NEW.target_id;
    END"""


def _deals() -> Iterator[str]:
    for table in PARTS_OF_A_DEAL:
        yield f"""
        CREATE TRIGGER {table}_before_its_deal BEFORE INSERT ON {table}
        WHEN EXISTS (SELECT 1 FROM tournaments_deal WHERE id = NEW.deal_id)
        BEGIN {_refuse("deal_is_sealed: a recorded deal gets no further parts")}; END"""
    refuse_transfers = _refuse("deal_is_its_transfers: the results and bets of a deal equal its transfers")
    yield f"""
    CREATE TRIGGER deal_is_whole AFTER INSERT ON tournaments_deal BEGIN
        {_refuse("deal_is_whole: a deal needs a result for each seat of its table")}
        WHERE NOT EXISTS (SELECT 1 FROM tournaments_seat WHERE table_id = NEW.table_id)
        OR EXISTS (
            SELECT 1 FROM tournaments_seat s
            LEFT JOIN tournaments_seatresult r ON r.deal_id = NEW.id AND r.seat_id = s.id
            WHERE s.table_id = NEW.table_id AND r.id IS NULL);
        {refuse_transfers}
        FROM tournaments_seatresult r
        JOIN tournaments_seat s ON s.id = r.seat_id
        LEFT JOIN tournaments_account a ON a.table_id = NEW.table_id AND a.name = 'seat ' || s.number
        WHERE r.deal_id = NEW.id AND (s.table_id <> NEW.table_id OR a.id IS NULL OR r.net <>
            (SELECT coalesce(sum(CASE WHEN t.target_id = a.id THEN t.chips ELSE -t.chips END), 0)
             FROM tournaments_transfer t
             WHERE t.deal_id = NEW.id AND (t.target_id = a.id OR t.source_id = a.id)));
        {refuse_transfers}
        FROM tournaments_transfer t WHERE t.deal_id = NEW.id AND t.table_id <> NEW.table_id;
        {refuse_transfers}
        FROM tournaments_transfer t
        JOIN tournaments_account a ON a.name LIKE 'seat %' AND a.id IN (t.source_id, t.target_id)
        LEFT JOIN tournaments_seat s ON s.table_id = NEW.table_id AND a.name = 'seat ' || s.number
        WHERE t.deal_id = NEW.id AND s.id IS NULL;
        {refuse_transfers}
        WHERE 0 <>
            (SELECT coalesce(sum(CASE WHEN a.id = t.target_id THEN t.chips ELSE -t.chips END), 0)
             FROM tournaments_transfer t
             JOIN tournaments_account a ON a.name = 'bets' AND a.id IN (t.source_id, t.target_id)
             WHERE t.deal_id = NEW.id);
    END"""
    yield f"""
    CREATE TRIGGER void_undoes_its_deal AFTER INSERT ON tournaments_deal WHEN NEW.kind = 'void' BEGIN
        {_refuse("void_undoes_its_deal: a void moves exactly the chips of its deal back")}
        FROM (
            SELECT target_id AS account, chips FROM tournaments_transfer
            WHERE deal_id IN (NEW.id, NEW.replaces_id)
            UNION ALL
            SELECT source_id, -chips FROM tournaments_transfer WHERE deal_id IN (NEW.id, NEW.replaces_id)
        ) both_deals GROUP BY account HAVING sum(chips) <> 0;
    END"""
    yield f"""
    CREATE TRIGGER deal_replaces_the_one_before AFTER INSERT ON tournaments_deal BEGIN
        {_refuse("deal_replaces_the_one_before: a revision replaces the previous revision of its deal")}
        FROM tournaments_deal older JOIN tournaments_deal newer ON newer.replaces_id = older.id
        WHERE older.id IN (NEW.id, NEW.replaces_id)
        AND (newer.table_id, newer.number, newer.revision, newer.kind) IS NOT
            (older.table_id, older.number, older.revision + 1,
             CASE WHEN older.kind = 'void' THEN 'recorded' ELSE newer.kind END);
    END"""


def _seats() -> Iterator[str]:
    for verb, tables in (
        ("insert", "NEW.table_id"),
        ("update", "OLD.table_id, NEW.table_id"),
        ("delete", "OLD.table_id"),
    ):
        yield f"""
        CREATE TRIGGER seats_are_taken_{verb} BEFORE {verb.upper()} ON tournaments_seat BEGIN
            {_refuse("seats_are_taken: the seats of a table with a deal that counts do not change")}
            FROM tournaments_deal d WHERE d.table_id IN ({tables}) AND {COUNTS.format(deal="d")};
        END"""
    for verb in ("insert", "update"):
        yield f"""
        CREATE TRIGGER seat_of_its_round_{verb} BEFORE {verb.upper()} ON tournaments_seat
        WHEN EXISTS (
            SELECT 1 FROM tournaments_table b WHERE b.id = NEW.table_id AND b.round_id <> NEW.round_id
        ) OR EXISTS (
            SELECT 1 FROM tournaments_round r JOIN tournaments_entry e ON e.event_id <> r.event_id
            WHERE r.id = NEW.round_id AND e.id = NEW.entry_id
        )
        BEGIN {_refuse("seat_of_its_round: the table and the entry of a seat fit its round")}; END"""


def _events() -> Iterator[str]:
    yield f"""
    CREATE TRIGGER event_version_grows BEFORE UPDATE ON tournaments_event WHEN NEW.version < OLD.version
    BEGIN {_refuse("event_version_grows: the version of an event only grows")}; END"""
    yield f"""
    CREATE TRIGGER event_rules_frozen BEFORE UPDATE ON tournaments_event
    WHEN OLD.frozen_rules IS NOT NULL AND NEW.frozen_rules IS NOT OLD.frozen_rules
    BEGIN {_refuse("event_rules_frozen: the rules of an event are frozen at its start")}; END"""


def _adjustments() -> Iterator[str]:
    refuse = _refuse("adjustment_stays: an adjustment is cancelled once, never changed or removed")
    yield f"""
    CREATE TRIGGER adjustment_not_changed BEFORE UPDATE ON tournaments_adjustment
    WHEN OLD.cancelled_at IS NOT NULL OR
        (NEW.id, NEW.event_id, NEW.entry_id, NEW.round_id, NEW.chips, NEW.reason, NEW.author_id)
        IS NOT (OLD.id, OLD.event_id, OLD.entry_id, OLD.round_id, OLD.chips, OLD.reason, OLD.author_id)
    BEGIN {refuse}; END"""
    yield f"CREATE TRIGGER adjustment_not_removed BEFORE DELETE ON tournaments_adjustment BEGIN {refuse}; END"
