"""The state machine: `apply(command) -> events`. The same commands always give the same events."""

from collections.abc import Callable
from typing import Any, NamedTuple

from clearwater.core import (
    cancelling,
    convert,
    earn_rules,
    execution,
    listing,
    placing,
    premarket_settlement,
    premarket_trading,
    snapshots,
    transfers,
)
from clearwater.core.commands import (
    Adjust,
    AmendOrder,
    CancelAll,
    CancelOrder,
    ChangeCoin,
    ChangePair,
    Command,
    Convert,
    Defund,
    Deposit,
    Fund,
    HoldWithdrawal,
    ListCoin,
    ListPair,
    MoveHouse,
    OpenLedger,
    PayNetworkFee,
    PlaceOrder,
    ReleaseWithdrawal,
    ReverseDeposit,
    SettleWithdrawal,
    Tick,
)
from clearwater.core.convert import ConversionForecast
from clearwater.core.earn_commands import (
    ChangeAutoRenew,
    ChangeEarnProduct,
    CreateEarnProduct,
    Redeem,
    Subscribe,
)
from clearwater.core.events import Event, Refusal, Refused
from clearwater.core.execution import Forecast, forecast
from clearwater.core.limits import Limits
from clearwater.core.money import MAX_UNITS
from clearwater.core.premarket_commands import (
    CancelPreMarket,
    CancelPreMarketOrder,
    CreatePreMarket,
    DeliverContract,
    ListPreMarket,
    PlacePreMarketOrder,
    SchedulePreMarket,
)
from clearwater.core.snapshots import Snapshot
from clearwater.core.state import State


def _pass_time(_state: State, _command: Tick) -> None:
    """Time passes with every command; this one does nothing else."""


RULES: dict[type[Command], Callable[[State, Any], None]] = {
    PlaceOrder: placing.place_order,
    CancelOrder: cancelling.cancel_order,
    CancelAll: cancelling.cancel_all,
    AmendOrder: cancelling.amend_order,
    Tick: _pass_time,
    OpenLedger: listing.open_ledger,
    ListCoin: listing.list_coin,
    ChangeCoin: listing.change_coin,
    ListPair: listing.list_pair,
    ChangePair: listing.change_pair,
    Deposit: transfers.deposit,
    ReverseDeposit: transfers.reverse_deposit,
    HoldWithdrawal: transfers.hold_withdrawal,
    SettleWithdrawal: transfers.settle_withdrawal,
    ReleaseWithdrawal: transfers.release_withdrawal,
    Adjust: transfers.adjust,
    Fund: transfers.fund,
    Defund: transfers.defund,
    MoveHouse: transfers.move_house,
    PayNetworkFee: transfers.pay_network_fee,
    Convert: convert.convert_coins,
    CreatePreMarket: premarket_trading.create,
    SchedulePreMarket: premarket_trading.schedule,
    ListPreMarket: premarket_trading.list_premarket,
    CancelPreMarket: premarket_trading.cancel_premarket,
    PlacePreMarketOrder: premarket_trading.place,
    CancelPreMarketOrder: premarket_trading.cancel_order,
    DeliverContract: premarket_trading.deliver_contract,
    CreateEarnProduct: earn_rules.create,
    ChangeEarnProduct: earn_rules.change,
    Subscribe: earn_rules.subscribe,
    Redeem: earn_rules.redeem,
    ChangeAutoRenew: earn_rules.change_auto_renew,
}


class Depth(NamedTuple):
    """The best levels of a book, price and shown quantity, as of a number of its changes."""

    seq: int
    bids: tuple[tuple[int, int], ...]
    asks: tuple[tuple[int, int], ...]


class Exchange:
    """Every balance, hold, order and book, and the only way to change them.

    A command is applied wholly or refused with nothing changed. An exception that leaves `apply` is a fault
    of the rules; then the state must be thrown away and rebuilt from what was stored.
    """

    __slots__ = ("state",)

    def __init__(self, limits: Limits | None = None) -> None:
        self.state = State(limits)

    def apply(self, command: Command) -> list[Event]:
        """Do what the command asks; a refusal is an event, too, and kept as `refusal`."""
        state = self.state
        events: list[Event] = []
        state.events = state.ledger.events = events
        state.refusal = None
        if command.at > state.now:
            if command.at > MAX_UNITS:
                state.refuse(Refusal("VALIDATION_FAILED", "at").event)
                return events
            state.now = command.at
        state.room = state.limits.fills
        state.steps = state.limits.steps
        state.settlements = state.limits.settlements if type(command) is Tick else 0
        if state.expiries and state.expiries[0][0] <= state.now:
            state.expire_due()
        if state.due:
            execution.run_all_due(state)
        if state.premarkets.next_at <= state.now:
            premarket_settlement.run_due(state)
        due = state.earn.due
        if due and due[0][0] <= state.now:
            earn_rules.run_due(state)
        try:
            RULES[type(command)](state, command)
        except Refusal as refusal:
            state.refuse(refusal.event)
        if state.touched:
            state.emit_changes()
        if state.noted:
            state.emit_noted()
        return events

    @property
    def refusal(self) -> Refused | None:
        """Why the last command was refused, whatever its time brought about; None when it was done."""
        return self.state.refusal

    @property
    def has_due_work(self) -> bool:
        """Whether a command did not get everything done that was due (EXC-8).

        Every command goes on with it; where none follows, one that only lets time pass should.
        """
        return self.state.has_due_work

    @property
    def has_due_orders(self) -> bool:
        """Whether part of that are orders in books, which should not wait."""
        return self.state.has_due_orders

    def has_due_work_at(self, now: int) -> bool:
        """Whether there will be something to do at a time, though nobody asks for anything."""
        state = self.state
        expiries = state.expiries
        is_expired = bool(expiries) and expiries[0][0] <= now
        return state.has_due_work or is_expired or min(state.premarkets.next_at, state.earn.next_at) <= now

    def follow_rules(self, version: int) -> None:
        """Carry out what comes by the rules of a version, as it once was."""
        self.state.follow_rules(version)

    def balance(self, owner: str, asset: str, purpose: str) -> int:
        """What an account holds."""
        return self.state.ledger.balance(owner, asset, purpose)

    def depth(self, pair: str, limit: int) -> Depth:
        """The best levels of a pair's book."""
        book = self.state.markets[pair].book
        return Depth(book.seq, book.bids.depth(limit), book.asks.depth(limit))

    def preview(self, terms: PlaceOrder) -> Forecast:
        """What a limit or market order would trade right now; nothing is checked, nothing changes."""
        state = self.state
        return forecast(
            state.markets[terms.pair], terms, room=state.limits.fills, rules_version=state.rules_version
        )

    def preview_conversion(self, terms: Convert) -> ConversionForecast:
        """What a conversion would give right now, or why it cannot be; nothing changes."""
        return convert.forecast_conversion(self.state, terms)

    def export(self) -> Snapshot:
        """The whole state as plain values."""
        return snapshots.export(self.state)

    @classmethod
    def restore(cls, snapshot: Snapshot, limits: Limits | None = None) -> "Exchange":
        """An exchange that goes on from an exported state."""
        exchange = cls()
        exchange.state = snapshots.restore(snapshot, limits)
        return exchange

    def digest(self) -> str:
        """SHA-256 of the state: equal states have equal digests."""
        return snapshots.digest(self.export())
