"""The bots' accounts and their funds, which are play money of the house."""

from collections.abc import Iterable, Iterator

from clearwater.core.commands import Adjust, Fund, MoveHouse
from clearwater.core.convert import PURPOSE as CONVERT
from clearwater.core.ledger import DEMO_NETWORK, EXTERNAL, HOUSE
from clearwater.core.views import View
from clearwater.domains.demo.coins import COINS, PAIRS, Coin, Pair

TAKERS = ("demo:taker:1", "demo:taker:2", "demo:taker:3")
# The value per coin in USDT of the treasury, and of what the house holds to convert exact amounts (CNV-7).
TREASURY_WORTH = 1_000_000_000
STOCK_WORTH = 10_000
# The target balance of a bot, in typical trades.
MAKER_TRADES = 1_200
TAKER_TRADES = 400


def maker_of(pair: Pair) -> str:
    """The maker's client id; each pair has its own."""
    return f"demo:maker:{pair.symbol}"


def is_demo(view: View) -> bool:
    """Whether this ledger was opened as a demo, which never changes; no other ledger accepts play money."""
    return view.kind == "demo"


def treasury_units(coin: Coin) -> int:
    """The treasury's initial amount of a coin; at most a quarter of its max supply."""
    return min(_units(coin, TREASURY_WORTH), coin.supply_units // 4)


def fund(coin: Coin, at: int) -> Fund:
    """The command that funds the treasury with play money."""
    return Fund(at, f"demo:fund:{coin.symbol}:{at}", coin.symbol, DEMO_NETWORK, treasury_units(coin))


def refill_treasury(view: View, at: int) -> Iterator[Fund]:
    """Refill coins of which the treasury is nearly empty, up to their max supply."""
    for coin in COINS:
        if coin.symbol in view.coins:
            left = view.balance(HOUSE, coin.symbol, "treasury")
            outside = -view.balance(HOUSE, coin.symbol, EXTERNAL + DEMO_NETWORK)
            if left < treasury_units(coin) // 10 and outside + treasury_units(coin) <= coin.supply_units:
                yield fund(coin, at)


def stock_conversions(view: View, at: int, coins: Iterable[Coin] = COINS) -> Iterator[MoveHouse]:
    """Give conversions a small stock of each coin, and fill it up where it has become low."""
    for coin in coins:
        if coin.symbol in view.coins:
            target, held = _units(coin, STOCK_WORTH), view.balance(HOUSE, coin.symbol, CONVERT)
            if held < target // 2:
                reference = f"demo:stock:{coin.symbol}:{at}"
                yield MoveHouse(at, reference, coin.symbol, "treasury", CONVERT, target - held)


def balance_bots(view: View, at: int) -> Iterator[Adjust]:
    """Top up bots that run short, and take back excess funds."""
    for pair in PAIRS:
        if pair.symbol in view.pairs:
            for coin in (pair.base, pair.quote):
                yield from _balance(view, maker_of(pair), coin, pair.trade_size * MAKER_TRADES, at)
    for coin in COINS:
        if coin.symbol in view.coins:
            # A coin without a trade size is the quote coin of most pairs and must cover all of them.
            worth = (coin.trade_size or sum(pair.trade_size for pair in PAIRS)) * TAKER_TRADES
            for taker in TAKERS:
                yield from _balance(view, taker, coin, worth, at)


def _balance(view: View, owner: str, coin: Coin, worth: float, at: int) -> Iterator[Adjust]:
    target = _units(coin, worth)
    available = view.balance(owner, coin.symbol, "available")
    has = available + view.balance(owner, coin.symbol, "orders")
    # Leave balances between half the target and twice the target alone.
    if target // 2 <= has <= target * 2:
        return
    amount = max(target - has, -available)
    if amount:
        yield Adjust(at, f"{owner}:{coin.symbol}:{at}", owner, coin.symbol, amount)


def _units(coin: Coin, worth: float) -> int:
    return round(worth / coin.value * coin.unit)
