"""The texts of the server: what problems say, and what emails are made of."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from jinja2.ext import extract_from_ast

from clearwater.kit.emails import HTML
from clearwater.kit.messages import FIELD_TEXTS

# Where texts for people are written; other sentences are for operators, logs and the description of the API.
FOLDERS = ("domains", "kit", "entrypoints")
SENTENCE = re.compile(r"[A-Z{“].* .*[.?!]|[A-Z][A-Za-z ]+[.]", re.DOTALL)
# Calls and arguments whose texts nobody is answered with.
CALLS_APART = {"Field", "StartupError", "ValueError", "RuntimeError", "TypeError", "Query", "Path", "Header"}
CALLS_APART |= {"echo", "option", "command", "argument", "ClickException", "confirmation_option"}
CALLS_APART |= {"Counter", "Gauge", "Histogram"}
CALLS_APART |= {"debug", "info", "warning", "error", "exception", "MustNotServe", "FastAPI", "compile"}
KEYWORDS_APART = {"description", "help", "summary", "response_description", "doc"}
FILES_APART = {"cli.py", "supervisor.py", "config.py", "metrics.py", "migrations.py", "tasks.py"}
FILES_APART |= {"openapi.py", "engine_settings.py", "logging.py", "secrets.py", "watcher.py"}
FILES_APART |= {"engine_clock.py"}
# The stem of constants that describe the API.
NAMES_APART = {"TIME", "ABOUT", "DESCRIPTION"}


def extract_server_messages(package: Path) -> set[str]:
    """Titles, details and messages of problems; those of fields that pydantic refuses, too."""
    texts: set[str] = set()
    for folder in FOLDERS:
        for path in (package / folder).rglob("*.py"):
            if path.name not in FILES_APART:
                texts |= set(_sentences(ast.parse(path.read_text("utf-8"))))
    return texts | set(FIELD_TEXTS.values()) | _email_texts(package / "email_templates")


def _email_texts(folder: Path) -> set[str]:
    calls = (
        found
        for path in folder.rglob("*.jinja")
        for found in extract_from_ast(HTML.parse(path.read_text("utf-8")), ("gettext", "_"))
    )
    # With values it is a text and places for them.
    return {text if isinstance(text, str) else str(text[0]) for _line, _function, text in calls if text}


def _sentences(tree: ast.AST) -> Iterator[str]:
    for child in ast.iter_child_nodes(tree):
        if _is_apart(child):
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            if SENTENCE.fullmatch(child.value) or _is_message(tree, child):
                yield child.value
        elif not isinstance(child, ast.JoinedStr):
            yield from _sentences(child)


def _is_message(parent: ast.AST, text: ast.Constant) -> bool:
    """Whether a text is one by its place, whatever it looks like."""
    match parent:
        case ast.Call(func=ast.Name(id="Message") | ast.Attribute(attr="Message"), args=[first]):
            return first is text
        case ast.Assign(targets=[ast.Name(id="title")], value=value):
            return value is text
    return False


def _is_apart(node: ast.AST) -> bool:
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Assert():
            apart = True
        case ast.keyword(arg=name):
            apart = name in KEYWORDS_APART
        case ast.Assign(targets=[ast.Name(id=name)]):
            apart = name in NAMES_APART
        case ast.Dict(keys=keys):
            apart = any(isinstance(key, ast.Constant) and key.value in KEYWORDS_APART for key in keys)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            apart = name in CALLS_APART
        case _:
            apart = False
    return apart
