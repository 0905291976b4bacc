"""Passwords that are guessed first, whoever chooses them."""

from functools import cache
from pathlib import Path

from zxcvbn.frequency_lists import FREQUENCY_LISTS

COMMON_PASSWORDS = Path(__file__).with_name("common_passwords.txt")


def is_common(password: str) -> bool:
    return password.lower() in _common_passwords()


@cache
def _common_passwords() -> frozenset[str]:
    """The 30,000 that zxcvbn knows, and the 10,000 most frequent ones that are long enough for us."""
    long_ones = COMMON_PASSWORDS.read_text().splitlines()
    return frozenset(FREQUENCY_LISTS["passwords"]).union(long_ones)
