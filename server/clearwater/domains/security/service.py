"""Security for other domains: codes, second factors, passkeys and API keys, and the guesses at them."""

from clearwater.domains.security import codes, guards, passkeys, second_factor
from clearwater.domains.security.emails import password_changed as password_changed_email
from clearwater.domains.security.guards import AppGuards, Guards
from clearwater.domains.security.models import ApiKey, OneTimeCode
from clearwater.domains.security.queries import (
    close_codes,
    count_passkeys,
    delete_all_credentials,
    delete_api_keys,
    find_api_keys,
    list_last_used_keys,
    mark_keys_used,
)
from clearwater.domains.security.schemas import RANK_NEEDED, MailedCode, ResendAnswer, Scope

__all__ = [
    "RANK_NEEDED",
    "ApiKey",
    "AppGuards",
    "Guards",
    "MailedCode",
    "OneTimeCode",
    "ResendAnswer",
    "Scope",
    "close_codes",
    "codes",
    "count_passkeys",
    "delete_all_credentials",
    "delete_api_keys",
    "find_api_keys",
    "guards",
    "list_last_used_keys",
    "mark_keys_used",
    "passkeys",
    "password_changed_email",
    "second_factor",
]
