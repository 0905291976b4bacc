"""SQL of an owner's postings: the list of transactions, and the movements of a time. Read-only.

Postings of trades are in no index by owner: they are found through the fills, which are.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from clearwater.domains.ledger.models import INDEXED, TRADE_KINDS, TRANSFER_KINDS
from clearwater.kit.db import literals, search_of
from clearwater.kit.keyset import decode_cursor, encode_cursor
from clearwater.kit.paging import PageRequest
from clearwater.kit.prepared_reads import PreparedReads, Statement

KINDS_OF_TYPE = {
    "fee": ("fee", "withdrawal_fee", "convert_fee"),
    "premarket_lock": ("premarket_hold",),
    "premarket_settlement": ("premarket_payment", "premarket_delivery"),
}
# Kinds of postings that only leave a client's spot wallet for an account beside it, or only come into it.
# Told by kind and not by the purposes of accounts, which the planner takes for independent of it: it read the
# whole table where a client's postings of a kind were all out of those accounts.
DEBITS = frozenset({"earn_subscribe", "premarket_hold"})
CREDITS = frozenset(
    {
        "earn_redeem",
        "earn_interest",
        "premarket_release",
        "premarket_payment",
        "premarket_penalty",
        "premarket_fee",
    }
)
DEPOSIT_STATUSES = {"credited": "credited", "orphaned": "reversed"}
# A fill is settled by two postings of what was traded, and by one for each fee that is not zero.
MAX_POSTINGS_OF_FILL = 4


@dataclass(frozen=True)
class TransactionFilter:
    """Filter for a client's transactions."""

    type: str | None = None
    coin: str | None = None
    status: str | None = None
    from_ms: int | None = None
    to_ms: int | None = None

    @property
    def kinds(self) -> tuple[str, ...] | None:
        """The kinds of postings; None for all."""
        return None if self.type is None else KINDS_OF_TYPE.get(self.type, (self.type,))

    @property
    def trade_kinds(self) -> list[str]:
        """The kinds of postings that are found through fills."""
        if self.status in DEPOSIT_STATUSES:
            return []
        return [kind for kind in TRADE_KINDS if self.kinds is None or kind in self.kinds]


class OwnPosting(NamedTuple):
    """A posting that changed an owner's spot wallet, with what its transfer tells."""

    id: int
    at_ms: int
    kind: str
    coin: str
    amount: int
    source_owner: str
    source_purpose: str
    reference: str
    network: str | None
    fee: int | None
    transfer_status: str | None
    decimals: int


SELECT_FOUND = f"""
    SELECT posting.id, posting.at_ms, posting.kind, posting.coin, posting.amount, posting.source_owner,
        posting.source_purpose, posting.reference, transfer.network, transfer.fee, transfer.status,
        coin.decimals
    FROM ({{found}} ORDER BY id DESC LIMIT {{limit}}) AS found
    JOIN postings AS posting ON posting.id = found.id
    JOIN coins AS coin ON coin.symbol = posting.coin
    LEFT JOIN transfers AS transfer ON transfer.reference = posting.reference
        AND posting.kind IN ({literals(TRANSFER_KINDS)})
    ORDER BY posting.id DESC
"""  # noqa: S608 (constants)


async def read_transactions(
    reads: PreparedReads, owner: str, wanted: TransactionFilter, page: PageRequest
) -> tuple[list[OwnPosting], str | None]:
    """One page of the postings that changed an owner's spot wallet (LED-11), and the next cursor.

    Debits and credits are read from an index each, those of trades through the fills of each side, no
    further than the page needs, and merged.
    """
    ids, before = await _find_ids(reads, wanted), None
    if page.cursor is not None:
        (before,) = decode_cursor(page.cursor, int)
    statement = Statement()
    client, limit = statement.bind(owner), statement.bind(page.limit + 1)
    postings = ids.bound(before).conditions("posting.id", statement)
    if wanted.coin is not None:
        postings.append(f"posting.coin = {statement.bind(wanted.coin)}")
    arms = [
        f"""(SELECT posting.id FROM postings AS posting
             WHERE {" AND ".join([*conditions, *postings])}
             ORDER BY posting.id DESC LIMIT {limit})"""  # noqa: S608 (values are bound)
        for conditions in _find_untraded(client, wanted, statement)
    ]
    if wanted.trade_kinds:
        fills = (await _find_fills(reads, ids.bound(before))).conditions("fill.id", statement)
        arms += _select_traded(client, limit, wanted, statement, fills=fills, postings=postings)
    rows = await reads.fetch(
        SELECT_FOUND.format(found=" UNION ALL ".join(arms), limit=limit), *statement.values
    )
    shown = [OwnPosting(*row) for row in rows[: page.limit]]
    return shown, encode_cursor([shown[-1].id]) if len(rows) > page.limit else None


