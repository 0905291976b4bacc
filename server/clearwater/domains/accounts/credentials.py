"""What an e-mail address and a password have to be."""

import unicodedata
from dataclasses import dataclass
from functools import cache

from email_validator import EmailNotValidError, EmailSyntaxError, validate_email
from zxcvbn.frequency_lists import FREQUENCY_LISTS

EMAIL_LENGTH = 254
PASSWORD_SHORTEST = 10
PASSWORD_LONGEST = 128
# A local part such as "al" is in too many good passwords.
TELLING_LOCAL_PART = 3


@dataclass(frozen=True)
class PasswordFault:
    code: str
    message: str


def parse_email(given: str) -> str:
    """One spelling for one mailbox, as far as the standards let us tell; EmailNotValidError if none."""
    # Names under .test reach nobody, and that is what those who try an installation want.
    checked = validate_email(given.strip(), check_deliverability=False, test_environment=True)
    spelled = unicodedata.normalize("NFC", checked.normalized.lower())
    if len(spelled) > EMAIL_LENGTH:
        raise EmailSyntaxError(f"An e-mail address has at most {EMAIL_LENGTH} characters.")
    return spelled


def normal_email(given: str) -> str:
    """The same spelling for what somebody types to sign in, who may type anything."""
    try:
        return parse_email(given)
    except EmailNotValidError:
        return given.strip().lower()


def find_password_fault(password: str, *, email: str) -> PasswordFault | None:
    """Why a new password may not be used, or None."""
    lowered = password.lower()
    if lowered in _common_passwords():
        return PasswordFault("password_common", "Many people use this password; choose another.")
    local_part = email.partition("@")[0].lower()
    if len(local_part) >= TELLING_LOCAL_PART and local_part in lowered:
        return PasswordFault("password_has_email", "The password must not contain your e-mail address.")
    return None


@cache
def _common_passwords() -> frozenset[str]:
    return frozenset(FREQUENCY_LISTS["passwords"])
