"""Rates, quotes and conversions on the wire."""

from decimal import ROUND_DOWN, Context, Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from clearwater.core.events import Converted
from clearwater.core.money import to_text
from clearwater.core.views import View
from clearwater.domains.convert.models import Conversion, ConvertQuote
from clearwater.kit.fields import Amount, format_decimal

CoinSymbol = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z0-9]{1,20}$")]
# Digits of a rate that count.
RATE = Context(prec=12, rounding=ROUND_DOWN)


class QuoteDraft(BaseModel):
    """What to convert: an amount to pay or an amount to get, not both."""

    model_config = ConfigDict(extra="forbid")

    from_coin: CoinSymbol = Field(alias="from")
    to_coin: CoinSymbol = Field(alias="to")
    from_amount: Amount | None = None
    to_amount: Amount | None = None


class ConvertedAmounts(BaseModel):
    """What quotes and conversions have in common."""

    model_config = ConfigDict(populate_by_name=True)

    from_coin: str = Field(alias="from")
    to_coin: str = Field(alias="to")
    rate: str = Field(description="Of the coin that is received for one of the other, before the fee.")
    from_amount: str = Field(description="What is paid.")
    to_amount: str = Field(description="What is received, after the fee.")
    fee: str
    fee_coin: str


class QuoteView(ConvertedAmounts):
    """A promise that can be accepted until `expires_at_ms`."""

    id: str
    path: list[str] = Field(description="The pairs by way of which it is converted.")
    expires_at_ms: int
    adjusted: bool = Field(
        description="Whether less is paid than was asked for, because pairs trade in steps; else it is exact."
    )

    @classmethod
    def of(cls, view: View, quote: ConvertQuote, *, adjusted: bool) -> "QuoteView":
        return cls(
            id=str(quote.id),
            path=[pair for pair, _ in quote.legs],
            expires_at_ms=quote.expires_ms,
            adjusted=adjusted,
            **_amounts(view, quote),
        )


class ConversionView(ConvertedAmounts):
    """A conversion; its id is that of the quote that was accepted."""

    id: str
    status: Literal["completed"]
    created_at: int

    @classmethod
    def of(cls, view: View, conversion: Conversion) -> "ConversionView":
        return cls(
            id=conversion.reference,
            status="completed",
            created_at=conversion.at_ms // 1000,
            **_amounts(view, conversion),
        )

    @classmethod
    def of_event(cls, view: View, event: Converted) -> "ConversionView":
        """One that was carried out a moment ago."""
        created_at = event.at // 1000
        return cls(id=event.reference, status="completed", created_at=created_at, **_amounts(view, event))


class TargetView(BaseModel):
    """A coin that another one can be converted into, at about this rate."""

    symbol: str
    rate: str = Field(description="Of this coin for one of the other, for a small amount, before the fee.")
    inverse_rate: str
    min: str = Field(description="The least that can be paid.")
    max: str = Field(description="What the books take now, within the price protection of market orders.")
    fee_rate: str = Field(description="Of clients at the first level; quotes have the client's own.")
    path: list[str]
    updated_at: int


class Targets(BaseModel):
    """Everything that a coin can be converted into now."""

    symbol: str
    targets: list[TargetView]


def _amounts(view: View, row: ConvertQuote | Conversion | Converted) -> dict[str, str]:
    source, target = view.coins[row.from_coin].decimals, view.coins[row.to_coin].decimals
    gross = Decimal(row.received + row.fee).scaleb(-target)
    return {
        "from_coin": row.from_coin,
        "to_coin": row.to_coin,
        "rate": ratio_text(gross, Decimal(row.paid).scaleb(-source)),
        "from_amount": to_text(row.paid, source),
        "to_amount": to_text(row.received, target),
        "fee": to_text(row.fee, target),
        "fee_coin": row.to_coin,
    }


def ratio_text(over: Decimal, under: Decimal) -> str:
    """One amount for another, as a plain decimal."""
    return format_decimal(RATE.divide(over, under))
