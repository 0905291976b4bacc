"""What a withdrawal costs, how large it may be, and what it is worth."""

from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_CEILING, Decimal

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.money import POWERS, find_units, to_text
from clearwater.core.transfers import MAX_VALUE
from clearwater.core.views import View
from clearwater.domains.markets import service as markets
from clearwater.domains.markets.errors import AboveMaximum, BadPrecision, BelowMinimum
from clearwater.domains.wallets.directory import CoinOnNetwork
from clearwater.kit.clock import milliseconds
from clearwater.kit.errors import ClearwaterError, FieldError
from clearwater.kit.messages import Message

HUNDREDTHS = 100
# Without a price nobody can say what it is worth, so people look at it.
UNKNOWN_VALUE = 0


@dataclass(frozen=True)
class WithdrawalTerms:
    """Fee and limits of one withdrawal, in units of the ledger."""

    fee: int
    minimum: int
    maximum: int


def terms_of(coin: CoinOnNetwork) -> WithdrawalTerms:
    return WithdrawalTerms(
        fee=_fee_units(coin),
        minimum=coin.units_of(coin.asset.min_withdrawal),
        maximum=coin.units_of(coin.asset.max_withdrawal),
    )


def _fee_units(coin: CoinOnNetwork) -> int:
    """Rounded up to what the chain can express, so that the rest of any amount can be paid there."""
    units = int((coin.asset.withdrawal_fee * POWERS[coin.ledger_decimals]).to_integral_value(ROUND_CEILING))
    step = POWERS[coin.ledger_decimals - coin.decimals]
    return int(-(-units // step) * step)


def parse_amount(coin: CoinOnNetwork, amount: str, terms: WithdrawalTerms) -> int:
    """The amount in units of the ledger, or the refusal of one that cannot be withdrawn."""
    symbol, fraction = coin.asset.coin, amount.partition(".")[2].rstrip("0")
    if len(fraction) > coin.decimals:
        raise _refusal(BadPrecision, Message("Use at most {decimals} decimals.", decimals=coin.decimals))
    units = find_units(amount, coin.ledger_decimals)
    if units is None or units > terms.maximum:
        maximum = to_text(terms.maximum, coin.ledger_decimals)
        raise _refusal(AboveMaximum, Message("Maximum: {maximum} {symbol}.", maximum=maximum, symbol=symbol))
    if units < terms.minimum or units <= terms.fee:
        minimum = to_text(terms.minimum, coin.ledger_decimals)
        raise _refusal(BelowMinimum, Message("Minimum: {minimum} {symbol}.", minimum=minimum, symbol=symbol))
    return units


async def value_of(session: AsyncSession, view: View, coin: str, units: int, *, now: datetime) -> int:
    """What an amount is worth in hundredths of a USDT, rounded up; UNKNOWN_VALUE without a price."""
    prices = await markets.load_cautious_prices(session, view, coin, at_ms=milliseconds(now))
    worth = prices.value_in_usdt(coin, units)
    if worth is None:
        return UNKNOWN_VALUE
    return min(max(int((worth * HUNDREDTHS).to_integral_value(ROUND_CEILING)), 1), MAX_VALUE)


def in_hundredths(usdt: Decimal) -> int:
    """A limit in USDT, rounded down."""
    return int(usdt * HUNDREDTHS)


def usdt_text(hundredths: int) -> str:
    return to_text(hundredths, 2)


def _refusal(kind: type[ClearwaterError], message: str) -> ClearwaterError:
    return kind(message, errors=[FieldError(field="amount", code=kind.code.lower(), message=message)])
