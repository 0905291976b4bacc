"""The house's own rules, checked like any other: sizes, and what is private to a domain."""

import ast
from collections.abc import Iterator
from pathlib import Path

import grimp
import pytest

import clearwater

PACKAGE = Path(clearwater.__file__).parent
FILE_LINES = 400
FUNCTION_LINES = 50
# What a domain shows to others. Entry points wire, so they see its routers and schemas, too; the engine
# projects events into the domains' tables.
SHOWN = {
    "domains": ("service", "errors", "columns", "proposal_schemas", "proposal_routes"),
    "adapters": ("ports",),
    "engine": ("models",),
}
SHOWN_TO_ENTRYPOINTS = (
    *("service", "errors", "schemas", "ports"),
    *("traders", "directory"),
    # Short commands would spend more time on loading a service than on their work.
    *("command_line", "email_addresses"),
)
# What commands, events and rows of the state are called; they have names, not positions.
FACTS = {"command", "entry", "event", "fill", "order", "posting", "terms", "transfer", "updated"}


def modules() -> Iterator[Path]:
    return PACKAGE.rglob("*.py")


def test_no_file_outgrows_its_limit() -> None:
    too_long = {
        str(path.relative_to(PACKAGE)): lines
        for path in modules()
        if (lines := len(path.read_text().splitlines())) > FILE_LINES
    }
    assert too_long == {}


def test_no_function_outgrows_its_limit() -> None:
    too_long = {
        f"{path.relative_to(PACKAGE)}:{node.name}": length
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or 0) - node.lineno + 1) > FUNCTION_LINES
    }
    assert too_long == {}


def test_internals_of_a_domain_are_not_imported_elsewhere() -> None:
    graph = grimp.build_graph("clearwater", cache_dir=None)
    trespassers = [
        (importer, module)
        for module in graph.modules
        if module.count(".") == 3 and module.startswith("clearwater.domains.")
        for importer in graph.find_modules_that_directly_import(module)
        if not importer.startswith(module.rpartition(".")[0] + ".")
        and not is_shown(module.rpartition(".")[2], importer.split(".")[1])
    ]
    assert trespassers == []


def test_migrations_know_the_models_of_every_domain() -> None:
    """Tables that are not named there are none that the audit compares."""
    environment = (PACKAGE.parent / "migrations" / "env.py").read_text()
    unknown = [
        path.parent.name
        for path in PACKAGE.glob("domains/*/models.py")
        if f"clearwater.domains.{path.parent.name} import models" not in environment
    ]
    assert unknown == []


def test_there_are_no_import_cycles() -> None:
    """Imports for type checkers alone count as well: what needs each other belongs into one module."""
    graph = grimp.build_graph("clearwater", cache_dir=None, exclude_type_checking_imports=False)
    circles = [
        (module, imported)
        for module in graph.modules
        for imported in graph.find_modules_directly_imported_by(module)
        if graph.chain_exists(importer=imported, imported=module)
    ]
    assert circles == []


def test_services_are_injected_and_not_looked_up() -> None:
    """What a route needs is a dependency with a type: kit/dependencies.py, or beside a domain's class."""
    looking = {str(path.relative_to(PACKAGE)) for path in modules() if "app.services" in path.read_text()}
    assert looking == {"kit/app_services.py", "entrypoints/api.py"}


def test_only_the_unit_of_work_commits() -> None:
    """A use case that must outlive a refusal opens a `transaction` of its own; the engine has its journal."""
    committing = {
        str(path.relative_to(PACKAGE))
        for path in modules()
        if ".commit(" in path.read_text() and not path.is_relative_to(PACKAGE / "engine")
    }
    assert committing == {"kit/db.py", "kit/unit_of_work.py"}


def test_no_wait_can_lose_a_cancellation() -> None:
    """`asyncio.wait_for` does, before Python 3.12: see `kit.waiting`."""
    waiters = [
        str(path.relative_to(PACKAGE)) for path in modules() if "asyncio.wait_for(" in path.read_text()
    ]
    assert waiters == []


def test_commands_and_events_are_read_by_name() -> None:
    """A slice or an index breaks in silence when a field is inserted.

    `astuple` gives a struct positions; the two that use it put the names of the fields beside them.
    """
    layers = [
        path for path in modules() if path.relative_to(PACKAGE).parts[0] in {"core", "engine", "domains"}
    ]
    by_position = [
        f"{path.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}"
        for path in layers
        for node in ast.walk(ast.parse(path.read_text()))
        if is_position(node)
    ]
    assert by_position == []
    unnamed = {str(path.relative_to(PACKAGE)) for path in modules() if "astuple" in path.read_text()}
    assert unnamed == {"core/snapshots.py", "engine/comparison.py"}


def is_position(node: ast.AST) -> bool:
    """Whether this is `event[5:]`, `order[0]`, `*command` or one of them made of `astuple(...)`."""
    if isinstance(node, ast.Subscript):
        if not isinstance(node.slice, ast.Slice | ast.Constant | ast.UnaryOp):
            return False
        if isinstance(node.slice, ast.Constant) and not isinstance(node.slice.value, int):
            return False
    elif not isinstance(node, ast.Starred):
        return False
    value = node.value
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
        return value.func.id == "astuple"
    return isinstance(value, ast.Name) and value.id in FACTS


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("event[5:]", True),
        ("order[0]", True),
        ("posting[-1]", True),
        ("(event, *command)", True),
        ("astuple(fill)[1:]", True),
        ("[*astuple(fill)]", True),
        ("event.at", False),
        ('order["id"]', False),
        ("events[-1]", False),
    ],
)
def test_positional_access_to_records_is_detected(code: str, expected: bool) -> None:
    assert any(map(is_position, ast.walk(ast.parse(code)))) is expected


def is_shown(name: str, layer: str) -> bool:
    if layer == "entrypoints":
        return name.endswith(("router", "tasks")) or name in SHOWN_TO_ENTRYPOINTS
    return name in SHOWN.get(layer, ())
