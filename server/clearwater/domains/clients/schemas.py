"""Schemas of clients."""

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
    SecretStr,
    StringConstraints,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError

from clearwater.domains.clients.credentials import (
    EMAIL_LENGTH,
    MAX_PASSWORD_LENGTH,
    MIN_PASSWORD_LENGTH,
    find_password_fault,
    parse_email,
)
from clearwater.domains.clients.models import Client
from clearwater.domains.clients.ports import KycFacts, SecurityFacts
from clearwater.domains.clients.profile_schemas import Country


def _email(given: str) -> str:
    try:
        return parse_email(given)
    except EmailNotValidError:
        raise PydanticCustomError("email", "Enter a valid email, such as ann@example.org.") from None


def _said_true(given: Any) -> Any:
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
    accept_terms: Annotated[Literal[True], BeforeValidator(_said_true)]
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
