"""Texts of SQL, for whoever does without SQLAlchemy, too."""

from collections.abc import Iterable


def literals(values: Iterable[str]) -> str:
    """Constants as a list in SQL, for statements that take no parameters, such as an index."""
    return ", ".join(f"'{value}'" for value in values)