class IdRange(NamedTuple):
    """Ids from the first one up to, without, the end; None is unbounded."""

    first: int | None
    end: int | None

    def bound(self, end: int | None) -> "IdRange":
        """Those of them before another end."""
        ends = [one for one in (self.end, end) if one is not None]
        return IdRange(self.first, min(ends, default=None))

    def conditions(self, ids: str, statement: Statement) -> list[str]:
        found = [] if self.first is None else [f"{ids} >= {statement.bind(self.first)}"]
        return found if self.end is None else [*found, f"{ids} < {statement.bind(self.end)}"]


async def _find_ids(reads: PreparedReads, wanted: TransactionFilter) -> IdRange:
    """The postings of the time that is asked for."""
    return IdRange(
        await _find_first(reads, "postings", "at_ms", wanted.from_ms),
        await _find_first(reads, "postings", "at_ms", wanted.to_ms),
    )


async def _find_fills(reads: PreparedReads, postings: IdRange) -> IdRange:
    """The fills that have postings in a range, whose end may be between those of a fill."""
    return IdRange(
        await _find_first(reads, "fills", "posting_id", postings.first),
        await _find_first(reads, "fills", "posting_id", postings.end),
    )


async def _find_first(reads: PreparedReads, table: str, column: str, value: int | None) -> int | None:
    if value is None:
        return None
    found = await reads.fetch_value(search_of(table, column, "$1::bigint"), value)
    assert isinstance(found, int)
    return found


def _find_untraded(client: str, wanted: TransactionFilter, statement: Statement) -> Iterator[list[str]]:
    """The conditions of debits and of credits of an owner's spot wallet, but for those of trades."""
    # As the partial indexes have it, because only then the planner uses them.
    conditions = [INDEXED]
    if wanted.status in DEPOSIT_STATUSES:
        reached = statement.bind(DEPOSIT_STATUSES[wanted.status])
        conditions += [
            "kind = 'deposit'",
            f"EXISTS (SELECT FROM transfers WHERE reference = posting.reference AND status = {reached})",
        ]
    elif wanted.status is not None:
        conditions.append("kind <> 'deposit'")
    for side, hidden in (("source", CREDITS), ("target", DEBITS)):
        yield [f"{side}_owner = {client}", _is_of_kind(wanted, hidden), *conditions]


def _is_of_kind(wanted: TransactionFilter, hidden: Collection[str]) -> str:
    """One condition alone: two about the same column make the planner expect too little."""
    if wanted.kinds is None:
        return f"kind NOT IN ({literals(sorted(hidden))})"
    # Those of trades are in no index by owner; asked for, all others would be read in vain.
    shown = [kind for kind in wanted.kinds if kind not in hidden and kind not in TRADE_KINDS]
    return f"kind IN ({literals(shown)})" if shown else "false"


