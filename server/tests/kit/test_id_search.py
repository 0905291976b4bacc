"""Finding a time among numbered rows."""

import pytest
from sqlalchemy import text

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.db import first_id_from, first_id_since

TIMES = [5, 5, 5, 7, 7, 100]


@pytest.mark.parametrize("first_id", [1, 1000])
async def test_the_first_row_since_a_time_is_found(services: ApiServices, first_id: int) -> None:
    async with services.sessions() as session:
        await session.execute(text("CREATE TEMPORARY TABLE looks (id bigint PRIMARY KEY, at_ms bigint)"))
        empty = await first_id_since(session, "looks", 5)
        rows = [{"id": first_id + place, "at_ms": at_ms} for place, at_ms in enumerate(TIMES)]
        await session.execute(text("INSERT INTO looks VALUES (:id, :at_ms)"), rows)

        found = {at_ms: await first_id_since(session, "looks", at_ms) for at_ms in range(110)}

    assert empty == 1
    places = {
        at_ms: next((place for place, at in enumerate(TIMES) if at >= at_ms), 6) for at_ms in range(110)
    }
    assert found == {at_ms: first_id + place for at_ms, place in places.items()}


async def test_the_first_row_from_a_value_is_found_in_any_column_of_its_order(services: ApiServices) -> None:
    async with services.sessions() as session:
        await session.execute(text("CREATE TEMPORARY TABLE looks (id bigint PRIMARY KEY, place bigint)"))
        await session.execute(text("INSERT INTO looks VALUES (1, 4), (2, 8), (3, 9)"))

        found = [await first_id_from(session, "looks", "place", place) for place in range(3, 11)]

    assert found == [1, 1, 2, 2, 2, 2, 3, 4]
