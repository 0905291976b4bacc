"""docs/operating/security.md: every line of ASVS 5.0, levels 1 and 2, and that it is true.

What a line says of behaviour is checked by the tests that it names. What it says in numbers is compared with
the code here, and what it says is not there is searched for.
"""

import re
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from clearwater.adapters import pictures
from clearwater.adapters.signer import seed_file
from clearwater.domains.clients import credentials
from clearwater.domains.files import kinds
from clearwater.domains.security import codes, second_factor, step_up
from clearwater.domains.sessions import queries as session_queries
from clearwater.domains.sessions import sign_in, tasks
from clearwater.domains.staff import sign_in as staff_sign_in
from clearwater.domains.wallets import withdrawal_confirmation
from clearwater.kit import attempts, http, passwords

ROOT = Path(__file__).parents[2]
TABLE_ROW = re.compile(r"\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (.*?) ?\|")
LINES_OF_LEVEL_1, LINES_IN_ALL = 70, 253


class Line(NamedTuple):
    id: str
    level: int
    where: str
    tests: list[str]


def read_lines() -> list[Line]:
    text = (ROOT / "docs" / "operating" / "security.md").read_text()
    return [
        Line(number, int(level), where, re.findall(r"`(test_\w+)`", tests))
        for number, level, where, tests in TABLE_ROW.findall(text)
    ]


def known_tests() -> set[str]:
    files = [*(ROOT / "server" / "tests").rglob("test_*.py"), *(ROOT / "e2e").glob("test_*.py")]
    return {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text())}


def test_every_requirement_is_listed_once() -> None:
    lines = read_lines()

    assert len({line.id for line in lines}) == len(lines) == LINES_IN_ALL
    assert sum(line.level == 1 for line in lines) == LINES_OF_LEVEL_1


def test_every_applicable_requirement_names_an_existing_test() -> None:
    applies = [line for line in read_lines() if not line.where.startswith("Does not apply")]
    known = known_tests()

    assert [line.id for line in applies if not line.tests] == []
    assert {name for line in applies for name in line.tests} - known == set()


def test_no_level_1_requirement_has_a_deviation() -> None:
    assert [line.id for line in read_lines() if line.level == 1 and "Deviation" in line.where] == []


