"""Earn products and positions on the wire."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from clearwater.core.earn import HOUR_MS, Position, Product
from clearwater.core.earn_events import EarnKind, EarnPositionChanged, EarnProductChanged
from clearwater.core.money import to_text
from clearwater.core.views import View
from clearwater.domains.approvals.proposal_schemas import ProposalFacts, ProposalRefusal, Reason
from clearwater.domains.earn.models import EarnProposal
from clearwater.kit.fields import Amount, Line

LATEST_SECONDS = 253_402_300_799
RATE_DECIMALS = 6
# The level that a kind of product needs, and its rank.
LEVELS: dict[str, tuple[Literal["starter", "advanced"], int]] = {
    "flexible": ("starter", 1),
    "locked": ("advanced", 2),
}
ProductId = Annotated[
    str,
    StringConstraints(strict=True, pattern=r"^[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?$"),
    Field(examples=["usdt"]),
]
StrictBool = Annotated[bool, Field(strict=True)]
Coin = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z0-9]{1,20}$")]
TermDays = Annotated[int, Field(strict=True, ge=1, le=3_650)]
Seconds = Annotated[int, Field(strict=True, ge=0, le=LATEST_SECONDS)]
SourceOfYield = Annotated[Line, Field(min_length=3, max_length=500)]
PositionStatus: TypeAlias = Literal["active", "redeemed"]


class PositionDraft(BaseModel):
    """What to subscribe. `auto_renew` is for locked products."""

    model_config = ConfigDict(extra="forbid")

    product_id: ProductId
    amount: Amount
    auto_renew: StrictBool = False


class Redemption(BaseModel):
    """An amount, or all of the position; not both."""

    model_config = ConfigDict(extra="forbid")

    amount: Amount | None = None
    whole: StrictBool = Field(default=False, alias="all")


class PositionChange(BaseModel):
    model_config = ConfigDict(extra="forbid")

    auto_renew: StrictBool


class NextRate(BaseModel):
    """A yearly rate, and the full hour from which it holds."""

    model_config = ConfigDict(populate_by_name=True)

    apr: str
    since: int = Field(alias="from")


class MyShare(BaseModel):
    """What the client has in a product, and how much more it takes of the client now."""

    amount: str
    left: str


class CoinFace(NamedTuple):
    """How a coin is shown."""

    name: str
    icon: str | None


class Labels(NamedTuple):
    """What the engine does not know of products: their coins' faces, and where the interest comes from."""

    coins: Mapping[str, CoinFace]
    texts: Mapping[str, str]


