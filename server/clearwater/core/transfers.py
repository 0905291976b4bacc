"""Coins that come in, go out, or are given by the house. Each is done once, by its reference (LED-7)."""

from msgspec.structs import replace

from clearwater.core.commands import (
    Adjust,
    Defund,
    Deposit,
    Fund,
    HoldWithdrawal,
    MoveHouse,
    PayNetworkFee,
    ReleaseWithdrawal,
    ReverseDeposit,
    SettleWithdrawal,
)
from clearwater.core.events import Refusal, TransferChanged, TransferKind, TransferStatus
from clearwater.core.ledger import DEMO_NETWORK, HOUSE, HOUSE_PURPOSES, Account, has_play_money
from clearwater.core.money import MAX_UNITS, Coin
from clearwater.core.state import DAY_MS, DEDUPLICATION_WINDOW, State

# Of one withdrawal; so small that a day's sum fits 64 bits.
MAX_VALUE = 10**15


def deposit(state: State, command: Deposit) -> None:
    """Credit a client with what has arrived."""
    asset = _require_new(state, command.reference, command.asset, command.amount)
    _require_client(command.client)
    _require_supply(state, asset, command.network, command.amount)
    target = state.ledger.get(command.client, asset.symbol, "available")
    state.ledger.bring_in("deposit", target, command.network, command.amount, command.reference)
    _record_credit(state, "deposit", command, command.client)


def reverse_deposit(state: State, command: ReverseDeposit) -> None:
    """Take a credit back, if the client still has it; if not, that is for people to decide (LED-8)."""
    transfer = _get(state, command.reference, "deposit", "credited")
    source = state.ledger.get(transfer.client, transfer.asset, "available")
    if source.balance < transfer.amount:
        raise Refusal("INSUFFICIENT_BALANCE", available=source.balance, needed=transfer.amount)
    _require_room_outside(state, transfer)
    state.ledger.take_out("deposit", source, transfer.network, transfer.amount, command.reference)
    _record(state, replace(transfer, status="reversed", at=state.now))


def hold_withdrawal(state: State, command: HoldWithdrawal) -> None:
    """Set aside what will leave and its fee, within what the client may withdraw on a day (LED-17)."""
    asset = _require_new(state, command.reference, command.asset, command.amount)
    _require_client(command.client)
    _require_network(state, command.network)
    if not 0 <= command.fee <= MAX_UNITS - command.amount:
        raise Refusal("VALIDATION_FAILED", "fee")
    _require_room_in_limit(state, command)
    ledger, needed = state.ledger, command.amount + command.fee
    source = ledger.get(command.client, asset.symbol, "available")
    if source.balance < needed:
        raise Refusal("INSUFFICIENT_BALANCE", "amount", available=source.balance, needed=needed)
    target = ledger.get(command.client, asset.symbol, "withdrawals")
    ledger.move("hold", source, target, needed, command.reference)
    held = TransferChanged(
        reference=command.reference,
        kind="withdrawal",
        status="held",
        client=command.client,
        asset=command.asset,
        network=command.network,
        amount=command.amount,
        fee=command.fee,
        at=state.now,
        value=command.value,
        held_at=state.now if state.rules_version >= 3 else 0,
    )
    _count_withdrawn(state, held, command.value)
    _record(state, held)


def settle_withdrawal(state: State, command: SettleWithdrawal) -> None:
    """The held amount has left, or goes to another client; its fee is the house's (LED-18)."""
    transfer = _get(state, command.reference, "withdrawal", "held")
    receipt = f"{command.reference}:receipt"
    if command.receiver:
        _require_client(command.receiver)
        if receipt in state.transfers:
            raise Refusal("STATE_CONFLICT", "reference")
    _require_room_outside(state, transfer)
    ledger = state.ledger
    source = ledger.get(transfer.client, transfer.asset, "withdrawals")
    ledger.take_out("withdrawal", source, transfer.network, transfer.amount, command.reference)
    if transfer.fee:
        fees = ledger.get(HOUSE, transfer.asset, "fees")
        ledger.move("withdrawal_fee", source, fees, transfer.fee, command.reference)
    _record(state, replace(transfer, status="settled", at=state.now))
    if command.receiver:
        target = ledger.get(command.receiver, transfer.asset, "available")
        ledger.bring_in("deposit", target, transfer.network, transfer.amount, receipt)
        _record_credit(state, "deposit", replace(transfer, reference=receipt), command.receiver)


