"""Keyset pages and CSV, through routes of the real app on a real database."""

import csv
import io
import uuid
from datetime import UTC, datetime

import httpx
import pytest
from fastapi import APIRouter, Response
from pydantic import BaseModel
from sqlalchemy import DateTime, String, delete, select, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from clearwater.adapters.postgres_cluster import APPLICATION_ROLE
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.db import open_engine, open_sessions
from clearwater.kit.dependencies import CsvExports
from clearwater.kit.paging import Keyset, Page, Paging, every_page, read_page
from clearwater.kit.unit_of_work import ReadSession
from tests.conftest import OpenClient
from tests.databases import Preparation


class ProbeBase(DeclarativeBase):
    pass


class Note(ProbeBase):
    __tablename__ = "notes"
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), primary_key=True)
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    words: Mapped[str] = mapped_column(String)


class NoteView(BaseModel):
    words: str


KEYSET: Keyset[Note] = Keyset((Note.at, Note.id))
router = APIRouter(prefix="/api/probe")


@router.get("/notes", response_model=Page[NoteView])
async def list_notes(exports: CsvExports, session: ReadSession, paging: Paging) -> Page[NoteView] | Response:
    if exports is not None:
        pages = every_page(select(Note), KEYSET)
        return exports.answer("probe", "notes", ["words"], pages, lambda note: [note.words])
    return await read_page(session, select(Note), KEYSET, paging, lambda note: NoteView(words=note.words))


async def write_notes(database_url: str) -> None:
    engine = open_engine(database_url, pool_size=1)
    async with open_sessions(engine)() as session:
        connection = await session.connection()
        await connection.run_sync(ProbeBase.metadata.create_all)
        await session.execute(text(f"GRANT ALL ON notes TO {APPLICATION_ROLE}"))
        # Three notes share each second: the id must part them, or a page would lose or repeat one.
        session.add_all(
            Note(
                at=datetime.fromtimestamp(number // 3, UTC), id=uuid.UUID(int=number), words=f"note {number}"
            )
            for number in range(1200)
        )
        await session.commit()
    await engine.dispose()


@pytest.fixture
def preparation() -> Preparation:
    return Preparation("notes", write_notes)


@pytest.fixture
async def probe(open_client: OpenClient) -> httpx.AsyncClient:
    return await open_client(router)


async def test_pages_follow_each_other_without_a_gap_or_a_repeat(probe: httpx.AsyncClient) -> None:
    seen: list[str] = []
    cursor: str | None = None
    while True:
        params = {"limit": "200"} | ({"cursor": cursor} if cursor else {})
        page = (await probe.get("/api/probe/notes", params=params)).json()
        seen += [item["words"] for item in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break

    assert seen == [f"note {number}" for number in reversed(range(1200))]


async def test_a_page_has_fifty_items_unless_asked(probe: httpx.AsyncClient) -> None:
    assert len((await probe.get("/api/probe/notes")).json()["items"]) == 50


@pytest.mark.parametrize(
    ("params", "field"),
    [
        ({"limit": "0"}, "limit"),
        ({"limit": "201"}, "limit"),
        ({"limit": "x"}, "limit"),
        ({"cursor": "!!"}, "cursor"),
        ({"cursor": "bnVsbA"}, "cursor"),
        ({"cursor": "WzEsMl0"}, "cursor"),
        ({"cursor": "WyIyMDI2IiwiMiJd"}, "cursor"),
        ({"cursor": "a" * 600}, "cursor"),
    ],
)
async def test_a_wrong_page_is_refused(probe: httpx.AsyncClient, params: dict[str, str], field: str) -> None:
    answer = await probe.get("/api/probe/notes", params=params)

    assert answer.status_code == 422
    assert [error["field"] for error in answer.json()["errors"]] == [field]


@pytest.mark.parametrize(
    ("params", "headers"), [({"format": "csv"}, {}), ({}, {"Accept": "text/html, text/csv;q=0.9"})]
)
async def test_the_list_is_exported_as_csv(
    probe: httpx.AsyncClient, params: dict[str, str], headers: dict[str, str]
) -> None:
    answer = await probe.get("/api/probe/notes", params=params, headers=headers)

    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="notes.csv"'
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert rows[0] == ["words"]
    assert [row[0] for row in rows[1:]] == [f"note {number}" for number in reversed(range(1200))]


@pytest.mark.parametrize(
    ("words", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("@cmd", "'@cmd"),
        ("-2+3", "'-2+3"),
        ("-12.5", "-12.5"),
        ("+1", "+1"),
        ('a "b", c', 'a "b", c'),
        ("two\nlines", "two\nlines"),
    ],
)
async def test_csv_exports_escape_formulas(
    services: ApiServices, probe: httpx.AsyncClient, words: str, cell: str
) -> None:
    async with services.sessions() as session:
        await session.execute(delete(Note))
        session.add(Note(at=datetime.fromtimestamp(0, UTC), id=uuid.UUID(int=1), words=words))
        await session.commit()

    answer = await probe.get("/api/probe/notes", params={"format": "csv"})

    assert list(csv.reader(io.StringIO(answer.text, newline="")))[1] == [cell]
