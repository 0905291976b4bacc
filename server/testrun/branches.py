"""Which branches of `clearwater` the tests take, at next to no cost.

Every tracer of Python 3.11 is called for each line of the libraries, too, which made the tests take half as
long again. So each module is compiled with marks instead: every way out of a decision sets a byte of its own.
The bytes are a file, mapped into memory: workers share it, and so do the processes that they fork, even those
that are killed.
"""

import ast
import mmap
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import decode_source
from pathlib import Path
from types import CodeType, ModuleType

MARKS = "__branch_marks__"
# In one file; each has as much room, so that nobody needs to know of the others how many they have.
MAX_BRANCHES = 1024


class _Marker(ast.NodeTransformer):
    """Puts a mark at the beginning of every branch; `lines` has the line of each."""

    def __init__(self, first: int) -> None:
        self._first = first
        self.lines: list[int] = []

    def visit_If(self, node: ast.If) -> ast.AST:
        # What only type checkers read is never run.
        return node if _is_for_type_checkers(node.test) else self._mark_both(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        # An endless loop has one way on.
        if isinstance(node.test, ast.Constant):
            return self.generic_visit(node)
        return self._mark_both(node)

    def visit_For(self, node: ast.For) -> ast.AST:
        return self._mark_both(node)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> ast.AST:
        return self._mark_both(node)

    def visit_Match(self, node: ast.Match) -> ast.AST:
        self.generic_visit(node)
        for case in node.cases:
            case.body.insert(0, self._mark(case.pattern))
        if not any(_matches_all(case) for case in node.cases):
            otherwise = ast.copy_location(ast.MatchAs(), node.subject)
            node.cases.append(ast.match_case(otherwise, None, [self._mark(node)]))
        return node

    def _mark_both(self, node: ast.If | ast.While | ast.For | ast.AsyncFor) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, self._mark(node.body[0]))
        node.orelse.insert(0, self._mark(node.orelse[0] if node.orelse else node))
        return node

    def _mark(self, beside: ast.stmt | ast.pattern) -> ast.stmt:
        mark = ast.parse(f"{MARKS}[{self._first + len(self.lines)}] = 1").body[0]
        for part in ast.walk(mark):
            ast.copy_location(part, beside)
        self.lines.append(beside.lineno)
        return mark


def _is_for_type_checkers(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _matches_all(case: ast.match_case) -> bool:
    return case.guard is None and isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None


def marked(source: str, path: str, first: int = 0) -> tuple[ast.Module, list[int]]:
    """The module with its marks, counted from `first`, and the line that each of them stands for."""
    marker = _Marker(first)
    tree = marker.visit(ast.parse(source, path))
    return tree, marker.lines


class _MarkingLoader(SourceFileLoader):
    """Compiles a module with marks; the bytecode is kept nowhere."""

    def __init__(self, name: str, path: str, marks: mmap.mmap, first: int) -> None:
        super().__init__(name, path)
        self._marks, self._first = marks, first

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        tree, lines = marked(decode_source(self.get_data(path)), path, self._first)
        assert len(lines) <= MAX_BRANCHES, path
        code: CodeType = compile(tree, path, "exec", dont_inherit=True)
        return code

    def exec_module(self, module: ModuleType) -> None:
        vars(module)[MARKS] = self._marks
        super().exec_module(module)


class _MarkingFinder(MetaPathFinder):
    def __init__(self, package: Path, marks: mmap.mmap) -> None:
        self._package, self._marks = package, marks
        self._places = {str(path): place * MAX_BRANCHES for place, path in enumerate(_modules(package))}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.partition(".")[0] != self._package.name:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            first = self._places[spec.loader.path]
            spec.loader = _MarkingLoader(fullname, spec.loader.path, self._marks, first)
        return spec


def _modules(package: Path) -> list[Path]:
    return sorted(package.rglob("*.py"))


def record(package: Path, into: Path) -> None:
    """From now on, mark in this file what is taken of each module of the package that is imported."""
    assert not any(name.partition(".")[0] == package.name for name in sys.modules)
    with into.open("a+b") as file:
        file.truncate(len(_modules(package)) * MAX_BRANCHES)
        marks = mmap.mmap(file.fileno(), 0)
    sys.meta_path.insert(0, _MarkingFinder(package, marks))


def taken(package: Path, recorded: Path) -> Iterator[tuple[str, list[int], bytes]]:
    """Each file that has branches: its path, the lines of its branches, and which of them were taken."""
    marks = recorded.read_bytes()
    for place, path in enumerate(_modules(package)):
        lines = marked(path.read_text(), str(path))[1]
        if lines:
            first = place * MAX_BRANCHES
            yield path.relative_to(package).as_posix(), lines, marks[first : first + len(lines)]