def release_withdrawal(state: State, command: ReleaseWithdrawal) -> None:
    """The held amount stays here after all."""
    transfer = _get(state, command.reference, "withdrawal", "held")
    ledger = state.ledger
    source = ledger.get(transfer.client, transfer.asset, "withdrawals")
    target = ledger.get(transfer.client, transfer.asset, "available")
    amount = transfer.amount + transfer.fee
    ledger.move("release", source, target, amount, command.reference)
    _count_withdrawn(state, transfer, -transfer.value)
    _record(state, replace(transfer, status="released", at=state.now))


def adjust(state: State, command: Adjust) -> None:
    """Give from the treasury, or take back into it: never more than there is (LED-6)."""
    asset = _require_new(state, command.reference, command.asset, abs(command.amount))
    _require_client(command.client)
    ledger = state.ledger
    source = ledger.get(HOUSE, asset.symbol, "treasury")
    target = ledger.get(command.client, asset.symbol, "available")
    if command.amount < 0:
        source, target = target, source
    amount = abs(command.amount)
    if source.balance < amount:
        raise Refusal("INSUFFICIENT_BALANCE", "amount", available=source.balance, needed=amount)
    ledger.move("adjustment", source, target, amount, command.reference)
    _record_credit(state, "adjustment", command, command.client)


def fund(state: State, command: Fund) -> None:
    """Bring a coin of the house's own into its treasury."""
    asset = _require_new(state, command.reference, command.asset, command.amount)
    _require_supply(state, asset, command.network, command.amount)
    target = state.ledger.get(HOUSE, asset.symbol, "treasury")
    state.ledger.bring_in("funding", target, command.network, command.amount, command.reference)
    _record_credit(state, "funding", command, HOUSE)


def defund(state: State, command: Defund) -> None:
    """Take a coin of the house's own out of its treasury; clients' money is not there (LED-20)."""
    asset = _require_new(state, command.reference, command.asset, command.amount)
    _require_network(state, command.network)
    source = _require_own(state, asset, "treasury", command.amount)
    if not state.ledger.can_take_out(asset.symbol, command.network, command.amount):
        raise Refusal("ABOVE_MAXIMUM", "amount", needed=command.amount)
    state.ledger.take_out("defunding", source, command.network, command.amount, command.reference)
    _record_credit(state, "defunding", command, HOUSE)


def move_house(state: State, command: MoveHouse) -> None:
    """Move a balance between the house's own accounts (LED-20)."""
    asset = _require_new(state, command.reference, command.asset, command.amount)
    if command.source not in HOUSE_PURPOSES:
        raise Refusal("VALIDATION_FAILED", "source")
    if command.target not in HOUSE_PURPOSES or command.target == command.source:
        raise Refusal("VALIDATION_FAILED", "target")
    source = _require_own(state, asset, command.source, command.amount)
    target = state.ledger.get(HOUSE, asset.symbol, command.target)
    state.ledger.move("house_move", source, target, command.amount, command.reference)
    _record_credit(state, "house_move", command, HOUSE)


def _require_own(state: State, asset: Coin, purpose: str, amount: int) -> Account:
    source = state.ledger.get(HOUSE, asset.symbol, purpose)
    if source.balance < amount:
        raise Refusal("INSUFFICIENT_BALANCE", "amount", available=source.balance, needed=amount)
    return source


def pay_network_fee(state: State, command: PayNetworkFee) -> None:
    """Pay a chain's fee from what the house has earned, and from its treasury when that is short (LED-19)."""
    asset = _require_new(state, command.reference, command.asset, command.amount)
    _require_network(state, command.network)
    ledger = state.ledger
    fees = ledger.get(HOUSE, asset.symbol, "fees")
    treasury = ledger.get(HOUSE, asset.symbol, "treasury")
    from_fees = min(fees.balance, command.amount)
    if treasury.balance < command.amount - from_fees:
        available = fees.balance + treasury.balance
        raise Refusal("INSUFFICIENT_BALANCE", "amount", available=available, needed=command.amount)
    if not ledger.can_take_out(asset.symbol, command.network, command.amount):
        raise Refusal("ABOVE_MAXIMUM", "amount", needed=command.amount)
    for source, amount in ((fees, from_fees), (treasury, command.amount - from_fees)):
        if amount:
            ledger.take_out("network_fee", source, command.network, amount, command.reference)
    _record_credit(state, "network_fee", command, HOUSE)


