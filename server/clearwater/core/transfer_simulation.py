"""Random transfers, as `simulation` makes commands for everything else."""

from collections.abc import Callable, Sequence

from clearwater.core.commands import (
    Adjust,
    Command,
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
from clearwater.core.ledger import HOUSE_PURPOSES
from clearwater.core.seeded_random import SeededRandom
from clearwater.core.state import State

COINS = ("USDT", "BTC", "ETH", "XXX")
PURPOSES = (*HOUSE_PURPOSES, "fees", "treasury", "external:tron")
NETWORKS = ("tron", "evm", "tron", "evm", "tron", "demo", "evm-dev")


def make_command(
    state: State,
    rng: SeededRandom,
    number: Callable[[int], int],
    *,
    now: int,
    clients: Sequence[str],
    reference: str,
) -> Command:
    """A new transfer, or what becomes of one.

    `number` makes one of the edge values of a usual number once in a while.
    """
    client, coin, network = rng.pick(clients), rng.pick(COINS), rng.pick(NETWORKS)
    amount = number(1 + rng.below(5_000))
    roll = rng.below(7)
    if roll < 3:
        return _change(state, rng, now, client)
    if roll == 3:
        return Deposit(now, reference, client, coin, network, amount)
    if roll == 4:
        value, limit, fee = number(rng.below(500)), rng.pick((0, 900, 2_000)), rng.below(50)
        return HoldWithdrawal(now, reference, client, coin, network, amount, fee, value, limit)
    if roll == 5:
        return Adjust(now, reference, client, coin, amount * rng.pick((1, -1)))
    kinds: tuple[type[PayNetworkFee | Fund | Defund], ...] = (PayNetworkFee, Fund, Defund)
    roll = rng.below(4)
    if roll == len(kinds):
        return MoveHouse(now, reference, coin, rng.pick(PURPOSES), rng.pick(PURPOSES), amount)
    return kinds[roll](now, reference, coin, network, amount)


def _change(state: State, rng: SeededRandom, now: int, client: str) -> Command:
    """Half of them end a withdrawal that is held, if there is one."""
    held = [reference for reference, transfer in state.transfers.items() if transfer.status == "held"]
    known = list(state.transfers) or ["none"]
    reference = rng.pick(held) if held and rng.one_in(2) else rng.pick(known)
    roll = rng.below(4)
    if roll == 0:
        return SettleWithdrawal(now, reference, receiver=client)
    kinds = (SettleWithdrawal, ReleaseWithdrawal, ReverseDeposit)
    return kinds[roll - 1](now, reference)
