"""What a batch of commands means for the tables: rows of values, never something that changes later."""

import json
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import msgspec
from msgspec.structs import asdict

from clearwater.core.coding import encode
from clearwater.core.commands import Command
from clearwater.core.events import (
    AccountKey,
    CoinChanged,
    CoinListed,
    Converted,
    Event,
    Filled,
    LevelChanged,
    OrderAccepted,
    OrderUpdated,
    PairChanged,
    PairListed,
    Posting,
    TrailingMarked,
    TransferChanged,
    TriggersDue,
)
from clearwater.core.money import Coin
from clearwater.core.snapshots import OrderRow, PairRow
from clearwater.core.versions import RULES_VERSION
from clearwater.engine.chain import hash_entry
from clearwater.engine.product_tables import PRODUCT_TABLES
from clearwater.engine.tables import (
    COIN_CHANGES,
    COINS,
    CONVERSION_FIELDS,
    FILL_FIELDS,
    ORDER_CHANGE_FIELDS,
    PAIR_FIELDS,
    PAIR_PARTS,
    PAIR_RULE_FIELDS,
    TRANSFER_CHANGES,
    TRANSFER_FIELDS,
    TRANSFERS,
    Table,
)
from clearwater.kit.chain_heads import GENESIS

Row = tuple[Any, ...]


class PairPart:
    """What a batch changed of one pair; None is what stayed as it was."""

    __slots__ = PAIR_PARTS.columns

    def __init__(self, symbol: str) -> None:
        self.symbol = symbol
        self.last_price: int | None = None
        self.reference_price: int | None = None
        self.depth_seq: int | None = None
        self.due_low: int | None = None
        self.due_high: int | None = None
        self.last_priority: int | None = None


class Rows:
    """The rows of a batch, by table; its commands were carried out by the rules of one version.

    `hash` is that of the last entry so far; it begins with the one that the batch follows.
    """

    def __init__(self, previous: bytes = GENESIS, rules_version: int = RULES_VERSION) -> None:
        self.hash = previous
        self.rules_version = rules_version
        self.journal: list[Row] = []
        # Movements, and beside each the command's number and time.
        self.posted: list[Posting] = []
        self.posted_seqs: list[int] = []
        self.posted_ats: list[int] = []
        self.new_orders: dict[int, Row] = {}
        self.order_changes: dict[int, Row] = {}
        # Fills, and beside each how many movements came before its own.
        self.filled: list[Filled] = []
        self.posted_before: list[int] = []
        self.new_transfers: dict[str, Row] = {}
        self.transfer_changes: dict[str, Row] = {}
        self.conversions: dict[str, Row] = {}
        # Of pre-markets and earn, by the event that writes them and by key.
        self.products: dict[type[Event], dict[int | str, Row]] = {}
        self.coins: list[Row] = []
        self.coin_changes: dict[str, Row] = {}
        self.new_pairs: list[Row] = []
        self.pair_rules: dict[str, Row] = {}
        self.pair_parts: dict[str, PairPart] = {}
        # By pair, side and number; 0 for those that are gone.
        self.trailing_marks: dict[tuple[str, str, int], int] = {}

    @property
    def is_empty(self) -> bool:
        return not self.journal

    def add(self, seq: int, command: Command, events: list[Event]) -> None:
        """Add what one command did."""
        at, version = command.at, self.rules_version
        kind, values = encode(command)
        payload = _to_json(values)
        self.hash = hash_entry(self.hash, seq, at, kind, payload=payload, rules_version=version)
        self.journal.append((seq, at, kind, payload, version, self.hash))
        self.add_events(seq, at, events)

    def add_events(self, seq: int, at: int, events: list[Event]) -> None:
        """Add the rows that the events of one command mean."""
        posted = self.posted
        before = len(posted)
        for event in events:
            # By far the most; a call for each of them would take as long as everything else.
            if type(event) is Posting:
                posted.append(event)
                continue
            write = WRITERS.get(type(event))
            if write is not None:
                write(self, seq, at, event)
        count = len(posted) - before
        self.posted_seqs += [seq] * count
        self.posted_ats += [at] * count

    def postings(self) -> list[Row]:
        """The movements as rows."""
        return [
            (
                posting.id,
                seq,
                at,
                posting.kind,
                posting.source.asset,
                posting.amount,
                posting.source.owner,
                posting.source.purpose,
                posting.target.owner,
                posting.target.purpose,
                str(posting.reference),
            )
            for posting, seq, at in zip(self.posted, self.posted_seqs, self.posted_ats, strict=True)
        ]

    def fills(self) -> list[Row]:
        """The fills as rows, each with the id of the first of its movements, which follow it."""
        posted = self.posted
        return [
            (*fill_row(fill), posted[before].id)
            for fill, before in zip(self.filled, self.posted_before, strict=True)
        ]

    def balances(self) -> list[Row]:
        """What each account holds after the last movement, and since which command."""
        held: dict[AccountKey, tuple[int, int]] = {}
        for posting, seq in zip(self.posted, self.posted_seqs, strict=True):
            held[posting.source] = (posting.source_after, seq)
            held[posting.target] = (posting.target_after, seq)
        return [(*account, *after) for account, after in held.items()]

    def part_of(self, pair: str) -> PairPart:
        part = self.pair_parts.get(pair)
        if part is None:
            part = self.pair_parts[pair] = PairPart(pair)
        return part


def _accepted(rows: Rows, seq: int, _at: int, event: OrderAccepted) -> None:
    terms = event.terms
    rows.new_orders[event.order_id] = (
        event.order_id,
        terms.client,
        terms.pair,
        terms.side,
        event.type,
        terms.time_in_force,
        terms.post_only,
        terms.client_order_id,
        terms.idempotency_key,
        event.list_id,
        terms.maker_ppm,
        terms.taker_ppm,
        seq,
        event.at,
    )


