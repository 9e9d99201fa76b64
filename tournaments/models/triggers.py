"""The constraints that only triggers can hold, for PostgreSQL and SQLite alike.

What holds after every statement, whoever made it:

* **An account's balance is the sum of its transfers.** A transfer moves the balances itself; any other
  change to a balance is refused. A transfer runs between two accounts of one table, so the balances of
  a table add up to 0: purses and pools are what its bank has paid out.
* **What was recorded stays.** Deals, transfers, the rows a deal leaves and the audit log refuse UPDATE and
  DELETE.
* **A deal is sealed by its seat results.** They must equal its transfers to the chip, its bets must have
  been paid out, and afterwards it takes no further transfer.

PostgreSQL checks a statement at a time, SQLite (which knows no statement triggers) a row at a time.
"""

from __future__ import annotations

from collections.abc import Iterator

APPEND_ONLY = (
    "tournaments_deal",
    "tournaments_transfer",
    "tournaments_seatresult",
    "tournaments_payout",
    "tournaments_showdown",
    "tournaments_auditentry",
)
"""Tables whose rows are never changed or removed."""


def statements(vendor: str) -> list[str]:
    """The SQL statements that make the triggers on a database of this vendor."""
    return list({"postgresql": _postgresql, "sqlite": _sqlite}[vendor]())


def drop_statements(vendor: str) -> list[str]:
    """The SQL statements that remove them again (for reversing the migration)."""
    if vendor == "postgresql":
        return [
            f"DROP FUNCTION IF EXISTS {name}() CASCADE"
            for name in (
                "poch_refuse_change",
                "poch_guard_account",
                "poch_guard_transfer",
                "poch_move_chips",
                "poch_seal_deal",
            )
        ]
    names = [f"{table}_no_{verb}" for table in APPEND_ONLY for verb in ("update", "delete")]
    names += ["account_opens_empty", "account_balance_is_its_transfers", "account_stays_itself"]
    names += ["transfer_at_one_table", "transfer_moves_chips", "seat_result_seals_its_deal"]
    return [f"DROP TRIGGER IF EXISTS {name}" for name in names]


def _postgresql() -> Iterator[str]:
    yield """
    CREATE FUNCTION poch_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'append_only: rows of % are never changed or removed', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END $$"""
    for table in APPEND_ONLY:
        yield f"""
        CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION poch_refuse_change()"""

    # Depth 1 is a statement of somebody's own; the balances move at depth 2, inside poch_move_chips.
    yield """
    CREATE FUNCTION poch_guard_account() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'INSERT' THEN
            IF NEW.balance <> 0 THEN
                RAISE EXCEPTION 'account_opens_empty: chips come by transfers'
                    USING ERRCODE = 'integrity_constraint_violation';
            END IF;
        ELSIF pg_trigger_depth() < 2
            OR (NEW.id, NEW.table_id, NEW.name, NEW.overdraft) IS DISTINCT FROM
               (OLD.id, OLD.table_id, OLD.name, OLD.overdraft) THEN
            RAISE EXCEPTION 'account_balance_is_its_transfers: only a transfer moves chips'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$"""
    yield """
    CREATE TRIGGER tournaments_account_guard BEFORE INSERT OR UPDATE ON tournaments_account
    FOR EACH ROW EXECUTE FUNCTION poch_guard_account()"""

    yield """
    CREATE FUNCTION poch_guard_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (
            SELECT 1 FROM added t
            JOIN tournaments_account s ON s.id = t.source_id
            JOIN tournaments_account g ON g.id = t.target_id
            LEFT JOIN tournaments_deal d ON d.id = t.deal_id
            WHERE s.table_id <> t.table_id OR g.table_id <> t.table_id OR d.table_id <> t.table_id
        ) THEN
            RAISE EXCEPTION 'transfer_at_one_table: a transfer joins two accounts of its own table'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        IF EXISTS (SELECT 1 FROM added t JOIN tournaments_seatresult r ON r.deal_id = t.deal_id) THEN
            RAISE EXCEPTION 'deal_is_sealed: a recorded deal takes no further transfer'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NULL;
    END $$"""
    yield """
    CREATE FUNCTION poch_move_chips() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE tournaments_account a SET balance = a.balance + moved.chips
        FROM (
            SELECT account, sum(chips) AS chips FROM (
                SELECT target_id AS account, chips FROM added
                UNION ALL SELECT source_id, -chips FROM added
            ) both_ends GROUP BY account
        ) moved
        WHERE a.id = moved.account AND moved.chips <> 0;
        RETURN NULL;
    END $$"""
    # Triggers of one kind fire in the order of their names: first the guard, then the move.
    for name, function in (("a_guard", "poch_guard_transfer"), ("b_move", "poch_move_chips")):
        yield f"""
        CREATE TRIGGER tournaments_transfer_{name} AFTER INSERT ON tournaments_transfer
        REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION {function}()"""

    yield """
    CREATE FUNCTION poch_seal_deal() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF EXISTS (
            SELECT 1 FROM added r
            JOIN tournaments_seat s ON s.id = r.seat_id
            JOIN tournaments_deal d ON d.id = r.deal_id
            LEFT JOIN tournaments_account a ON a.table_id = d.table_id AND a.name = 'seat ' || s.number
            WHERE s.table_id <> d.table_id OR a.id IS NULL OR r.net <>
                (SELECT coalesce(sum(CASE WHEN t.target_id = a.id THEN t.chips ELSE -t.chips END), 0)
                 FROM tournaments_transfer t
                 WHERE t.deal_id = d.id AND (t.target_id = a.id OR t.source_id = a.id))
        ) OR EXISTS (
            SELECT 1 FROM (SELECT DISTINCT deal_id FROM added) r
            JOIN tournaments_transfer t ON t.deal_id = r.deal_id
            JOIN tournaments_account a ON a.name = 'bets' AND a.id IN (t.source_id, t.target_id)
            GROUP BY r.deal_id, a.id
            HAVING sum(CASE WHEN t.target_id = a.id THEN t.chips ELSE -t.chips END) <> 0
        ) THEN
            RAISE EXCEPTION 'seat_result_is_its_transfers: a deal''s results must equal its transfers'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NULL;
    END $$"""
    yield """
    CREATE TRIGGER tournaments_seatresult_seal AFTER INSERT ON tournaments_seatresult
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION poch_seal_deal()"""


