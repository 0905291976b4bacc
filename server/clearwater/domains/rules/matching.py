"""Patterns, redirects and loops of navigation rules. Pure, so that saving and serving agree."""

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from clearwater.domains.rules.models import NavigationRule
from clearwater.kit.messages import Message

GUARDS = frozenset({"auth-redirect", "profile-redirect", "register-verification-redirect"})
MAX_HOPS = 5
# No rule redirects from these: pages where people type secrets, and paths that are not pages.
PROTECTED_PATHS = ("/login", "/register", "/password", "/email", "/knock-knock", "/operator", "/api")
MAX_STARS = 8
# Longer than any path of a page.
MAX_PATH_LENGTH = 2048
# Paths arrive percent-decoded, so a pattern with %20 or %C3 would never match.
PATTERN = re.compile(r"/[^\s?#%<>\"\\\x00-\x1f\x7f]*")
CONTROL_OR_SPACE = re.compile(r"[\x00-\x20\x7f\\]")


@dataclass(frozen=True)
class Verdict:
    """The result of the rules for one path."""

    redirect: str | None = None
    app_middleware: dict[str, bool] = field(default_factory=dict)


def normalise(path: str) -> str:
    """Normalise a path for matching: no query, fragment, doubled or trailing slashes."""
    bare = path.partition("#")[0].partition("?")[0]
    return "/" + "/".join(part for part in bare.split("/") if part)


def matches(pattern: str, path: str) -> bool:
    """Whether a path matches a pattern; `*` is a wildcard for any characters.

    Each literal part is matched at its first occurrence, so the path is scanned once. A regular expression
    would backtrack over every position of every wildcard.
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


def judge(rules: Iterable[NavigationRule], path: str) -> Verdict:
    """The first rule that matches decides; a redirect to the same path is ignored.

    A path longer than any page's matches no rule.
    """
    if len(path) > MAX_PATH_LENGTH:
        return Verdict()
    place = normalise(path)
    for rule in rules:
        if matches(rule.pattern, place):
            redirect = rule.redirect
            if redirect is not None and not is_external(redirect) and normalise(redirect) == place:
                redirect = None
            if is_protected(place):
                redirect = None
            return Verdict(redirect, dict(rule.app_middleware))
    return Verdict()


def is_protected(path: str) -> bool:
    return any(path == root or path.startswith(root + "/") for root in PROTECTED_PATHS)


def is_allowed_redirect(redirect: str, allowed_hosts: Collection[str]) -> bool:
    """Whether a redirect is allowed: to a path of the site, or over https to an allowed host."""
    if not is_external(redirect):
        return True
    parts = urlsplit(redirect)
    return parts.scheme == "https" and parts.hostname in allowed_hosts


def is_external(redirect: str) -> bool:
    return not redirect.startswith("/") or redirect.startswith("//")


def find_fault(
    pattern: str,
    redirect: str | None,
    app_middleware: dict[str, bool],
    own_hosts: Collection[str],
    allowed_hosts: Collection[str],
) -> tuple[str, str] | None:
    """Why a rule is rejected: the field and a message, or None."""
    if fault := _find_pattern_fault(pattern, is_redirected=redirect is not None):
        return "pattern", fault
    if redirect is not None and (fault := _find_redirect_fault(redirect, own_hosts, allowed_hosts)):
        return "redirect", fault
    unknown = sorted(set(app_middleware) - GUARDS)
    if unknown:
        return "app_middleware", Message("There is no guard called {unknown}.", unknown=unknown[0])
    if redirect is None and not app_middleware:
        return "redirect", "A rule must redirect, or turn a guard on or off."
    return None


def _find_pattern_fault(pattern: str, *, is_redirected: bool) -> str | None:
    if not PATTERN.fullmatch(pattern):
        return "Enter a path such as /promo or /promo/*, without %-codes."
    if pattern.count("*") > MAX_STARS:
        return Message("A pattern has at most {max_stars} stars.", max_stars=MAX_STARS)
    if is_redirected and is_protected(normalise(pattern.partition("*")[0])):
        return "This page cannot be redirected: people sign in or type secrets there."
    return None


def _find_redirect_fault(
    redirect: str, own_hosts: Collection[str], allowed_hosts: Collection[str]
) -> str | None:
    if CONTROL_OR_SPACE.search(redirect):
        return "A redirect has no spaces, backslashes or control characters."
    if not is_external(redirect):
        return None
    parts = urlsplit(redirect)
    faults = (
        (
            parts.scheme not in ("http", "https") or not parts.hostname,
            "Redirect to a path on this site or a full https:// URL.",
        ),
        (bool(parts.username or parts.password), "A redirect must not contain a username or password."),
        (
            parts.hostname in own_hosts,
            "Enter a path for pages on this site, so that redirect loops are detected.",
        ),
        (parts.scheme != "https", "External URLs must start with https://."),
        (
            not is_allowed_redirect(redirect, allowed_hosts),
            Message(
                "{hostname} is not an allowed host. An administrator can add it.", hostname=parts.hostname
            ),
        ),
    )
    return next((message for is_wrong, message in faults if is_wrong), None)


def find_loop(rules: Iterable[NavigationRule]) -> list[str] | None:
    """The paths of a redirect loop, if the rules have one."""
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
