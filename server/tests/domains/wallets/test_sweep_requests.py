"""Sweeps that staff ask for."""

import httpx
from sqlalchemy import text

from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInStaff, status_and_code
from tests.conftest import NOON

NETWORKS = "/api/operator/networks"


async def shown(http: httpx.AsyncClient, staff: SignedInStaff, key: str) -> dict[str, object]:
    items = (await http.get(NETWORKS, headers=staff.headers)).json()["items"]
    found: dict[str, object] = next(one for one in items if one["network"] == key)
    return found


async def test_a_requested_sweep_is_shown_and_audited(
    client: httpx.AsyncClient, services: ApiServices, tom: SignedInStaff
) -> None:
    before = await shown(client, tom, "eth")

    requested = await client.post(f"{NETWORKS}/eth/sweep", headers=tom.headers)

    assert (requested.status_code, before["sweep_requested_at"]) == (204, None)
    assert (await shown(client, tom, "eth"))["sweep_requested_at"] == int(NOON.timestamp())
    async with services.sessions() as session:
        audited = await session.execute(text("SELECT act, subject FROM audit_log ORDER BY seq DESC LIMIT 1"))
        assert audited.one() == ("network.sweep_requested", "network:eth")


async def test_a_halted_or_unknown_network_is_not_swept(
    client: httpx.AsyncClient, tom: SignedInStaff
) -> None:
    await client.post(f"{NETWORKS}/eth/halt", json={"reason": "A test"}, headers=tom.headers)

    halted = await client.post(f"{NETWORKS}/eth/sweep", headers=tom.headers)
    unknown = await client.post(f"{NETWORKS}/nowhere/sweep", headers=tom.headers)

    assert status_and_code(halted) == (409, "STATE_CONFLICT")
    assert status_and_code(unknown) == (404, "NOT_FOUND")
    assert (await shown(client, tom, "eth"))["sweep_requested_at"] is None
