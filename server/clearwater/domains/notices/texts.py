"""The texts of push messages, and where each leads."""

from collections.abc import Mapping
from typing import Any, NamedTuple

PUBLISHED_LANGUAGE = "en"
SECURITY = {
    "password": "Your password was changed.",
    "email": "Your email address was changed.",
    "new_device": "New sign-in to your account.",
    "totp": "Your authenticator app was changed.",
    "passkey": "Your passkeys were changed.",
    "api_key": "Your API keys were changed.",
    "freeze": "Your account was frozen or unfrozen.",
}
KYC = {
    "approved": "Your identity is verified.",
    "rejected": "Your documents were rejected. Upload new photos to try again.",
    "revoked": "Your verification was revoked.",
}
DEPOSIT = "{amount} {coin} added to your balance."
WITHDRAWAL = {
    "under_review": "Withdrawal of {amount} {coin} is under review.",
    "completed": "Withdrawal of {amount} {coin} completed.",
    "rejected": "Withdrawal of {amount} {coin} rejected. The amount is back in your balance.",
    "failed": "Withdrawal of {amount} {coin} failed. The amount is back in your balance.",
}


class Text(NamedTuple):
    title: str
    body: str
    # A path of the site.
    url: str


def push_message(kind: str, data: Mapping[str, Any], language: str) -> dict[str, str]:
    """What the browser shows; those with the same tag replace each other."""
    text = _text(kind, data, language)
    return {**text._asdict(), "tag": f"{kind}:{text.url}"}


def title_of(data: Mapping[str, Any], language: str) -> str:
    """The title of an announcement in a language, else in another one that it was published in."""
    titles: Mapping[str, str] = data["title"]
    return titles.get(language) or titles.get(PUBLISHED_LANGUAGE) or next(iter(titles.values()), "")


def _text(kind: str, data: Mapping[str, Any], language: str) -> Text:
    if kind == "fill":
        return _fill(data)
    if kind == "price_alert":
        return _price_alert(data)
    if kind in {"deposit", "withdrawal"}:
        title = "Deposit credited" if kind == "deposit" else "Withdrawal"
        body = DEPOSIT if kind == "deposit" else WITHDRAWAL[data["status"]]
        return Text(title, body.format_map(data), "/personal/transactions")
    if kind == "kyc":
        return Text("Identity verification", KYC[data["status"]], "/personal/kyc")
    if kind == "security":
        return Text("Account security", SECURITY[data["change"]], "/personal/settings")
    return Text("Announcement", title_of(data, language), f"/news/{data['news_id']}")


def _fill(data: Mapping[str, Any]) -> Text:
    base, _, quote = data["symbol"].partition("-")
    side = "Bought" if data["side"] == "buy" else "Sold"
    title = "Order filled" if data["status"] == "filled" else "Order partially filled"
    body = f"{side} {data['quantity']} {base} at {data['average_price']} {quote}."
    return Text(title, body, f"/trading/{data['symbol']}")


def _price_alert(data: Mapping[str, Any]) -> Text:
    quote = data["symbol"].partition("-")[2]
    direction = "above" if data["direction"] == "above" else "below"
    title = f"{data['symbol']} reached {data['price']} {quote}"
    body = f"The price is at or {direction} your alert: {data['last_price']} {quote}."
    return Text(title, body, f"/trading/{data['symbol']}")
