"""Which files may have untested branches: those on a list that only gets shorter."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

MIN_PERCENT = 85.0
# A branch that is taken in one run and not in the next must not decide: neither so many percent, nor so many
# branches of a file that has few.
CHANCE_PERCENT = 3.0
CHANCE_BRANCHES = 2
LIST = "tools/low-branch-coverage.txt"
MAX_LINES_NAMED = 20


@dataclass(frozen=True)
class Branches:
    taken: int
    total: int
    untaken_lines: tuple[int, ...] = ()

    @property
    def percent(self) -> float:
        return self._share(self.taken)

    @property
    def is_low(self) -> bool:
        """Below what is asked for, also with better luck."""
        return self._share(self.taken + CHANCE_BRANCHES) < MIN_PERCENT - CHANCE_PERCENT

    @property
    def is_high(self) -> bool:
        """Clearly above what is asked for, also with worse luck."""
        return self._share(self.taken - CHANCE_BRANCHES) >= MIN_PERCENT + CHANCE_PERCENT

    def _share(self, taken: int) -> float:
        return 100.0 * taken / self.total if self.total else 100.0


def complaints(measured: Mapping[str, Branches], listed: Collection[str]) -> list[str]:
    """What is wrong with the list or the tests, each with what to do about it."""
    return [
        *(
            f"{name}: {_figures(found)}, at least {MIN_PERCENT:.0f} % are asked for. Test {_lines(found)}."
            for name, found in sorted(measured.items())
            if name not in listed and found.is_low
        ),
        *(
            f"{name} is no file with branches. Delete its line from {LIST}."
            for name in sorted(listed)
            if name not in measured
        ),
    ]


def advice(measured: Mapping[str, Branches], listed: Collection[str]) -> list[str]:
    """Files that can leave the list; no fault, because a kill or a race takes other branches in each run."""
    return [
        f"{name}: {_figures(measured[name])}. Its line in {LIST} can go."
        for name in sorted(listed)
        if name in measured and measured[name].is_high
    ]


def growth(listed: Collection[str], before: Collection[str] | None) -> list[str]:
    """Files may be renamed, but not added."""
    if before is None or len(listed) <= len(before):
        return []
    return [f"{LIST} may only get shorter: test {', '.join(sorted(set(listed) - set(before)))}."]


def parse(text: str) -> set[str]:
    return {line for line in text.splitlines() if line and not line.startswith("#")}


def below(measured: Mapping[str, Branches]) -> Iterable[str]:
    return sorted(name for name, found in measured.items() if found.percent < MIN_PERCENT)


def _figures(found: Branches) -> str:
    return f"{found.percent:.0f} % of its branches are taken ({found.taken} of {found.total})"


def _lines(found: Branches) -> str:
    if not found.untaken_lines:
        return "them"
    named = sorted(set(found.untaken_lines))
    more = " and more" if len(named) > MAX_LINES_NAMED else ""
    return "those at lines " + ", ".join(map(str, named[:MAX_LINES_NAMED])) + more
