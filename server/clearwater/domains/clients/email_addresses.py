"""How the address of a client is spelled."""

import unicodedata

from email_validator import EmailNotValidError, EmailSyntaxError, validate_email

EMAIL_LENGTH = 254


def parse_email(given: str) -> str:
    """Validate and normalise an e-mail address; raises EmailNotValidError."""
    # Allow .test addresses, which cannot receive mail: they are used to try out an installation.
    checked = validate_email(given.strip(), check_deliverability=False, test_environment=True)
    spelled = unicodedata.normalize("NFC", checked.normalized.lower())
    if len(spelled) > EMAIL_LENGTH:
        raise EmailSyntaxError(f"An email address has at most {EMAIL_LENGTH} characters.")
    return spelled


def normal_email(given: str) -> str:
    """Normalise an e-mail address typed to sign in; invalid input is only trimmed and lowercased."""
    try:
        return parse_email(given)
    except EmailNotValidError:
        return given.strip().lower()