# Letters of recovery codes and of codes in links are of 32.
BITS_OF_A_LETTER = 5
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
IN_WORDS = {2: "two", 5: "five", 10: "ten", 15: "fifteen"}
LINE_NUMBERS: dict[str, tuple[str | int, ...]] = {
    "3.4.1": ("a year" if http.STRICT_TRANSPORT.startswith("max-age=31536000;") else "another time",),
    "5.1.1": (
        "{} MB, avatars {} MB",
        kinds.RULES["kyc_document"].limit_bytes // kinds.MEGABYTE,
        kinds.RULES["avatar"].limit_bytes // kinds.MEGABYTE,
    ),
    "5.2.3": ("at most {} MB", pictures.MAX_DECODED_BYTES // kinds.MEGABYTE),
    "6.2.1": ("{} characters at least", credentials.MIN_PASSWORD_LENGTH),
    "6.2.9": ("{} characters", credentials.MAX_PASSWORD_LENGTH),
    "6.4.4": ("{} recovery codes", IN_WORDS[second_factor.RECOVERY_CODES].capitalize()),
    "6.5.2": (
        "{} bits ({} of 32 characters)",
        second_factor.RECOVERY_CODE_LENGTH * BITS_OF_A_LETTER,
        second_factor.RECOVERY_CODE_LENGTH,
    ),
    "6.6.3": (
        "{} attempts, then the code is invalid; wrong codes of withdrawals count over all of them,"
        " and {} within a day pause withdrawals",
        IN_WORDS[codes.MAX_ATTEMPTS].capitalize(),
        IN_WORDS[withdrawal_confirmation.MAX_WRONG_CODES],
    ),
    "7.3.2": (
        "Clients {} days, staff {} hours",
        sign_in.SESSION_LIFETIME // DAY,
        staff_sign_in.SESSION_LIFETIME // HOUR,
    ),
    "11.4.2": (
        "{} MiB, {} passes",
        passwords.HASH_COST.memory_cost // 1024,
        IN_WORDS[passwords.HASH_COST.time_cost],
    ),
    "11.4.4": ("N = {:,}, r = {}", seed_file.SCRYPT_COST, seed_file.BLOCK_SIZE),
    "11.5.1": (
        "{} for codes of letters; six digits work for {} minutes and {} attempts",
        codes.LINK_CODE_LENGTH * BITS_OF_A_LETTER,
        IN_WORDS[codes.LIFETIME // MINUTE],
        IN_WORDS[codes.MAX_ATTEMPTS],
    ),
}


def test_lines_have_the_numbers_of_the_code() -> None:
    said = {line.id: line.where for line in read_lines()}
    expected = {number: str(phrase).format(*values) for number, (phrase, *values) in LINE_NUMBERS.items()}

    assert {number: phrase for number, phrase in expected.items() if phrase not in said[number]} == {}


SENTENCES = [
    f"{IN_WORDS[attempts.FAILURES_PER_LOGIN].capitalize()} failed attempts for a login in"
    f" {attempts.WINDOW // MINUTE} minutes from one network, or {attempts.FAILURES_PER_IP} from one IP"
    f" address, cause a delay that doubles from {attempts.FIRST_LOCK // MINUTE}"
    f" to {attempts.MAX_LOCK // MINUTE} minutes",
    f"{credentials.MIN_PASSWORD_LENGTH} to {credentials.MAX_PASSWORD_LENGTH} characters of any kind",
    f"| maximum lifetime | {sign_in.SESSION_LIFETIME // DAY} days |"
    f" {staff_sign_in.SESSION_LIFETIME // HOUR} hours |",
    f"| idle timeout | {session_queries.CLIENT_IDLE_TIMEOUT // HOUR} hours |"
    f" {staff_sign_in.STAFF_IDLE_TIMEOUT // MINUTE} minutes |",
    f"valid for {IN_WORDS[step_up.STEP_UP_LIFETIME // MINUTE]} minutes",
    f"valid for {IN_WORDS[staff_sign_in.STEP_UP_LIFE // MINUTE]} minutes",
    f"Argon2id, {passwords.HASH_COST.memory_cost // 1024} MiB, {passwords.HASH_COST.time_cost} passes",
    f"the client, staff with the permission | {tasks.LOGIN_EVENTS_KEPT_FOR // DAY} days |",
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_text_has_the_numbers_of_the_code(sentence: str) -> None:
    assert sentence in (ROOT / "docs" / "operating" / "security.md").read_text()


# What a reason of "does not apply" rules out, as imports, names of packages and calls would show it.
RULED_OUT = {
    "no LDAP": r"\bldap",
    "no XPath": r"\bxpath\b|document\.evaluate\(",
    "no LaTeX": r"\b(latex|katex|mathjax)\b",
    "no JNDI": r"\bjndi\b",
    "no memcache": r"memcache",
    "no XML is parsed": r"ElementTree\.(parse|fromstring|XML|iterparse)|minidom|lxml|expat|[\"']text/xml",
    "no GraphQL": r"graphql",
    "nothing is sent by telephone": r"\b(twilio|vonage|sms)\b",
    "no identity provider": r"\b(oidc|authlib|oauth2?)\b|openid.connect",
    "no SAML": r"\bsaml",
    "no federation": r"\b(oidc|authlib|oauth2?)\b|openid.connect",
    "all tokens are references": r"\b(jwt|pyjwt|jose|jws)\b",
    "neither OAuth nor OIDC": r"\b(oidc|authlib|oauth2?)\b|openid.connect",
    "no WebRTC": r"RTCPeerConnection|\bwebrtc\b",
}


def read_sources() -> dict[str, str]:
    """All code that runs, and the names of what it depends on."""
    web = ROOT / "web"
    files = [*(ROOT / "server" / "clearwater").rglob("*.py"), ROOT / "server" / "requirements.txt"]
    files += [file for kind in ("ts", "tsx") for file in (web / "src").rglob(f"*.{kind}")]
    files += [web / "package.json"]
    return {
        file.relative_to(ROOT).as_posix(): file.read_text()
        for file in files
        if not re.search(r"\.test\.|/testing/|/generated/", file.as_posix())
    }


def test_what_does_not_apply_is_not_there() -> None:
    prefix = "Does not apply: "
    reasons = {line.where for line in read_lines() if line.where.startswith(prefix)}
    sources = read_sources()
    found = {
        (reason, name)
        for reason, pattern in RULED_OUT.items()
        for name, source in sources.items()
        if re.search(pattern, source, re.IGNORECASE)
    }

    assert {reason.removeprefix(prefix).removesuffix(".") for reason in reasons} == RULED_OUT.keys()
    assert found == set()


# What executes text, or makes objects of it.
NEVER_CALLED = {
    "a shell": r"shell=True|create_subprocess_shell|\bos\.(system|popen)\(",
    "text as code": r"(?<![.\w])(eval|exec|compile)\(|new Function\(",
    "objects of text": r"\b(pickle|shelve|marshal|yaml|dill)\b\.|import (pickle|shelve|marshal|yaml|dill)\b",
}


@pytest.mark.parametrize("pattern", NEVER_CALLED.values(), ids=NEVER_CALLED)
def test_nothing_executes_text(pattern: str) -> None:
    assert [name for name, source in read_sources().items() if re.search(pattern, source)] == []


def test_html_is_set_in_two_components_alone() -> None:
    setting = re.compile(r"dangerouslySetInnerHTML|\b(inner|outer)HTML\s*=[^=]|insertAdjacentHTML|\bsrcDoc\b")
    found = {name for name, source in read_sources().items() if setting.search(source)}

    assert found == {"web/src/features/content/article-body.tsx", "web/src/features/content/marked-text.tsx"}


def test_messages_of_other_windows_are_listened_to_for_the_chat_alone() -> None:
    listening = re.compile(r"""addEventListener\(\s*["']message["']|\bonmessage\b""")
    found = {name for name, source in read_sources().items() if listening.search(source)}

    assert found == {"web/src/features/support-chat/chatwoot.ts"}
