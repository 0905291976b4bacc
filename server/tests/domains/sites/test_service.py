"""Operators make and change sites."""

import pytest
from pydantic import ValidationError

from clearwater.domains.sites import service
from clearwater.domains.sites.errors import SiteUnknown
from clearwater.domains.sites.service import SiteChange
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.cache import REFRESH_INTERVAL
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import ValidationFailed


async def test_a_new_site_answers_at_its_hostname_within_seconds(
    services: ApiServices, clock: FixedClock
) -> None:
    with pytest.raises(SiteUnknown):
        await services.sites.get_site("trade.example.org")

    async with services.sessions() as session:
        await service.add_site(session, hostname="Trade.example.org", sitename="Blue")
        await session.commit()
    clock.at += REFRESH_INTERVAL

    assert (await services.sites.get_site("trade.example.org")).sitename == "Blue"
    assert (await services.sites.get_site("localhost")).sitename == "Clearwater"


@pytest.mark.parametrize("hostname", ["localhost", "", "a b", "-a.example", "a..b", "x" * 254, "ex_ample"])
async def test_a_taken_or_invalid_hostname_is_refused(services: ApiServices, hostname: str) -> None:
    async with services.sessions() as session:
        with pytest.raises(ValidationFailed):
            await service.add_site(session, hostname=hostname, sitename="Blue")


async def test_a_partial_change_leaves_other_fields(services: ApiServices, clock: FixedClock) -> None:
    async with services.sessions() as session:
        for change in (
            SiteChange(sitename="Blue", contact_email="help@example.org"),
            SiteChange(accent="#5aa9ff"),
        ):
            await service.change_site(session, "localhost", change, resources=services.site_resources)
        await session.commit()

    site = await services.sites.get_site("127.0.0.1")
    assert (site.sitename, site.contact_email, site.accent) == ("Blue", "help@example.org", "#5aa9ff")


@pytest.mark.parametrize(
    "change",
    [
        {"sitename": ""},
        {"sitename": "x" * 61},
        {"accent": "red; background: url(x)"},
        {"accent": "#00008b"},
        {"contact_email": "nobody"},
        {"contact_telegram": "a/b"},
        {"chat_domain": "chat.example.org; script-src *"},
        {"chat_identity": "none"},
        {"id": "1"},
        {"languages": []},
        {"languages": ["en", "tlh"]},
        {"features": {"casino": True}},
        {"listed_pairs": []},
    ],
)
def test_a_wrong_change_is_refused(change: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        SiteChange.model_validate(change)


async def test_the_default_site_answers_for_unknown_hostnames(services: ApiServices) -> None:
    directory = service.SiteDirectory(services.sessions, services.clock, default_hostname="localhost")

    assert (await directory.get_site("anything.example")).sitename == "Clearwater"
