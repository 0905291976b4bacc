"""Rules in docs/rules and the tests that hold them belong together."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULE = re.compile(r"^- \*\*([A-Z]{3}-\d+)\*\*", re.MULTILINE)
PREFIXES = {"EXC", "LED", "ORD", "MAT", "STL", "TRG", "MKD", "CNV", "PRM", "ERN", "NTC"}
CITATION = re.compile(rf"\b(?:{'|'.join(sorted(PREFIXES))})-\d+\b")


def written_rules() -> list[str]:
    return [
        rule for path in (ROOT / "docs" / "rules").glob("*.md") for rule in RULE.findall(path.read_text())
    ]


def cited_in(folder: Path) -> dict[str, str]:
    """Each cited rule, with a file that cites it."""
    return {
        rule: path.relative_to(ROOT).as_posix()
        for path in folder.rglob("*.py")
        for rule in CITATION.findall(path.read_text())
    }


def test_a_rule_is_written_once_and_under_a_known_prefix() -> None:
    rules = written_rules()
    assert sorted(set(rules)) == sorted(rules)
    assert {rule.partition("-")[0] for rule in rules} == PREFIXES


def test_every_rule_is_cited_by_a_test() -> None:
    assert sorted(set(written_rules()) - cited_in(ROOT / "server" / "tests").keys()) == []


def test_every_citation_names_a_rule() -> None:
    rules = set(written_rules())
    cited = cited_in(ROOT / "server" / "tests") | cited_in(ROOT / "server" / "clearwater")
    assert {rule: path for rule, path in cited.items() if rule not in rules} == {}
