"""Patterns, redirects and loops of navigation rules: pure, so that saving and serving agree."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit

GUARDS = frozenset({"auth-redirect", "profile-redirect", "register-verification-redirect"})
MAX_HOPS = 5
MAX_STARS = 8
# No page of ours is that long, so neither is a path that a rule is for.
MAX_PATH_LENGTH = 2048
# As people read it: paths arrive decoded, so a pattern with %20 or %C3 would never match.
PATTERN = re.compile(r"/[^\s?#%<>\"\\\x00-\x1f\x7f]*")
CONTROL_OR_SPACE = re.compile(r"[\x00-\x20\x7f\\]")


class Rule(Protocol):
    pattern: str
    redirect: str | None
    app_middleware: dict[str, bool]


@dataclass(frozen=True)
class Verdict:
    """What the rules say about one path."""

    redirect: str | None = None
    app_middleware: dict[str, bool] = field(default_factory=dict)


def normalise(path: str) -> str:
    """A path as rules see it: without query and fragment, doubled or trailing slashes."""
    bare = path.partition("#")[0].partition("?")[0]
    return "/" + "/".join(part for part in bare.split("/") if part)


def matches(pattern: str, path: str) -> bool:
    """Whether a path falls under a pattern; `*` stands for any run of characters.

    Each part between stars is taken where it first occurs, which leaves most for those after it: the path
    is read once, whatever is asked. A regular expression would try every place of every star.
    """
    first, *others = pattern.split("*")
    if not others:
        return path == pattern
    if not path.startswith(first):
        return False
    position, last = len(first), others.pop()
    for part in others:
        found = path.find(part, position)
        if found < 0:
            return False
        position = found + len(part)
    return len(path) - len(last) >= position and path.endswith(last)


def judge(rules: Iterable[Rule], path: str) -> Verdict:
    """The first rule whose pattern matches decides; a redirect to the very path is none.

    A path that is too long to be a page's falls under no rule.
    """
    if len(path) > MAX_PATH_LENGTH:
        return Verdict()
    place = normalise(path)
    for rule in rules:
        if matches(rule.pattern, place):
            redirect = rule.redirect
            if redirect is not None and not is_external(redirect) and normalise(redirect) == place:
                redirect = None
            return Verdict(redirect, dict(rule.app_middleware))
    return Verdict()


def is_external(redirect: str) -> bool:
    return not redirect.startswith("/") or redirect.startswith("//")


def find_fault(
    pattern: str, redirect: str | None, app_middleware: dict[str, bool], own_hosts: Collection[str]
) -> tuple[str, str] | None:
    """Why a rule may not be saved: the field and a sentence, or None."""
    if not PATTERN.fullmatch(pattern):
        return "pattern", "Write a path such as /promo or /promo/*, without %-codes."
    if pattern.count("*") > MAX_STARS:
        return "pattern", f"A pattern has at most {MAX_STARS} stars."
    if redirect is not None and (fault := _find_redirect_fault(redirect, own_hosts)):
        return "redirect", fault
    unknown = sorted(set(app_middleware) - GUARDS)
    if unknown:
        return "app_middleware", f"There is no guard called {unknown[0]}."
    if redirect is None and not app_middleware:
        return "redirect", "A rule redirects, or switches a guard on or off."
    return None


def _find_redirect_fault(redirect: str, own_hosts: Collection[str]) -> str | None:
    if CONTROL_OR_SPACE.search(redirect):
        return "A redirect has no spaces, backslashes or control characters."
    if not is_external(redirect):
        return None
    parts = urlsplit(redirect)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return "Redirect to a path of this site, or to a full https:// address."
    if parts.username or parts.password:
        return "A redirect carries no user name or password."
    if parts.hostname in own_hosts:
        return "Write a place on this site as a path, so that circles can be seen."
    return None


def find_loop(rules: Iterable[Rule]) -> list[str] | None:
    """The path of a redirect chain that does not end, if the rules have one."""
    known = list(rules)
    starts = [rule.redirect for rule in known if rule.redirect is not None and not is_external(rule.redirect)]
    starts += [rule.pattern.replace("*", "") or "/" for rule in known]
    for start in starts:
        trail = [normalise(start)]
        while (following := judge(known, trail[-1]).redirect) is not None and not is_external(following):
            trail.append(normalise(following))
            if len(trail) > MAX_HOPS + 1 or trail[-1] in trail[:-1]:
                return trail
    return None
