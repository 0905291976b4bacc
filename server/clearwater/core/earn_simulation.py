"""Random commands for earn, as `simulation` makes them for everything else."""

from collections.abc import Sequence

from clearwater.core.commands import Command
from clearwater.core.earn import HOUR_MS
from clearwater.core.earn_commands import (
    ChangeAutoRenew,
    ChangeEarnProduct,
    CreateEarnProduct,
    Redeem,
    Subscribe,
)
from clearwater.core.seeded_random import SeededRandom
from clearwater.core.state import State

# Dear rates, so that small amounts earn something, and sometimes more than the treasury has.
PRODUCTS = (
    CreateEarnProduct(1, "usdt", "USDT", "flexible", 900_000, 100, 50_000, 120_000),
    CreateEarnProduct(1, "btc", "BTC", "flexible", 350_000, 10, 9_000, 30_000),
    CreateEarnProduct(1, "usdt-1", "USDT", "locked", 4_000_000, 100, 50_000, 100_000, term_days=1),
    CreateEarnProduct(1, "eth-3", "ETH", "locked", 123_457, 7, 9_000, 30_000, term_days=3),
)


def make_command(state: State, rng: SeededRandom, now: int, clients: Sequence[str], edge: int) -> Command:
    """A command about earn, mostly a sensible one; `edge` is a number that seldom is."""
    roll, product = rng.below(12), rng.pick(PRODUCTS).product
    if roll < 5:
        amount = edge if rng.one_in(30) else 1 + rng.below(9_000)
        key = f"earn-{rng.below(60)}" if rng.one_in(6) else None
        return Subscribe(now, rng.pick(clients), product, amount, rng.one_in(2), key)
    if roll < 10:
        return _change(state, rng, now, clients, edge)
    rate = rng.pick((None, 0, 50_000, 2_000_000, edge))
    return ChangeEarnProduct(
        now,
        product,
        rate,
        effective_at=now + rng.below(40) * HOUR_MS if rng.one_in(2) else 0,
        quota=rng.pick((None, None, 5_000, 150_000)),
        is_open=rng.pick((None, True, True, False)),
    )


def _change(state: State, rng: SeededRandom, now: int, clients: Sequence[str], edge: int) -> Command:
    positions = list(state.earn.positions.values())
    if not positions or rng.one_in(10):
        return Redeem(now, rng.pick(clients), rng.below(state.earn.last_position_id + 3))
    row = rng.pick(positions).row
    client = row.client if not rng.one_in(10) else rng.pick(clients)
    if rng.one_in(4):
        return ChangeAutoRenew(now, client, row.position_id, auto_renew=rng.one_in(2))
    amount = edge if rng.one_in(20) else rng.pick((0, 1 + rng.below(max(1, row.amount))))
    return Redeem(now, client, row.position_id, amount, rng.pick((None, "one", "two")))
