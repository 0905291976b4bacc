"""What a batch of commands means for the tables: rows of values, never something that changes later."""

import json
from typing import Any

import msgspec

from clearwater.core.commands import Command, PairRules, encode, field_values
from clearwater.core.events import (
    AccountKey,
    AssetChanged,
    AssetListed,
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
from clearwater.core.versions import RULES_VERSION

Row = tuple[Any, ...]


class PairPart:
    """What a batch changed of one pair; None is what stayed as it was."""

    __slots__ = ("depth_seq", "due_high", "due_low", "last_price", "last_priority", "reference_price")

    def __init__(self) -> None:
        self.last_price: int | None = None
        self.reference_price: int | None = None
        self.depth_seq: int | None = None
        self.due_low: int | None = None
        self.due_high: int | None = None
        self.last_priority: int | None = None

    def values(self) -> tuple[int | None, ...]:
        """In the order of the table's columns."""
        return (
            self.last_price,
            self.reference_price,
            self.depth_seq,
            self.due_low,
            self.due_high,
            self.last_priority,
        )


class Rows:
    """The rows of a batch, by table; its commands were carried out by the rules of one version."""

    def __init__(self, rules_version: int = RULES_VERSION) -> None:
        self.rules_version = rules_version
        self.journal: list[Row] = []
        self.postings: list[Row] = []
        self.balances: dict[AccountKey, Row] = {}
        self.new_orders: dict[int, Row] = {}
        self.order_changes: dict[int, Row] = {}
        self.fills: list[Row] = []
        self.transfers: dict[str, Row] = {}
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
        kind, payload = encode(command)
        self.journal.append((seq, command.at, kind, _to_json(payload), self.rules_version))
        for event in events:
            write = WRITERS.get(type(event))
            if write is not None:
                write(self, seq, command.at, event)

    def part_of(self, pair: str) -> PairPart:
        part = self.pair_parts.get(pair)
        if part is None:
            part = self.pair_parts[pair] = PairPart()
        return part


def _posting(rows: Rows, seq: int, at: int, event: Posting) -> None:
    source, target = event.source, event.target
    rows.postings.append(
        (
            event.id,
            seq,
            at,
            event.kind,
            source.asset,
            event.amount,
            source.owner,
            source.purpose,
            target.owner,
            target.purpose,
            str(event.reference),
        )
    )
    rows.balances[source] = (*source, event.source_after, seq)
    rows.balances[target] = (*target, event.target_after, seq)


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
    rows.order_changes[event.order_id] = (event[0], *event[3:])
    part = rows.part_of(event.pair)
    if event.priority > (part.last_priority or 0):
        part.last_priority = event.priority


def _filled(rows: Rows, _seq: int, _at: int, event: Filled) -> None:
    rows.fills.append(tuple(event))
    part = rows.part_of(event.pair)
    part.last_price = part.reference_price = event.price


def _level(rows: Rows, _seq: int, _at: int, event: LevelChanged) -> None:
    rows.part_of(event.pair).depth_seq = event.seq


def _due(rows: Rows, _seq: int, _at: int, event: TriggersDue) -> None:
    part = rows.part_of(event.pair)
    part.due_low, part.due_high = event.low, event.high


def _marked(rows: Rows, _seq: int, _at: int, event: TrailingMarked) -> None:
    rows.trailing_marks[event[:3]] = event.price


def _transfer(rows: Rows, seq: int, _at: int, event: TransferChanged) -> None:
    earlier = rows.transfers.get(event.reference)
    # A reversal keeps the place that the transfer has among those that have ended.
    place = earlier[-1] if earlier is not None and event.status == "reversed" else seq
    rows.transfers[event.reference] = (*event, place)


def _coin(rows: Rows, _seq: int, _at: int, event: AssetListed) -> None:
    rows.coins.append((*event, True))


def _coin_changed(rows: Rows, _seq: int, _at: int, event: AssetChanged) -> None:
    rows.coin_changes[event.symbol] = tuple(event)


def _pair(rows: Rows, _seq: int, _at: int, event: PairListed) -> None:
    rows.new_pairs.append(
        (
            event.pair,
            event.base,
            event.quote,
            event.price_decimals,
            _rules(event.rules),
            event.state,
            event.reference_price,
            event.rules.tick,
            event.rules.step,
        )
    )


def _pair_changed(rows: Rows, _seq: int, _at: int, event: PairChanged) -> None:
    rows.pair_rules[event.pair] = (
        event.pair,
        _rules(event.rules),
        event.state,
        event.reference_price,
        event.finest_tick,
        event.finest_step,
    )
    # A price that was set here stands, whatever was traded before it in the same batch.
    rows.part_of(event.pair).reference_price = event.reference_price


def _rules(rules: PairRules) -> str:
    return _to_json(field_values(rules))


def _to_json(value: Any) -> str:
    try:
        return msgspec.json.encode(value).decode()
    except OverflowError:
        # A refused command, journaled for what its time brought about, may name any number.
        return json.dumps(value)


WRITERS: dict[type[Event], Any] = {
    Posting: _posting,
    OrderAccepted: _accepted,
    OrderUpdated: _updated,
    Filled: _filled,
    LevelChanged: _level,
    TriggersDue: _due,
    TrailingMarked: _marked,
    TransferChanged: _transfer,
    AssetListed: _coin,
    AssetChanged: _coin_changed,
    PairListed: _pair,
    PairChanged: _pair_changed,
}
