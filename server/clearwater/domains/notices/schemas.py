"""Notices, settings and alerts on the wire."""

import uuid
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from clearwater.core.commands import Side
from clearwater.kit.fields import Amount

Kind: TypeAlias = Literal["fill", "deposit", "withdrawal", "kyc", "security", "price_alert", "announcement"]
Direction: TypeAlias = Literal["above", "below"]
Repeat: TypeAlias = Literal["once", "always"]
Symbol = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$")]
Base64Url = Annotated[str, StringConstraints(strict=True, pattern=r"^[A-Za-z0-9_-]+={0,2}$")]
MAX_IDS = 200


class FillDetails(BaseModel):
    """An order that was filled, or closed with a part of it filled."""

    order_id: int
    symbol: str
    side: Side
    status: Literal["filled", "partially_filled"]
    quantity: str
    average_price: str | None


class DepositDetails(BaseModel):
    id: uuid.UUID
    coin: str
    amount: str
    network: str


class WithdrawalDetails(DepositDetails):
    status: Literal["under_review", "completed", "rejected", "failed"]


class KycDetails(BaseModel):
    status: Literal["approved", "rejected", "revoked"]


class SecurityDetails(BaseModel):
    """What was changed; with `act` where it can be added and removed."""

    change: Literal["password", "email", "totp", "passkey", "api_key", "new_device", "freeze"]
    act: Literal["added", "removed"] | None = None
    device: str | None = None


class PriceAlertDetails(BaseModel):
    """`last_price` is that of the trade that has reached the price."""

    alert_id: uuid.UUID
    symbol: str
    direction: Direction
    price: str
    last_price: str


class AnnouncementDetails(BaseModel):
    """A news entry; its title by language."""

    news_id: str
    slug: str
    title: dict[str, str]


class NoticeHead(BaseModel):
    id: uuid.UUID
    created_at: int
    read_at: int | None


class FillNotice(NoticeHead):
    kind: Literal["fill"]
    data: FillDetails


class DepositNotice(NoticeHead):
    kind: Literal["deposit"]
    data: DepositDetails


class WithdrawalNotice(NoticeHead):
    kind: Literal["withdrawal"]
    data: WithdrawalDetails


class KycNotice(NoticeHead):
    kind: Literal["kyc"]
    data: KycDetails


class SecurityNotice(NoticeHead):
    kind: Literal["security"]
    data: SecurityDetails


class PriceAlertNotice(NoticeHead):
    kind: Literal["price_alert"]
    data: PriceAlertDetails


class AnnouncementNotice(NoticeHead):
    kind: Literal["announcement"]
    data: AnnouncementDetails


NoticeView: TypeAlias = Annotated[
    FillNotice
    | DepositNotice
    | WithdrawalNotice
    | KycNotice
    | SecurityNotice
    | PriceAlertNotice
    | AnnouncementNotice,
    Field(discriminator="kind"),
]
ANY_NOTICE: TypeAdapter[NoticeView] = TypeAdapter(NoticeView)


def notice_of(row: Any) -> NoticeView:
    """A row of notices, or of the merged list."""
    return ANY_NOTICE.validate_python(
        {
            "id": row.id,
            "kind": row.kind,
            "data": row.data,
            "created_at": int(row.created_at.timestamp()),
            "read_at": int(row.read_at.timestamp()) if row.read_at is not None else None,
        }
    )


class NoticePage(BaseModel):
    """Notices, newest first, and how many of all are unread."""

    items: list[NoticeView]
    next_cursor: str | None
    unread: int


class ReadNotices(BaseModel):
    """Which notices to mark as read: some, or all."""

    model_config = ConfigDict(extra="forbid")

    ids: list[uuid.UUID] = Field(default_factory=list, max_length=MAX_IDS)
    all: bool = Field(default=False, strict=True)


class UnreadNotices(BaseModel):
    unread: int


class KindSettings(BaseModel):
    """How to notify the client of one kind."""

    in_app: bool
    email: bool
    push: bool


class NoticeSettings(BaseModel):
    fill: KindSettings
    deposit: KindSettings
    withdrawal: KindSettings
    kyc: KindSettings
    security: KindSettings
    price_alert: KindSettings
    announcement: KindSettings


class KindChange(BaseModel):
    model_config = ConfigDict(extra="forbid")

    in_app: bool | None = Field(default=None, strict=True)
    email: bool | None = Field(default=None, strict=True)
    push: bool | None = Field(default=None, strict=True)


class NoticeSettingsChange(BaseModel):
    """What to change; everything else stays."""

    model_config = ConfigDict(extra="forbid")

    fill: KindChange | None = None
    deposit: KindChange | None = None
    withdrawal: KindChange | None = None
    kyc: KindChange | None = None
    security: KindChange | None = None
    price_alert: KindChange | None = None
    announcement: KindChange | None = None


class PriceAlertDraft(BaseModel):
    """An alert to make; without `direction` the last price decides it."""

    model_config = ConfigDict(extra="forbid")

    symbol: Symbol
    price: Amount
    direction: Direction | None = None
    repeat: Repeat = "once"


class PriceAlertView(BaseModel):
    """An open alert. `fired_at` is when one that repeats fired last."""

    id: uuid.UUID
    symbol: str
    price: str
    direction: Direction
    repeat: Repeat
    created_at: int
    fired_at: int | None


class PriceAlerts(BaseModel):
    items: list[PriceAlertView]


class PushView(BaseModel):
    """Whether this exchange sends push messages, and the key that a browser subscribes with."""

    enabled: bool
    public_key: str | None


class PushKeys(BaseModel):
    model_config = ConfigDict(extra="forbid")

    p256dh: Annotated[Base64Url, StringConstraints(min_length=80, max_length=100)]
    auth: Annotated[Base64Url, StringConstraints(min_length=20, max_length=40)]


class PushSubscriptionDraft(BaseModel):
    """As PushSubscription.toJSON() of a browser writes it."""

    model_config = ConfigDict(extra="ignore")

    endpoint: Annotated[str, StringConstraints(strict=True, max_length=1000)]
    keys: PushKeys


class PushEndpoint(BaseModel):
    model_config = ConfigDict(extra="forbid")

    endpoint: Annotated[str, StringConstraints(strict=True, max_length=1000)]
