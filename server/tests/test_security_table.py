"""docs/operating/security.md: every line of ASVS 5.0, levels 1 and 2, with tests that exist."""

import re
from pathlib import Path
from typing import NamedTuple

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
    applies = [line for line in read_lines() if not line.where.startswith(("Does not apply", "As 12.3.3"))]
    known = known_tests()

    assert [line.id for line in applies if not line.tests] == []
    assert {name for line in applies for name in line.tests} - known == set()


def test_no_level_1_requirement_has_a_deviation() -> None:
    assert [line.id for line in read_lines() if line.level == 1 and "Deviation" in line.where] == []