def _select_traded(
    client: str,
    limit: str,
    wanted: TransactionFilter,
    statement: Statement,
    *,
    fills: Sequence[str],
    postings: Sequence[str],
) -> list[str]:
    """An owner's postings of trades by side, newest first; those of a self-trade on the taker's side.

    What a fill tells by itself is asked there, before its postings are read.
    """
    # An array, because its elements are looked up in the index one by one. The limit keeps the lookup one for
    # each fill: it stops with the page.
    places = ", ".join(f"fill.posting_id + {place}" for place in range(MAX_POSTINGS_OF_FILL))
    own = " AND ".join(
        (
            f"posting.id = ANY (ARRAY[{places}])",
            "posting.reference = fill.id::varchar",
            f"posting.kind IN ({literals(wanted.trade_kinds)})",
            "posting.source_owner <> posting.target_owner",
            f"(posting.source_owner = {client} OR posting.target_owner = {client})",
            *postings,
        )
    )
    conditions = list(fills)
    if wanted.coin is not None:
        coin = statement.bind(wanted.coin)
        conditions.append(f"{coin} IN (split_part(fill.pair, '-', 1), split_part(fill.pair, '-', 2))")
    arms = []
    for role in ("taker", "maker"):
        of_side = [f"fill.{role}_client = {client}", *conditions]
        if role == "maker":
            of_side.append("fill.taker_client <> fill.maker_client")
        if wanted.trade_kinds == ["fee"]:
            of_side.append(f"(fill.{role}_fee > 0 OR fill.taker_client = fill.maker_client)")
        arms.append(
            f"""(SELECT posting.id FROM fills AS fill, LATERAL (
                 SELECT posting.id FROM postings AS posting WHERE {own}
                 ORDER BY posting.id DESC LIMIT {MAX_POSTINGS_OF_FILL}) AS posting
             WHERE {" AND ".join(of_side)}
             ORDER BY fill.id DESC, posting.id DESC LIMIT {limit})"""  # noqa: S608 (values are bound)
        )
    return arms


FIRST_MOVEMENT = f"""
    SELECT least(
        (SELECT at_ms FROM postings WHERE source_owner = $1 AND {INDEXED} ORDER BY id LIMIT 1),
        (SELECT at_ms FROM postings WHERE target_owner = $1 AND {INDEXED} ORDER BY id LIMIT 1))
"""  # noqa: S608 (constants)
STEP = "least((at_ms - $2::bigint) / $3::bigint, $4::bigint) AS step"
UNTRADED = f"""
    SELECT step, coin, sum(moved) FROM (
        SELECT {STEP}, coin, -amount AS moved FROM postings
        WHERE source_owner = $1 AND {INDEXED} AND source_owner <> target_owner AND id >= $5
        UNION ALL
        SELECT {STEP}, coin, amount FROM postings
        WHERE target_owner = $1 AND {INDEXED} AND source_owner <> target_owner AND id >= $5
    ) AS moves GROUP BY step, coin
"""  # noqa: S608 (constants)
TRADED = " UNION ALL ".join(
    f"""
    SELECT {STEP}, pair, taker_side = '{side}', sum(quantity), sum(quote_quantity), sum({role}_fee)
    FROM fills WHERE {role}_client = $1 AND id >= $5 GROUP BY 1, 2, 3
    """  # noqa: S608 (constants)
    for role, side in (("taker", "buy"), ("maker", "sell"))
)


async def find_first_movement(reads: PreparedReads, owner: str) -> int | None:
    """Time of an owner's first posting; None without any.

    It is none of a trade: whoever trades has received something before.
    """
    found = await reads.fetch_value(FIRST_MOVEMENT, owner)
    assert found is None or isinstance(found, int)
    return found


Movements = dict[int, dict[str, int]]


async def sum_movements(
    reads: PreparedReads, owner: str, *, since_ms: int, length_ms: int, last: int
) -> Movements:
    """Net change of an owner's balances since a time, by step and coin; the last step has all later ones."""
    posting = await _find_first(reads, "postings", "at_ms", since_ms)
    fill = await _find_first(reads, "fills", "at_ms", since_ms)
    sums: list[tuple[int, str, int]] = [
        (step, coin, int(moved))
        for step, coin, moved in await reads.fetch(UNTRADED, owner, since_ms, length_ms, last, posting)
    ]
    # Fills tell what they moved without their postings (LED-12); a self-trade is on both sides.
    for step, pair, has_bought, *amounts in await reads.fetch(TRADED, owner, since_ms, length_ms, last, fill):
        quantity, quote_quantity, fee = map(int, amounts)
        base, _, quote = pair.partition("-")
        if has_bought:
            sums += [(step, base, quantity - fee), (step, quote, -quote_quantity)]
        else:
            sums += [(step, base, -quantity), (step, quote, quote_quantity - fee)]
    found: Movements = {}
    for step, coin, moved in sums:
        coins = found.setdefault(step, {})
        coins[coin] = coins.get(coin, 0) + moved
    return found
