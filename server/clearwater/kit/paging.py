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
    "SelectPage",
    "every_page",
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


def _page_request(
    cursor: Annotated[str | None, Query(max_length=500)] = None,
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT)] = DEFAULT_LIMIT,
) -> PageRequest:
    return PageRequest(cursor, limit)


Paging = Annotated[PageRequest, Depends(_page_request)]


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
