"""Query parameters of plain routes, declared, described and refused as FastAPI does."""

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, overload

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.dependencies.utils import get_dependant, request_params_to_args

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
        values, invalid = request_params_to_args(_described(function).query_params, shown)
        if invalid:
            errors += [field_error(".".join(map(str, one["loc"][1:])), one) for one in invalid]
        else:
            results.append(function(**values))
    if errors:
        raise ValidationFailed(errors=errors)
    return results[0] if len(functions) == 1 else tuple(results)


@cache
def _described(function: Callable[..., Any]) -> Dependant:
    return get_dependant(path="", call=function)
