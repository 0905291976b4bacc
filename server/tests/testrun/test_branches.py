"""Each way out of a decision is marked when it is taken."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from testrun.branches import MARKS, marked, taken


def lines_taken(source: str, **names: object) -> tuple[list[int], list[int]]:
    """The lines of the branches that running this takes, and of the others."""
    tree, lines = marked(source, "example.py")
    marks = bytearray(len(lines))
    exec(compile(tree, "example.py", "exec"), {MARKS: marks, **names})
    return (
        [line for line, mark in zip(lines, marks, strict=True) if mark],
        [line for line, mark in zip(lines, marks, strict=True) if not mark],
    )


@pytest.mark.parametrize(
    ("value", "expected"), [(1, ([2], [3, 4, 6])), (2, ([3, 4], [2, 6])), (3, ([3, 6], [2, 4]))]
)
def test_an_if_has_a_branch_for_each_outcome(value: int, expected: tuple[list[int], list[int]]) -> None:
    source = "if value == 1:\n    x = 1\nelif value == 2:\n    x = 2\nelse:\n    x = 3\n"

    went, missed = lines_taken(source, value=value)

    assert (sorted(went), sorted(missed)) == expected


def test_an_if_without_else_has_a_branch_for_what_it_skips() -> None:
    assert lines_taken("x = 0\nif x:\n    x = 1\n") == ([2], [3])


@pytest.mark.parametrize(("values", "went"), [([], [1]), ([1], [2, 3]), ([0], [1, 2, 2])])
def test_a_loop_has_a_branch_for_its_body_and_one_for_its_end(values: list[int], went: list[int]) -> None:
    source = "for value in values:\n    if value:\n        break\n"

    found, missed = lines_taken(source, values=values)

    assert sorted(found) == went
    assert len(found) + len(missed) == 4


def test_a_match_without_a_last_case_has_a_branch_for_no_match() -> None:
    source = "match value:\n    case 1:\n        x = 1\n    case 2:\n        x = 2\n"

    assert lines_taken(source, value=2) == ([4], [2, 1])
    assert lines_taken(source, value=3) == ([1], [2, 4])
    assert lines_taken(source + "    case _:\n        x = 3\n", value=3) == ([6], [2, 4])


def test_an_endless_loop_and_what_only_type_checkers_read_are_no_decisions() -> None:
    source = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    import nothing\nwhile True:\n    break\n"

    assert lines_taken(source) == ([], [])


def test_marks_change_no_line_of_a_traceback() -> None:
    source = "def f(x):\n    if x:\n        return 1\n    for y in ():\n        pass\n    return 2\n"

    tree, _ = marked(source, "example.py")

    for node in ast.walk(tree):
        assert getattr(node, "lineno", 1) <= 6
    assert [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Return)] == [6, 3]


def test_processes_of_a_run_mark_the_same_file_even_when_they_are_killed(tmp_path: Path) -> None:
    package = tmp_path / "sample"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "plain.py").write_text("x = 1\n")
    (package / "choice.py").write_text("def note(x):\n    if x < 3:\n        print(x)\n")
    program = f"""
import os, sys
from pathlib import Path
from testrun import branches
sys.path.insert(0, {str(tmp_path)!r})
branches.record(Path({str(package)!r}), Path({str(tmp_path / "marks")!r}))
from sample import choice, plain
choice.note(int(sys.argv[1]))
os._exit(9)
"""
    run = [sys.executable, "-c", program]

    subprocess.run([*run, "1"], check=False)
    after_one = list(taken(package, tmp_path / "marks"))
    subprocess.run([*run, "5"], check=False)

    assert after_one == [("choice.py", [3, 2], b"\x01\x00")]
    assert list(taken(package, tmp_path / "marks")) == [("choice.py", [3, 2], b"\x01\x01")]