def _require_room_in_limit(state: State, command: HoldWithdrawal) -> None:
    if not 0 <= command.value <= MAX_VALUE or not 0 <= command.day_limit <= MAX_UNITS:
        raise Refusal("VALIDATION_FAILED", "value")
    if command.day_limit:
        left = max(command.day_limit - state.withdrawn_today(command.client), 0)
        if command.value > left:
            raise Refusal("LIMIT_EXCEEDED", "amount", available=left, needed=command.value)


def _count_withdrawn(state: State, transfer: TransferChanged, value: int) -> None:
    """Count a withdrawal into the day on which it was asked for; once that is over, nobody asks."""
    if value and transfer.held_at // DAY_MS == state.day:
        used = state.withdrawn_today(transfer.client) + value
        state.withdrawn[transfer.client] = (state.day, used)


def _require_new(state: State, reference: str, symbol: str, amount: int) -> Coin:
    coin = state.coins.get(symbol)
    if coin is None:
        raise Refusal("NOT_FOUND", "coin")
    if not reference:
        raise Refusal("VALIDATION_FAILED", "reference")
    if reference in state.transfers:
        raise Refusal("STATE_CONFLICT", "reference")
    if amount <= 0:
        raise Refusal("VALIDATION_FAILED", "amount")
    if amount > coin.supply_units:
        raise Refusal("ABOVE_MAXIMUM", "amount", available=coin.supply_units, needed=amount)
    return coin


def _require_client(client: str) -> None:
    if not client or client == HOUSE:
        raise Refusal("VALIDATION_FAILED", "client")


def _require_network(state: State, network: str) -> None:
    """Play money comes from the demo's own network or a development chain, and into a demo only (LED-16)."""
    if not network:
        raise Refusal("VALIDATION_FAILED", "network")
    if state.rules_version == 1:
        return
    is_play_money = network == DEMO_NETWORK if state.rules_version == 2 else has_play_money(network)
    if is_play_money != (state.kind == "demo"):
        raise Refusal("VALIDATION_FAILED", "network")


def _require_supply(state: State, asset: Coin, network: str, amount: int) -> None:
    _require_network(state, network)
    if not state.ledger.can_bring_in(asset.symbol, network, amount, asset.supply_units):
        raise Refusal("ABOVE_MAXIMUM", "amount", available=asset.supply_units, needed=amount)


def _require_room_outside(state: State, transfer: TransferChanged) -> None:
    if not state.ledger.can_take_out(transfer.asset, transfer.network, transfer.amount):
        raise Refusal("ABOVE_MAXIMUM", "amount", needed=transfer.amount)


def _get(state: State, reference: str, kind: TransferKind, status: TransferStatus) -> TransferChanged:
    transfer = state.transfers.get(reference)
    if transfer is None or transfer.kind != kind:
        raise Refusal("NOT_FOUND", "reference")
    if transfer.status != status:
        raise Refusal("STATE_CONFLICT", "reference")
    return transfer


def _record_credit(
    state: State,
    kind: TransferKind,
    source: Deposit | Adjust | Fund | Defund | MoveHouse | PayNetworkFee | TransferChanged,
    client: str,
) -> None:
    """Record a transfer that is complete with its command, of what that or another transfer says."""
    credited = TransferChanged(
        reference=source.reference,
        kind=kind,
        status="credited",
        client=client,
        asset=source.asset,
        network="" if isinstance(source, Adjust | MoveHouse) else source.network,
        amount=source.amount,
        fee=0,
        at=state.now,
    )
    _record(state, credited)


def _record(state: State, transfer: TransferChanged) -> None:
    """Record the transfer; of those that have ended, only the newest are kept."""
    reference = transfer.reference
    if transfer.status in {"credited", "settled", "released"}:
        state.ended_transfers.append(reference)
        if len(state.ended_transfers) > DEDUPLICATION_WINDOW:
            del state.transfers[state.ended_transfers.popleft()]
    state.transfers[reference] = transfer
    state.events.append(transfer)
