"""Query parameters of plain routes, declared, described and refused as FastAPI does."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeVar, overload

from fastapi import Request
from fastapi.dependencies.utils import get_dependant, request_params_to_args
from starlette.datastructures import QueryParams

from clearwater.kit.errors import FieldError, ValidationFailed
from clearwater.kit.exception_handlers import field_error

A = TypeVar("A")
B = TypeVar("B")


@overload
def read_query(request: Request, first: Callable[..., A], /) -> A: ...
@overload
def read_query(request: Request, first: Callable[..., A], second: Callable[..., B], /) -> tuple[A, B]: ...


def read_query(request: Request, *functions: Callable[..., Any]) -> Any:
    """What functions make of the parameters that they name; all that is invalid is reported together."""
    shown, results, errors = request.query_params, [], list[FieldError]()
    for function in functions:
        known = _describe(function)
        # Defaults are looked up once: most requests have few parameters or none.
        given = [field for field in known.fields if field.alias in shown]
        values, invalid = request_params_to_args(given, shown) if given else ({}, [])
        if invalid:
            errors += [field_error(".".join(map(str, one["loc"][1:])), one) for one in invalid]
        else:
            results.append(function(**known.defaults | values))
    if errors:
        raise ValidationFailed(errors=errors)
    return results[0] if len(functions) == 1 else tuple(results)


class Described(NamedTuple):
    """The parameters of a function, all of them optional, and what those are that are not given."""

    fields: list[Any]
    defaults: dict[str, Any]


@cache
def _describe(function: Callable[..., Any]) -> Described:
    fields = get_dependant(path="", call=function).query_params
    defaults, missing = request_params_to_args(fields, QueryParams())
    assert not missing, "parameters of plain routes have defaults"
    return Described(fields, defaults)
