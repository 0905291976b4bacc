"""Profile changes by clients. Each change locks the client's row."""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime

from pydantic import JsonValue
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.errors import NamesLocked, UsernameTaken
from clearwater.domains.clients.models import Client
from clearwater.domains.clients.ports import ClientFacts
from clearwater.domains.clients.profile_schemas import PersonalInfoChange
from clearwater.kit.errors import FieldError, ValidationFailed

ADULT_YEARS = 18
EARLIEST_BIRTH = date(1900, 1, 1)
SITE_DATA_BYTES = 16 * 1024
WRITTEN_NUL = re.compile(r"(?<!\\)(\\\\)*\\u0000")
NAMES = ("first_name", "last_name", "middle_name")
CLEARED = (
    *NAMES,
    "username",
    "avatar",
    "sex",
    "location",
    "description",
    "phone",
    "anti_phishing_code",
    "birth_date",
    "country",
    "region",
    "city",
    "address",
    "postal_code",
    "referral_code",
    "totp_secret",
    "totp_pending_secret",
    "totp_last_step",
)


async def change_username(session: AsyncSession, client: Client, username: str) -> None:
    """Change the username; a unique constraint rejects one that is taken."""
    client.username = username
    try:
        await session.flush()
    except IntegrityError:
        raise UsernameTaken from None


async def change_personal_info(
    session: AsyncSession, facts: ClientFacts, client: Client, change: PersonalInfoChange, *, now: datetime
) -> None:
    """Change personal information; names are locked once they are being checked against documents."""
    if change.birth_date is not None:
        _require_adult(change.birth_date, now.date())
    renames = any(getattr(change, name) != getattr(client, name) for name in NAMES)
    if renames and (await facts.kyc_of(session, client)).status in ("pending", "approved"):
        raise NamesLocked
    for name, value in change.model_dump().items():
        setattr(client, name, value)


def clear_profile(client: Client) -> None:
    """Clear all profile fields and settings of an account."""
    for name in CLEARED:
        setattr(client, name, None)
    client.site_data = {}


def _require_adult(birth_date: date, today: date) -> None:
    had_birthday = (today.month, today.day) >= (birth_date.month, birth_date.day)
    age = today.year - birth_date.year - (0 if had_birthday else 1)
    if birth_date < EARLIEST_BIRTH or birth_date >= today:
        raise _refused("birth_date", "date", "Enter your date of birth.")
    if age < ADULT_YEARS:
        raise _refused("birth_date", "too_young", f"You must be at least {ADULT_YEARS} years old.")


def merge_site_data(client: Client, change: Mapping[str, JsonValue]) -> None:
    """Merge keys into the site data; null removes a key. The total size is limited."""
    merged = {key: value for key, value in {**client.site_data, **change}.items() if value is not None}
    try:
        written = json.dumps(merged, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        size = len(written.encode())
    except (ValueError, RecursionError):
        raise _refused("site_data", "json", "Send plain JSON values.") from None
    if WRITTEN_NUL.search(written):
        # PostgreSQL cannot store NUL characters.
        raise _refused("site_data", "json", "Send text without NUL characters.")
    if size > SITE_DATA_BYTES:
        raise _refused("site_data", "too_large", f"Keep at most {SITE_DATA_BYTES // 1024} KiB in all.")
    client.site_data = merged


def _refused(field: str, code: str, message: str) -> ValidationFailed:
    return ValidationFailed(message, errors=[FieldError(field=field, code=code, message=message)])
