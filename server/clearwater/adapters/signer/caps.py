"""How much of a coin may leave at a time, in an hour and in a day: the signer's own rule.

The figures come from a file of the signer's own user. What was signed is counted from the signer's journal,
so neither the application nor a clock that is set back can free room.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from clearwater.adapters.signer.journal import SigningJournal
from clearwater.domains.wallets.ports import Asset, NetworkSpec, SigningRefused
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.errors import StartupError

HOUR_MS, DAY_MS = 3_600_000, 86_400_000
# What a transaction may cost without a line in the file: so much data or gas at the network's highest rate.
MAX_VIRTUAL_BYTES, MAX_GAS = 20_000, 500_000
# What a deposit address may be given for its fees, likewise.
TOP_UP_GAS = 500_000
DEVELOPMENT_TIMES_AN_HOUR, DEVELOPMENT_TIMES_A_DAY = 20, 100
DEVELOPMENT_STABLECOINS = ("USDT", "USDC")
DEVELOPMENT_ONCE = Decimal(25_000)


@dataclass(frozen=True)
class Cap:
    """In coins."""

    once: Decimal
    hour: Decimal
    day: Decimal


@dataclass(frozen=True)
class Caps:
    """What the file says: withdrawals by coin, fees and top-ups by network."""

    withdrawals: Mapping[str, Cap]
    fees: Mapping[str, Decimal]
    top_ups: Mapping[str, Decimal]

    def of(self, network: NetworkSpec, asset: Asset) -> Cap:
        """Raises SigningRefused when there is none: a real network without caps pays nothing."""
        if asset.coin in self.withdrawals:
            return self.withdrawals[asset.coin]
        if not network.is_development:
            raise SigningRefused("CAP_MISSING", f"caps.toml has no caps for {asset.coin}.")
        once = asset.max_withdrawal
        if asset.coin in DEVELOPMENT_STABLECOINS:
            once = max(once, DEVELOPMENT_ONCE)
        return Cap(once, DEVELOPMENT_TIMES_AN_HOUR * once, DEVELOPMENT_TIMES_A_DAY * once)

    def max_fee(self, network: NetworkSpec) -> int:
        """The most that a transaction may cost, in the chain's smallest unit."""
        if network.key in self.fees:
            return int(self.fees[network.key].scaleb(network.own.decimals))
        return network.fee.cap * (MAX_GAS if network.kind == "evm" else MAX_VIRTUAL_BYTES)

    def max_top_up(self, network: NetworkSpec) -> int:
        if network.key in self.top_ups:
            return int(self.top_ups[network.key].scaleb(network.own.decimals))
        return network.fee.cap * TOP_UP_GAS


def load_caps(path: Path) -> Caps:
    """Read the file; without one there are no caps but those of development chains."""
    try:
        content = tomllib.loads(path.read_text())
    except FileNotFoundError:
        content = {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise StartupError(f"{path} cannot be read: {error}.") from None
    unknown = content.keys() - {"withdrawals", "fees", "top_ups"}
    if unknown:
        raise StartupError(f"{path} has a table that is not known: {', '.join(sorted(unknown))}.")
    try:
        return Caps(
            withdrawals={coin: _cap(values) for coin, values in content.get("withdrawals", {}).items()},
            fees={network: _amount(value) for network, value in content.get("fees", {}).items()},
            top_ups={network: _amount(value) for network, value in content.get("top_ups", {}).items()},
        )
    except (InvalidOperation, KeyError, TypeError, ValueError, AttributeError) as error:
        raise StartupError(
            f'{path} has a value that is no amount ({error}); write amounts as text, such as once = "2.5".'
        ) from None


def _cap(values: Mapping[str, Any]) -> Cap:
    if values.keys() != {"once", "hour", "day"}:
        message = "a coin needs once, hour and day"
        raise ValueError(message)
    cap = Cap(_amount(values["once"]), _amount(values["hour"]), _amount(values["day"]))
    if not cap.once <= cap.hour <= cap.day:
        message = "once <= hour <= day"
        raise ValueError(message)
    return cap


def _amount(value: object) -> Decimal:
    # A float would be close to the amount, and not the amount.
    if not isinstance(value, str | int) or isinstance(value, bool):
        raise TypeError(repr(value))
    amount = Decimal(value)
    if not amount.is_finite() or amount < 0:
        raise ValueError(repr(value))
    return amount


class SteadyTime:
    """Milliseconds that never go back, neither while the process runs nor across its restarts.

    The machine's clock counts only at the start, and only if it is later than the journal's last entry. From
    then on elapsed time counts, which nobody can set.
    """

    def __init__(self, clock: Clock, last_at_ms: int) -> None:
        self._clock = clock
        self._started = clock.elapsed()
        self._base_ms = max(milliseconds(clock.now()), last_at_ms)

    def now_ms(self) -> int:
        return self._base_ms + (self._clock.elapsed() - self._started) // timedelta(milliseconds=1)


def require_room(
    journal: SigningJournal, cap: Cap, coin: str, amount: Decimal, *, scope: str, now_ms: int
) -> None:
    """Raises SigningRefused when a withdrawal would go above a cap; `scope` keeps play money apart."""
    if amount > cap.once:
        raise SigningRefused("CAP_EXCEEDED", f"At most {cap.once:f} {coin} may leave at a time.")
    signed = _signed_since(journal, coin, scope, now_ms - DAY_MS)
    for limit, length_ms, name in ((cap.hour, HOUR_MS, "an hour"), (cap.day, DAY_MS, "a day")):
        recent = [(at_ms, used) for at_ms, used in signed if at_ms > now_ms - length_ms]
        used = sum((used for _, used in recent), Decimal())
        if used + amount > limit:
            frees_at = _frees_at(recent, used + amount - limit, length_ms)
            raise SigningRefused(
                "CAP_EXCEEDED",
                f"At most {limit:f} {coin} may leave in {name} and {used:f} have; "
                f"there is room at {frees_at.isoformat(timespec='seconds')}.",
                until=frees_at,
            )


def _signed_since(journal: SigningJournal, coin: str, scope: str, since_ms: int) -> list[tuple[int, Decimal]]:
    found: list[tuple[int, Decimal]] = []
    for entry in reversed(journal.counted):
        if entry.at_ms <= since_ms:
            break
        key = counted_key(scope, coin)
        if key in entry.coins:
            found.append((entry.at_ms, Decimal(entry.coins[key])))
    return found[::-1]


def _frees_at(recent: list[tuple[int, Decimal]], excess: Decimal, length_ms: int) -> datetime:
    """When enough of what was signed is older than the window."""
    frees_at_ms = 0
    for at_ms, amount in recent:
        frees_at_ms = at_ms + length_ms
        excess -= amount
        if excess <= 0:
            break
    return datetime.fromtimestamp(frees_at_ms / 1000, UTC)


def counted_key(scope: str, coin: str) -> str:
    return f"{scope}:{coin}" if scope else coin


def scope_of(network: NetworkSpec) -> str:
    return "development" if network.is_development else ""
