"""The house's own rules, checked like any other: sizes, and what is private to a domain."""

import ast
from collections.abc import Iterator
from pathlib import Path

import grimp

import clearwater

PACKAGE = Path(clearwater.__file__).parent
FILE_LINES = 400
FUNCTION_LINES = 50
PRIVATE = ("queries", "models")
# The engine projects events into the domains' tables; migrations read them all.
MAY_SEE_MODELS = ("clearwater.engine",)


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


def test_queries_and_models_are_private_to_their_domain() -> None:
    graph = grimp.build_graph("clearwater")
    trespassers = [
        (importer, module)
        for module in graph.modules
        if module.startswith("clearwater.domains.") and module.split(".")[-1] in PRIVATE
        for importer in graph.find_modules_that_directly_import(module)
        if not importer.startswith(module.rpartition(".")[0] + ".")
        and not importer.startswith(MAY_SEE_MODELS)
    ]
    assert trespassers == []
