"""The arguments of a message in ICU syntax: a translation has to have the same."""

import re
from collections.abc import Set

ARGUMENT = re.compile(r"\{\s*(?P<name>\w+)\s*(?:,\s*(?P<kind>\w+)\s*)?")
CASE = re.compile(r"\s*(?:offset:\d+\s*)?(?P<selector>=?\w+)\s*\{")


class MessageBroken(ValueError):
    """The braces of a message do not fit together."""


def arguments_of(message: str) -> Set[tuple[str, str]]:
    """Each argument with its kind (plural, select, number, ...); plain ones have none."""
    found: set[tuple[str, str]] = set()
    if _read(message, 0, found) != len(message):
        raise MessageBroken("a closing brace without an opening one")
    return found


def _read(message: str, at: int, found: set[tuple[str, str]]) -> int:
    """Read up to the end or to a brace that closes what the caller has opened."""
    while at < len(message):
        if message[at] == "}":
            return at
        at = _read_argument(message, at, found) if message[at] == "{" else at + 1
    return at


def _read_argument(message: str, at: int, found: set[tuple[str, str]]) -> int:
    argument = ARGUMENT.match(message, at)
    if argument is None:
        raise MessageBroken("an opening brace without an argument")
    found.add((argument["name"], argument["kind"] or ""))
    at = argument.end()
    if argument["kind"] in ("plural", "select", "selectordinal"):
        at = _read_cases(message, at + 1, found)
    elif argument["kind"]:
        at = max(message.find("}", at), at)
    if message[at : at + 1] != "}":
        raise MessageBroken(f"the argument {argument['name']} does not end")
    return at + 1


def _read_cases(message: str, at: int, found: set[tuple[str, str]]) -> int:
    selectors = []
    while case := CASE.match(message, at):
        selectors.append(case["selector"])
        at = _read(message, case.end(), found) + 1
    if "other" not in selectors:
        raise MessageBroken("a plural or a select without `other`")
    return at + len(message[at:]) - len(message[at:].lstrip())
