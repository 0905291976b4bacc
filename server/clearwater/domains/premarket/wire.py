"""Pre-markets as texts: what the tables and the view have, in the shapes of the API."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from babel.numbers import format_decimal, format_percent

from clearwater.core.ledger import HOUSE
from clearwater.core.money import PPM, to_text
from clearwater.core.premarket_events import PreMarketChanged
from clearwater.core.premarket_settlement import PROTECTION_PARTS
from clearwater.core.views import Level, PreMarketView, View
from clearwater.domains.markets.service import CoinDetails, ratio
from clearwater.domains.premarket.models import (
    CandleUnits,
    DayStatistics,
    OwnContract,
    PreMarketContract,
    PreMarketOrderRow,
)
from clearwater.domains.premarket.schemas import (
    ContractOutcome,
    ContractView,
    PreMarketBook,
    PreMarketCandle,
    PreMarketOrderView,
    PreMarketRule,
    PreMarketSummary,
    PreMarketTrade,
    ProtectionBalance,
    ReceivedAmount,
)
from clearwater.kit.messages import Message, translate

SHOWN_LEVELS = 100
PPM_DIGITS = 6
MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS


@dataclass(frozen=True)
class Shown:
    """Writes what belongs to one pre-market."""

    view: View
    terms: PreMarketChanged

    @property
    def base_decimals(self) -> int:
        return self.view.coins[self.terms.symbol].decimals

    @property
    def quote_decimals(self) -> int:
        return self.view.coins[self.terms.quote].decimals

    def price(self, price: int) -> str:
        return to_text(price, self.terms.price_decimals)

    def quantity(self, quantity: int) -> str:
        return to_text(quantity, self.base_decimals)

    def amount(self, amount: int) -> str:
        """An amount of the quote coin."""
        return to_text(amount, self.quote_decimals)

    def value(self, price: int, quantity: int) -> int:
        """What a quantity is worth, as the rules count it (PRM-4)."""
        shift = self.terms.price_decimals + self.base_decimals - self.quote_decimals
        return price * quantity // int(10**shift)

    def summary(
        self, market: PreMarketView, details: CoinDetails | None, day: DayStatistics | None
    ) -> PreMarketSummary:
        terms = self.terms
        last, first = terms.last_price, day.first_price if day is not None else terms.last_price
        ends_at = terms.delivery_at + terms.window_ms
        return PreMarketSummary(
            symbol=terms.symbol,
            name=details.name if details is not None else terms.symbol,
            icon=details.icon if details is not None else None,
            quote=terms.quote,
            status=terms.status,
            last_price=self.price(last) if last else None,
            change=ratio(last - first, first) if last else None,
            volume=self.amount(day.value if day is not None else 0),
            best_bid=self._best(market.bids.best(1)),
            best_ask=self._best(market.asks.best(1)),
            opens_at=terms.opens_at // 1000,
            closes_at=terms.closes_at // 1000,
            delivery_at=terms.delivery_at // 1000 if terms.delivery_at else None,
            delivery_ends_at=ends_at // 1000 if terms.delivery_at else None,
            late_at=(terms.closes_at + terms.late_ms) // 1000,
            collateral_rate=to_text(terms.collateral_ppm, PPM_DIGITS),
            fee_rate=to_text(terms.fee_ppm, PPM_DIGITS),
            price_decimals=terms.price_decimals,
            quantity_decimals=self.base_decimals,
            tick_size=self.price(terms.tick),
            step_size=self.quantity(terms.step),
            min_quantity=self.quantity(terms.min_quantity),
            max_quantity=self.quantity(terms.max_quantity),
            max_exposure=self.amount(terms.max_exposure),
        )

    def _best(self, levels: list[Level]) -> str | None:
        return self.price(levels[0][0]) if levels else None

    def book(self, market: PreMarketView) -> PreMarketBook:
        return PreMarketBook(
            bids=self._levels(market.bids.best(SHOWN_LEVELS)),
            asks=self._levels(market.asks.best(SHOWN_LEVELS)),
        )

    def _levels(self, levels: Iterable[Level]) -> list[tuple[str, str]]:
        return [(self.price(price), self.quantity(quantity)) for price, quantity in levels]

    def trade(self, contract: PreMarketContract) -> PreMarketTrade:
        return PreMarketTrade.model_validate(
            {
                "id": contract.id,
                "price": self.price(contract.price),
                "quantity": self.quantity(contract.quantity),
                "side": contract.taker_side,
                "time_ms": contract.created_ms,
            }
        )

    def candle(self, candle: CandleUnits) -> PreMarketCandle:
        return PreMarketCandle(
            time_ms=candle.start_ms,
            open=self.price(candle.open),
            high=self.price(candle.high),
            low=self.price(candle.low),
            close=self.price(candle.close),
            volume=self.quantity(candle.quantity),
        )

    def order(self, row: PreMarketOrderRow) -> PreMarketOrderView:
        fee = self.value(row.price, row.remaining) * self.terms.fee_ppm // PPM if row.locked else 0
        return PreMarketOrderView.model_validate(
            {
                "id": row.id,
                "symbol": row.symbol,
                "quote": self.terms.quote,
                "side": row.side,
                "price": self.price(row.price),
                "quantity": self.quantity(row.quantity),
                "filled_quantity": self.quantity(row.quantity - row.remaining),
                "locked": self.amount(row.locked),
                "fee": self.amount(fee),
                "status": row.status,
                "created_at": row.created_ms // 1000,
            }
        )

    def contract(self, row: OwnContract) -> ContractView:
        terms, is_open, is_buyer = self.terms, row.status == "matched", row.side == "buy"
        is_delivering = is_open and terms.status == "delivering"
        has_delivery = terms.delivery_at and row.status != "voided"
        missing = 0
        if is_delivering and not is_buyer:
            free = self.view.balance(row.client, terms.symbol, "available")
            missing = max(row.quantity - free, 0)
        return ContractView.model_validate(
            {
                "id": row.id,
                "symbol": row.symbol,
                "quote": terms.quote,
                "side": row.side,
                "price": self.price(row.price),
                "quantity": self.quantity(row.quantity),
                "value": self.amount(row.value),
                "fee": self.amount(row.buyer_fee if is_buyer else row.seller_fee),
                "collateral": self.amount(row.collateral),
                "status": "delivering" if is_delivering else row.status,
                "delivered_quantity": self.quantity(row.quantity if row.status == "settled" else 0),
                "deliver_by": (terms.delivery_at + terms.window_ms) // 1000 if has_delivery else None,
                "missing_quantity": self.quantity(missing),
                "created_at": row.created_ms // 1000,
                "ended_at": None if is_open else row.updated_ms // 1000,
                "outcome": None if is_open else self._outcome(row, is_buyer=is_buyer),
            }
        )

    def _outcome(self, row: OwnContract, *, is_buyer: bool) -> ContractOutcome:
        if is_buyer and row.status == "settled":
            return ContractOutcome(
                received=[ReceivedAmount(coin=row.symbol, amount=self.quantity(row.quantity))]
            )
        amount = received_by_buyer(row) if is_buyer else received_by_seller(row)
        shown = [ReceivedAmount(coin=self.terms.quote, amount=self.amount(amount))] if amount else []
        return ContractOutcome(received=shown)

    def protection(self) -> ProtectionBalance:
        return protection_of(self.view, self.terms.quote)

    def rules(self, language: str) -> list[PreMarketRule]:
        """The rules of trading, delivery and default in plain sentences (docs/rules/premarket.md)."""
        terms = self.terms
        fee, collateral = percent(terms.fee_ppm, language), percent(terms.collateral_ppm, language)
        lost = 100 // PROTECTION_PARTS
        window = translate(duration(terms.window_ms, HOUR_MS), language)
        late = translate(duration(terms.late_ms, DAY_MS), language)
        sentences = {
            "price": Message(
                "Orders fill at the price of the resting order, best price first, then oldest first."
            ),
            "buyer": Message("Buyers reserve the value of the order and a fee of {fee}.", fee=fee),
            "seller": Message(
                "Sellers reserve {collateral} of the value as collateral and a fee of {fee}.",
                collateral=collateral,
                fee=fee,
            ),
            "cancel": Message(
                "You can cancel the open part of an order anytime, free of charge. The filled part is a"
                " contract and cannot be canceled."
            ),
            "delivery": Message(
                "After the listing, sellers have {window} to deliver. At the end, contracts are delivered"
                " automatically from the available balance of the seller.",
                window=window,
            ),
            "default": Message(
                "If a seller does not deliver, the buyer gets the payment and the fee back, plus {kept}% of"
                " the collateral. The other {lost}% goes to the protection account.",
                kept=100 - lost,
                lost=lost,
            ),
            "late": Message(
                "If the listing is canceled, or the coin is not listed within {late} after trading ends,"
                " both sides get everything back, fees included.",
                late=late,
            ),
            "exposure": Message(
                "Your open orders and contracts in this market can be worth up to {limit} {quote}.",
                limit=grouped(self.amount(terms.max_exposure), language),
                quote=terms.quote,
            ),
        }
        return [
            PreMarketRule(key=key, text=translate(sentence, language)) for key, sentence in sentences.items()
        ]


def protection_of(view: View, coin: str) -> ProtectionBalance:
    """The protection account is public: whoever trades can see what defaults have left there (PRM-10)."""
    balance = view.balance(HOUSE, coin, "protection")
    return ProtectionBalance(coin=coin, amount=to_text(balance, view.coins[coin].decimals))


def received_by_buyer(row: OwnContract | PreMarketContract) -> int:
    """How much of the quote coin a buyer gets when a contract ends (PRM-9 to PRM-11)."""
    paid = row.value + row.buyer_fee
    if row.status == "defaulted":
        return paid + row.collateral - row.collateral // PROTECTION_PARTS
    return paid if row.status == "voided" else 0


def received_by_seller(row: OwnContract | PreMarketContract) -> int:
    if row.status == "settled":
        return row.value + row.collateral
    return row.collateral + row.seller_fee if row.status == "voided" else 0


def grouped(amount: str, language: str) -> str:
    """An amount with separators of thousands, as the pages show it in this language."""
    return format_decimal(Decimal(amount), locale=language, decimal_quantization=False)


def percent(ppm: int, language: str) -> str:
    return format_percent(Decimal(ppm) / PPM, locale=language, decimal_quantization=False)


def duration(duration_ms: int, unit_ms: int) -> Message:
    """A duration in whole units, or in smaller ones where it has a part of one."""
    if unit_ms == DAY_MS and duration_ms % DAY_MS:
        return duration(duration_ms, HOUR_MS)
    if unit_ms == HOUR_MS and duration_ms % HOUR_MS:
        return duration(duration_ms, MINUTE_MS)
    amount = to_text(duration_ms * 10 // unit_ms, 1)
    is_one = amount == "1"
    if unit_ms == DAY_MS:
        return Message("{amount} day", amount=1) if is_one else Message("{amount} days", amount=amount)
    if unit_ms == HOUR_MS:
        return Message("{amount} hour", amount=1) if is_one else Message("{amount} hours", amount=amount)
    return Message("{amount} minute", amount=1) if is_one else Message("{amount} minutes", amount=amount)
