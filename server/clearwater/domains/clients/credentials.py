"""What a client signs in with: how addresses are spelled, and which new passwords are rejected."""

import re
from collections.abc import Collection
from dataclasses import dataclass

from clearwater.domains.clients.email_addresses import normal_email
from clearwater.kit.passwords import is_common

__all__ = [
    "MAX_PASSWORD_LENGTH",
    "MIN_PASSWORD_LENGTH",
    "PasswordFault",
    "find_password_fault",
    "normal_email",
]

MIN_PASSWORD_LENGTH = 10
MAX_PASSWORD_LENGTH = 128
# Shorter local parts, such as "al", occur in too many good passwords to be rejected.
TELLING_LOCAL_PART = 3
TELLING_WORD = 4
MIN_OWN_CHARACTERS = 6
PRODUCT = "clearwater"


@dataclass(frozen=True)
class PasswordFault:
    code: str
    message: str


def find_password_fault(password: str, *, email: str, context: Collection[str] = ()) -> PasswordFault | None:
    """Why a new password is rejected, or None; `context` are names of the site and the client."""
    lowered = password.lower()
    if is_common(password):
        return PasswordFault("password_common", "This password is too common.")
    local_part, _, domain = email.lower().partition("@")
    if len(local_part) >= TELLING_LOCAL_PART and local_part in lowered:
        return PasswordFault("password_has_email", "The password must not contain your email address.")
    words = {PRODUCT, *_words(local_part), *_words(domain), *(w for text in context for w in _words(text))}
    if _is_mostly(lowered, words):
        return PasswordFault("password_context", "This password is too easy to guess.")
    return None


def _words(text: str) -> list[str]:
    lowered = text.lower()
    parts = [*re.split(r"[^a-z0-9]+", lowered), re.sub(r"[^a-z0-9]+", "", lowered)]
    return [part for part in parts if len(part) >= TELLING_WORD]


def _is_mostly(password: str, words: Collection[str]) -> bool:
    """Whether a password consists almost only of such words."""
    rest = password
    for word in sorted(words, key=len, reverse=True):
        rest = rest.replace(word, "")
    return rest != password and sum(character.isalnum() for character in rest) < MIN_OWN_CHARACTERS
