"""Schemas of clients."""

import re
import uuid
from datetime import date
from typing import Annotated, Any, Literal

from email_validator import EmailNotValidError
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    SecretStr,
    StringConstraints,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError

from clearwater.domains.clients.credentials import (
    MAX_PASSWORD_LENGTH,
    MIN_PASSWORD_LENGTH,
    find_password_fault,
)
from clearwater.domains.clients.email_addresses import EMAIL_LENGTH, parse_email
from clearwater.domains.clients.models import Client
from clearwater.domains.clients.ports import KycFacts, SecurityFacts

# ISO 3166-1 alpha-2.
_CODES = """
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
    BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
    EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
    HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
    LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
    NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
    SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
    TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
"""
COUNTRIES = frozenset(_CODES.split())
CALENDAR_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def _printable(text: str) -> str:
    """Reject control characters and line breaks."""
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


class LanguageChange(ProfileChange):
    language: Annotated[str, Field(max_length=12)]


class LocationChange(ProfileChange):
    """The client's location; empty or missing fields become null."""

    country: Country
    region: Name = None
    city: Name = None


class DescriptionChange(ProfileChange):
    """The client's profile description; an empty string becomes null."""

    description: Annotated[
        Annotated[str, Field(max_length=280), AfterValidator(_printable_lines)] | None,
        BeforeValidator(_empty_is_null),
        BeforeValidator(_trimmed),
    ]


class PhoneChange(ProfileChange):
    phone: str | None = Field(pattern=r"^\+[1-9][0-9]{6,14}$", examples=["+4915112345678"])


class AntiPhishingCodeChange(ProfileChange):
    """The anti-phishing code, which every email to the client contains."""

    code: Annotated[
        str, StringConstraints(strip_whitespace=True, min_length=4, max_length=20), AfterValidator(_printable)
    ]


class PersonalInfoChange(ProfileChange):
    """The client's personal information. An empty string means null."""

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


def _email(given: str) -> str:
    try:
        return parse_email(given)
    except EmailNotValidError:
        raise PydanticCustomError("email", "Enter a valid email, such as ann@example.org.") from None


def _require_bool(given: Any) -> Any:
    # Reject 1, which equals True in Python: consent must be given explicitly.
    if not isinstance(given, bool):
        raise PydanticCustomError("bool_type", "Send true.")
    return given


Email = Annotated[
    str,
    StringConstraints(strip_whitespace=True, max_length=EMAIL_LENGTH),
    AfterValidator(_email),
    Field(json_schema_extra={"format": "email"}),
]
NewPassword = Annotated[
    SecretStr,
    Field(min_length=MIN_PASSWORD_LENGTH, max_length=MAX_PASSWORD_LENGTH),
]


class Registration(BaseModel):
    """A registration form."""

    model_config = ConfigDict(extra="forbid")

    email: Email
    password: NewPassword
    accept_terms: Annotated[Literal[True], BeforeValidator(_require_bool)]
    referral_code: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,32}$")] | None = None
    country: Country | None = None

    @field_validator("password")
    @classmethod
    def _is_good(cls, password: SecretStr, info: ValidationInfo) -> SecretStr:
        fault = find_password_fault(password.get_secret_value(), email=info.data.get("email", ""))
        if fault is not None:
            raise PydanticCustomError(fault.code, fault.message)
        return password


class ClientLocation(BaseModel):
    country: str
    region: str | None
    city: str | None


class PersonalInfo(BaseModel):
    first_name: str | None
    last_name: str | None
    middle_name: str | None
    birth_date: date | None
    country: str | None
    region: str | None
    city: str | None
    address: str | None
    postal_code: str | None


class ClientView(BaseModel):
    """A client as returned to that client."""

    id: uuid.UUID
    email: str
    email_is_confirmed: bool
    username: str | None
    avatar: str | None
    sex: Literal["male", "female", "other"] | None
    location: ClientLocation | None
    description: str | None
    phone: str | None
    anti_phishing_code_set: bool
    personal_info: PersonalInfo
    kyc: KycFacts
    level: str = Field(description="The key of the membership level.")
    security: SecurityFacts
    language: str = Field(description="Of emails and push notifications: a tag such as `en`.")
    site_data: dict[str, Any]
    chat_identifier_hash: str = Field(
        description="HMAC-SHA-256 of the id under the site's chat secret, in hex."
    )
    created_at: int

    @classmethod
    def of(
        cls,
        client: Client,
        *,
        kyc: KycFacts,
        security: SecurityFacts,
        level: str,
        chat_identifier_hash: str,
    ) -> "ClientView":
        place = client.location
        return cls(
            id=client.id,
            email=client.email,
            email_is_confirmed=client.email_is_confirmed,
            username=client.username,
            avatar=client.avatar,
            sex=client.sex,
            location=None
            if place is None
            else ClientLocation(country=place["country"], region=place.get("region"), city=place.get("city")),
            description=client.description,
            phone=client.phone,
            anti_phishing_code_set=client.anti_phishing_code is not None,
            personal_info=PersonalInfo(
                first_name=client.first_name,
                last_name=client.last_name,
                middle_name=client.middle_name,
                birth_date=client.birth_date,
                country=client.country,
                region=client.region,
                city=client.city,
                address=client.address,
                # An empty string and null mean the same to readers of the API.
                postal_code=client.postal_code or None,
            ),
            kyc=kyc,
            level=level,
            language=client.language,
            security=security,
            site_data=client.site_data,
            chat_identifier_hash=chat_identifier_hash,
            created_at=int(client.created_at.timestamp()),
        )


class RegisteredClientView(ClientView):
    """A client right after registration, with the password of that request."""

    password: str


class ClientAnswer(BaseModel):
    client: ClientView


class RegistrationAnswer(BaseModel):
    client: RegisteredClientView
