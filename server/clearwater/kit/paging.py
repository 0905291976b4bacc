"""Lists: keyset pages with an opaque cursor."""

import base64
import binascii
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Generic, TypeVar
from uuid import UUID

from fastapi import Depends, Query, Request
from pydantic import BaseModel
from sqlalchemy import Select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from clearwater.kit.errors import FieldError, ValidationFailed

DEFAULT_LIMIT = 50
MAX_LIMIT = 200

T = TypeVar("T")
Row = TypeVar("Row")
View = TypeVar("View", bound=BaseModel)


class Page(BaseModel, Generic[T]):
    """A page of a list, with the cursor of the next one."""

    items: list[T]
    next_cursor: str | None


@dataclass(frozen=True)
class PageRequest:
    cursor: str | None
    limit: int


def _page_request(
    cursor: Annotated[str | None, Query(max_length=500)] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = DEFAULT_LIMIT,
) -> PageRequest:
    return PageRequest(cursor, limit)


Paging = Annotated[PageRequest, Depends(_page_request)]


@dataclass(frozen=True)
class Keyset(Generic[Row]):
    """A list's order: columns that together are unique, all newest (largest) first."""

    columns: Sequence[InstrumentedAttribute[Any]]

    def after(self, statement: Select[Row], cursor: str | None) -> Select[Row]:
        ordered = statement.order_by(*(column.desc() for column in self.columns))
        if cursor is None:
            return ordered
        return ordered.where(tuple_(*self.columns) < tuple_(*self.decode(cursor)))

    def cursor_of(self, row: Row) -> str:
        values = [getattr(row, column.key) for column in self.columns]
        text = json.dumps(values, default=_encode_value, separators=(",", ":"))
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    def decode(self, cursor: str) -> list[Any]:
        """The values of the columns in the last row of the page before."""
        try:
            padded = cursor + "=" * (-len(cursor) % 4)
            values = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
            if not isinstance(values, list) or len(values) != len(self.columns):
                raise ValueError
            return [_decode_value(column, value) for column, value in zip(self.columns, values, strict=True)]
        except (ValueError, TypeError, binascii.Error):
            message = "Send next_cursor as it was answered."
            raise ValidationFailed(
                errors=[FieldError(field="cursor", code="cursor", message=message)]
            ) from None


def _encode_value(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _decode_value(column: InstrumentedAttribute[Any], value: object) -> object:
    kind = column.type.python_type
    if kind is datetime and isinstance(value, str):
        return datetime.fromisoformat(value)
    if kind is UUID and isinstance(value, str):
        return UUID(value)
    if type(value) is not kind:
        raise ValueError
    return value


@dataclass(frozen=True)
class Listing(Generic[Row]):
    """What a list has, and its order."""

    statement: Select[Row]
    order: Keyset[Row]


# What a list needs to read one page of it.
SelectPage = Callable[[AsyncSession, PageRequest], Awaitable[Listing[Row]]]


def every_page(statement: Select[Row], order: Keyset[Row]) -> SelectPage[Row]:
    """For a list that is the same statement on every page."""

    async def select_page(_session: AsyncSession, _request: PageRequest) -> Listing[Row]:
        return Listing(statement, order)

    return select_page


async def read_rows(
    session: AsyncSession, listing: Listing[Row], request: PageRequest
) -> tuple[Sequence[Row], str | None]:
    """The rows of one page and the next cursor. One extra row shows whether there is a next page."""
    limited = listing.order.after(listing.statement, request.cursor).limit(request.limit + 1)
    rows = (await session.scalars(limited)).all()
    shown = rows[: request.limit]
    return shown, listing.order.cursor_of(shown[-1]) if len(rows) > request.limit else None


async def read_page(
    session: AsyncSession,
    statement: Select[Row],
    keyset: Keyset[Row],
    request: PageRequest,
    view: Callable[[Row], View],
) -> Page[View]:
    """One page of a list."""
    shown, following = await read_rows(session, Listing(statement, keyset), request)
    return Page(items=[view(row) for row in shown], next_cursor=following)


def wants_csv(request: Request) -> bool:
    if request.query_params.get("format") == "csv":
        return True
    accepted = request.headers.get("accept", "")
    return any(part.partition(";")[0].strip().lower() == "text/csv" for part in accepted.split(","))