class EarnProduct(BaseModel):
    """Interest on a coin. Rates are of a year, as fractions."""

    id: str
    coin: str
    name: str
    icon: str | None
    kind: EarnKind
    apr: str
    next_apr: NextRate | None = Field(description="The next rate that is set already.")
    term_days: int | None = Field(description="Null for flexible products.")
    min: str
    max: str = Field(description="The most that one client can have in it.")
    quota: str = Field(description="The most that all clients together can have in it.")
    quota_left: str
    source_of_yield: str
    is_open: bool = Field(description="Whether it takes new positions.")
    level: Literal["starter", "advanced"]
    my: MyShare | None = Field(description="Null for visitors.")

    @classmethod
    def of(
        cls, view: View, row: EarnProductChanged, labels: Labels, *, at: int, mine: int | None
    ) -> "EarnProduct":
        decimals, face = view.coins[row.coin].decimals, labels.coins.get(row.coin)
        left = max(0, row.quota - row.subscribed)
        return cls(
            id=row.product,
            coin=row.coin,
            name=face.name if face is not None else row.coin,
            icon=face.icon if face is not None else None,
            kind=row.kind,
            apr=rate_text(Product(row).rate_at(at // HOUR_MS)),
            next_apr=_next_rate(row, at),
            term_days=row.term_days or None,
            min=to_text(row.min_amount, decimals),
            max=to_text(row.max_amount, decimals),
            quota=to_text(row.quota, decimals),
            quota_left=to_text(left, decimals),
            source_of_yield=labels.texts.get(row.product, ""),
            is_open=row.is_open,
            level=LEVELS[row.kind][0],
            my=None
            if mine is None
            else MyShare(
                amount=to_text(mine, decimals),
                left=to_text(max(0, min(left, row.max_amount - mine)), decimals),
            ),
        )


class EarnProducts(BaseModel):
    """All products; few, so there is never a next page."""

    items: list[EarnProduct]
    next_cursor: None = None


class EarnPosition(BaseModel):
    """What a client has put into a product."""

    id: int
    product_id: str
    coin: str
    kind: EarnKind
    amount: str
    apr: str = Field(description="A locked position keeps its own; a flexible one has that of its product.")
    accrued: str = Field(description="Interest up to the last full hour that is not paid yet.")
    paid: str = Field(description="Interest that was paid so far.")
    started_at: int
    matures_at: int | None = Field(description="Null for flexible positions.")
    next_payout_at: int | None = Field(description="Null when nothing more is to be paid.")
    auto_renew: bool
    status: PositionStatus

    @classmethod
    def of(cls, view: View, product: EarnProductChanged, row: EarnPositionChanged, *, at: int) -> Self:
        decimals, hour = view.coins[product.coin].decimals, at // HOUR_MS
        accrued, _ = Position(Product(product), row).accrued(hour)
        return cls(
            id=row.position_id,
            product_id=row.product,
            coin=product.coin,
            kind=product.kind,
            amount=to_text(row.amount, decimals),
            apr=rate_text(row.rate_ppm if row.matures_at else Product(product).rate_at(hour)),
            accrued=to_text(accrued, decimals),
            paid=to_text(row.paid, decimals),
            started_at=row.started_at // 1000,
            matures_at=row.matures_at // 1000 or None,
            next_payout_at=row.due_at // 1000 or None,
            auto_renew=row.auto_renew,
            status=row.status,
        )


class ProductDraft(BaseModel):
    """A new product. Its id, coin, kind and term can never be changed."""

    model_config = ConfigDict(extra="forbid")

    id: ProductId
    coin: Coin
    kind: EarnKind
    apr: Amount = Field(description="A fraction: 0.05 is 5 % a year.")
    term_days: TermDays | None = Field(default=None, description="Of a locked product.")
    min: Amount
    max: Amount
    quota: Amount
    source_of_yield: SourceOfYield


class ProductChange(BaseModel):
    """What is not given stays. Bounds hold for what comes; a rate from the first full hour on."""

    model_config = ConfigDict(extra="forbid")

    apr: Amount | None = None
    effective_at: Seconds | None = Field(default=None, description="When the rate begins; now if not given.")
    min: Amount | None = None
    max: Amount | None = None
    quota: Amount | None = None
    is_open: StrictBool | None = None
    source_of_yield: SourceOfYield | None = None


class ProductProposalDraft(ProductDraft):
    """A new product, and why."""

    reason: Reason


class ChangeProposalDraft(ProductChange):
    """A change that can cost the exchange more, and why."""

    reason: Reason


class EarnProposalView(ProposalFacts[ProposalRefusal]):
    product: str
    draft: ProductDraft | None = Field(description="All of a new product.")
    change: ProductChange | None = Field(description="What of a product is to change.")
    reason: str

    @classmethod
    def asked_of(cls, proposal: EarnProposal) -> dict[str, Any]:
        return {
            "product": proposal.product,
            "draft": proposal.asked if proposal.kind == "create" else None,
            "change": proposal.asked if proposal.kind == "change" else None,
            "reason": proposal.reason,
        }


class EarnProductForStaff(EarnProduct):
    subscribed: str
    positions: int = Field(description="Active ones.")
    rates: list[NextRate] = Field(description="The rates that count now or later, oldest first.")
    owed: str = Field(description="Interest up to the last full hour that is not paid yet.")


class Treasury(BaseModel):
    """What interest in a coin is paid from."""

    coin: str
    balance: str
    owed: str = Field(description="Interest up to the last full hour that is not paid yet.")
    per_day: str = Field(description="Interest that a day costs, at the rates of now.")
    days_left: int | None = Field(
        description="Whole days that the balance lasts beyond what is owed; null when a day is free."
    )


class EarnProductsForStaff(BaseModel):
    """All products and the treasuries of their coins; few, so there is never a next page."""

    items: list[EarnProductForStaff]
    treasuries: list[Treasury]
    max_apr: str = Field(description="The highest rate that can be proposed, as a fraction.")
    next_cursor: None = None


def rate_text(ppm: int) -> str:
    """A rate of a year as a fraction."""
    return to_text(ppm, RATE_DECIMALS)


def list_rates(row: EarnProductChanged) -> list[NextRate]:
    return [NextRate(apr=rate_text(ppm), since=hour * HOUR_MS // 1000) for hour, ppm in row.rates]


def _next_rate(row: EarnProductChanged, at: int) -> NextRate | None:
    for hour, ppm in row.rates:
        if hour > at // HOUR_MS:
            return NextRate(apr=rate_text(ppm), since=hour * HOUR_MS // 1000)
    return None
