"""Lists: keyset pages with an opaque cursor."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from fastapi import Depends, Query, Request
from pydantic import BaseModel
from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.kit.keyset import Keyset

__all__ = [
    "DEFAULT_LIMIT",
    "MAX_LIMIT",
    "Keyset",
    "Listing",
    "Page",
    "PageRequest",
    "Paging",
    "ReadPage",
    "every_page",
    "page_request",
    "read_page",
    "read_rows",
    "wants_csv",
]

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


def page_request(
    cursor: Annotated[str | None, Query(max_length=500)] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = DEFAULT_LIMIT,
) -> PageRequest:
    return PageRequest(cursor, limit)


Paging = Annotated[PageRequest, Depends(page_request)]


@dataclass(frozen=True)
class Listing(Generic[Row]):
    """What a list has, and its order."""

    statement: Select[Row]
    order: Keyset[Row]


# Reads the rows of one page of a list, and the next cursor.
ReadPage = Callable[[AsyncSession, PageRequest], Awaitable[tuple[Sequence[Row], str | None]]]


def every_page(statement: Select[Row], order: Keyset[Row]) -> ReadPage[Row]:
    """For a list that is the same statement on every page."""

    async def read(session: AsyncSession, request: PageRequest) -> tuple[Sequence[Row], str | None]:
        return await read_rows(session, Listing(statement, order), request)

    return read


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