def _sqlite() -> Iterator[str]:
    for table in APPEND_ONLY:
        for verb in ("update", "delete"):
            yield f"""
            CREATE TRIGGER {table}_no_{verb} BEFORE {verb.upper()} ON {table}
            BEGIN SELECT RAISE(ABORT, 'append_only: rows of {table} are never changed or removed'); END"""

    yield """
    CREATE TRIGGER account_opens_empty BEFORE INSERT ON tournaments_account WHEN NEW.balance <> 0
    BEGIN SELECT RAISE(ABORT, 'account_opens_empty: chips come by transfers'); END"""
    yield """
    CREATE TRIGGER account_stays_itself BEFORE UPDATE ON tournaments_account
    WHEN (NEW.id, NEW.table_id, NEW.name, NEW.overdraft)
        IS NOT (OLD.id, OLD.table_id, OLD.name, OLD.overdraft)
    BEGIN SELECT RAISE(ABORT, 'account_balance_is_its_transfers: only a transfer moves chips'); END"""
    # SQLite cannot tell who made an update, so it asks whether the new balance is the true one.
    yield """
    CREATE TRIGGER account_balance_is_its_transfers AFTER UPDATE OF balance ON tournaments_account
    WHEN NEW.balance <>
        (SELECT coalesce(sum(chips), 0) FROM tournaments_transfer WHERE target_id = NEW.id)
        - (SELECT coalesce(sum(chips), 0) FROM tournaments_transfer WHERE source_id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'account_balance_is_its_transfers: only a transfer moves chips'); END"""

    yield """
    CREATE TRIGGER transfer_at_one_table BEFORE INSERT ON tournaments_transfer BEGIN
        SELECT RAISE(ABORT, 'transfer_at_one_table: a transfer joins two accounts of its own table')
        WHERE NEW.table_id IS NOT (SELECT table_id FROM tournaments_account WHERE id = NEW.source_id)
           OR NEW.table_id IS NOT (SELECT table_id FROM tournaments_account WHERE id = NEW.target_id)
           OR (NEW.deal_id IS NOT NULL
               AND NEW.table_id IS NOT (SELECT table_id FROM tournaments_deal WHERE id = NEW.deal_id));
        SELECT RAISE(ABORT, 'deal_is_sealed: a recorded deal takes no further transfer')
        WHERE EXISTS (SELECT 1 FROM tournaments_seatresult WHERE deal_id = NEW.deal_id);
    END"""
    yield """
    CREATE TRIGGER transfer_moves_chips AFTER INSERT ON tournaments_transfer BEGIN
        UPDATE tournaments_account SET balance = balance - NEW.chips WHERE id = NEW.source_id;
        UPDATE tournaments_account SET balance = balance + NEW.chips WHERE id = NEW.target_id;
    END"""
    yield """
    CREATE TRIGGER seat_result_seals_its_deal AFTER INSERT ON tournaments_seatresult BEGIN
        SELECT RAISE(ABORT, 'seat_result_is_its_transfers: a deal''s results must equal its transfers')
        FROM tournaments_seat s
        JOIN tournaments_deal d ON d.id = NEW.deal_id
        LEFT JOIN tournaments_account a ON a.table_id = d.table_id AND a.name = 'seat ' || s.number
        WHERE s.id = NEW.seat_id AND (s.table_id <> d.table_id OR a.id IS NULL OR NEW.net <>
            (SELECT coalesce(sum(CASE WHEN t.target_id = a.id THEN t.chips ELSE -t.chips END), 0)
             FROM tournaments_transfer t
             WHERE t.deal_id = NEW.deal_id AND (t.target_id = a.id OR t.source_id = a.id)));
        SELECT RAISE(ABORT, 'seat_result_is_its_transfers: a deal''s bets must have been paid out')
        WHERE 0 <>
            (SELECT coalesce(sum(CASE WHEN a.id = t.target_id THEN t.chips ELSE -t.chips END), 0)
             FROM tournaments_transfer t
             JOIN tournaments_account a ON a.name = 'bets' AND a.id IN (t.source_id, t.target_id)
             WHERE t.deal_id = NEW.deal_id);
    END"""
