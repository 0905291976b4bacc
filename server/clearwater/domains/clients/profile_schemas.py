"""What a client may say about himself, field by field."""

import re
from datetime import date
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
)

from clearwater.domains.clients.countries import COUNTRIES

CALENDAR_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _printable(text: str) -> str:
    """One line that a screen and a mail can show: no control characters, no line breaks."""
    if not text.isprintable():
        raise ValueError("Use letters, digits, signs and spaces on one line.")
    return text


def _printable_lines(text: str) -> str:
    for line in text.split("\n"):
        _printable(line)
    return text


def _country(code: str) -> str:
    if code not in COUNTRIES:
        raise ValueError("Send the two capital letters of a country, such as DE.")
    return code


def _empty_is_null(given: Any) -> Any:
    return None if isinstance(given, str) and not given.strip() else given


def _calendar_date(given: Any) -> Any:
    if given is not None and not (isinstance(given, str) and CALENDAR_DATE.fullmatch(given)):
        raise ValueError("Send a date as YYYY-MM-DD.")
    return given


def _trimmed(given: Any) -> Any:
    return given.strip() if isinstance(given, str) else given


Country = Annotated[str, StringConstraints(max_length=2), AfterValidator(_country)]
Line = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(_printable)]
Name = Annotated[Annotated[Line, Field(max_length=100)] | None, BeforeValidator(_empty_is_null)]
Address = Annotated[Annotated[Line, Field(max_length=200)] | None, BeforeValidator(_empty_is_null)]
PostalCode = Annotated[Annotated[Line, Field(max_length=20)] | None, BeforeValidator(_empty_is_null)]
MaybeCountry = Annotated[Country | None, BeforeValidator(_empty_is_null)]
BirthDate = Annotated[date | None, BeforeValidator(_calendar_date), BeforeValidator(_empty_is_null)]


class ProfileChange(BaseModel):
    model_config = ConfigDict(extra="forbid")


class UsernameChange(ProfileChange):
    username: str = Field(pattern=r"^[a-z0-9_]{3,20}$", examples=["satoshi_1"])


class SexChange(ProfileChange):
    sex: Literal["male", "female", "other"] | None


class LocationChange(ProfileChange):
    """Where the client says to be; what is empty or left out is null."""

    country: Country
    region: Name = None
    city: Name = None


class DescriptionChange(ProfileChange):
    """A few words about oneself; empty ones are null."""

    description: Annotated[
        Annotated[str, Field(max_length=280), AfterValidator(_printable_lines)] | None,
        BeforeValidator(_empty_is_null),
        BeforeValidator(_trimmed),
    ]


class PhoneChange(ProfileChange):
    phone: str | None = Field(pattern=r"^\+[1-9][0-9]{6,14}$", examples=["+4915112345678"])


class AntiPhishingCodeChange(ProfileChange):
    """The words that every mail to the client will carry."""

    code: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=4, max_length=20), AfterValidator(_printable)
    ]


class PersonalInfoChange(ProfileChange):
    """Who the client is. An empty string means null."""

    first_name: Name
    last_name: Name
    middle_name: Name = None
    birth_date: BirthDate
    country: MaybeCountry
    region: Name = None
    city: Name
    address: Address
    postal_code: PostalCode = None


SiteDataKey = Annotated[str, StringConstraints(min_length=1, max_length=64), AfterValidator(_printable)]
SiteDataChange = dict[SiteDataKey, JsonValue]