def _updated(rows: Rows, _seq: int, _at: int, event: OrderUpdated) -> None:
    rows.order_changes[event.order_id] = order_change(event)
    part = rows.part_of(event.pair)
    if event.priority > (part.last_priority or 0):
        part.last_priority = event.priority


fill_row: Callable[[Filled], Row] = attrgetter(*(name for name in FILL_FIELDS if name != "posting_id"))
pair_part_row: Callable[[PairPart], Row] = attrgetter(*PAIR_PARTS.columns)
# Everything of an order that can change, as its row has it.
order_change: Callable[[OrderUpdated], Row] = attrgetter(*ORDER_CHANGE_FIELDS)
_changing: Callable[[OrderRow], Row] = attrgetter(*(name for name in ORDER_CHANGE_FIELDS if name != "at"))


def _filled(rows: Rows, _seq: int, _at: int, event: Filled) -> None:
    rows.filled.append(event)
    rows.posted_before.append(len(rows.posted))
    part = rows.part_of(event.pair)
    part.last_price = part.reference_price = event.price


def _level(rows: Rows, _seq: int, _at: int, event: LevelChanged) -> None:
    rows.part_of(event.pair).depth_seq = event.seq


def _due(rows: Rows, _seq: int, _at: int, event: TriggersDue) -> None:
    part = rows.part_of(event.pair)
    part.due_low, part.due_high = event.low, event.high


def _marked(rows: Rows, _seq: int, _at: int, event: TrailingMarked) -> None:
    rows.trailing_marks[event.pair, event.side, event.order_id] = event.price


def _transfer(rows: Rows, seq: int, _at: int, event: TransferChanged) -> None:
    reference, status = event.reference, event.status
    if status in {"credited", "held"}:
        values = asdict(event) | {"seq": seq}
        rows.new_transfers[reference] = tuple(values[field] for field in TRANSFER_FIELDS)
        return
    # A reversal keeps the place that the transfer has among those that have ended.
    ended_seq = None if status == "reversed" else seq
    change = TRANSFER_CHANGES.row(
        {"reference": reference, "status": status, "at_ms": event.at, "seq": ended_seq}
    )
    new = rows.new_transfers.get(reference)
    if new is None:
        rows.transfer_changes[reference] = change
    else:
        rows.new_transfers[reference] = overlay_transfer(new, change)


def overlay_transfer(row: Row, change: Row) -> Row:
    """A transfer's row once a change has come over it."""
    changed = TRANSFER_CHANGES.values(change).items()
    return TRANSFERS.row(
        TRANSFERS.values(row) | {name: value for name, value in changed if value is not None}
    )


def _converted(rows: Rows, seq: int, _at: int, event: Converted) -> None:
    values = asdict(event) | {"seq": seq}
    rows.conversions[event.reference] = tuple(values[field] for field in CONVERSION_FIELDS)


def _coin(rows: Rows, _seq: int, _at: int, event: CoinListed) -> None:
    rows.coins.append(COINS.row(asdict(event) | {"trading": True}))


def _coin_changed(rows: Rows, _seq: int, _at: int, event: CoinChanged) -> None:
    rows.coin_changes[event.symbol] = COIN_CHANGES.row(asdict(event))


def _pair(rows: Rows, _seq: int, _at: int, event: PairListed) -> None:
    listed = PairRow(
        **asdict(event),
        finest_tick=event.rules.tick,
        finest_step=event.rules.step,
        last_price=0,
        seq=0,
        last_priority=0,
        due_low=0,
        due_high=0,
    )
    rows.new_pairs.append(pair_row(listed))


def _pair_changed(rows: Rows, _seq: int, _at: int, event: PairChanged) -> None:
    values = asdict(event) | {"rules": _to_json(event.rules)}
    rows.pair_rules[event.pair] = tuple(values[field] for field in PAIR_RULE_FIELDS)
    # A reference price that was set wins over earlier trades of the same batch.
    rows.part_of(event.pair).reference_price = event.reference_price


def _product(rows: Rows, _seq: int, _at: int, event: Event) -> None:
    row = PRODUCT_TABLES[type(event)].row(event)
    rows.products.setdefault(type(event), {})[row[0]] = row


def order_row(order: OrderRow, updated_at: int) -> Row:
    """Everything of an open order that can change, as its row has to be."""
    return (*_changing(order), updated_at)


def coin_row(table: Table, coin: Coin, *, is_traded: bool) -> Row:
    """A coin as its row has to be, in all or some of its columns."""
    return table.row(coin._asdict() | {"trading": is_traded})


def pair_row(pair: PairRow) -> Row:
    """A market as its row has to be, whatever led to it."""
    values = pair._asdict() | {"rules": _to_json(pair.rules)}
    return tuple(values[field] for field in PAIR_FIELDS)


def _to_json(value: Any) -> str:
    try:
        return msgspec.json.encode(value).decode()
    except OverflowError:
        # A refused command, journaled for what its time brought about, may name any number.
        return json.dumps(value)


WRITERS: dict[type[Event], Any] = {
    OrderAccepted: _accepted,
    OrderUpdated: _updated,
    Filled: _filled,
    LevelChanged: _level,
    TriggersDue: _due,
    TrailingMarked: _marked,
    TransferChanged: _transfer,
    Converted: _converted,
    CoinListed: _coin,
    CoinChanged: _coin_changed,
    PairListed: _pair,
    PairChanged: _pair_changed,
    **dict.fromkeys(PRODUCT_TABLES, _product),
}
