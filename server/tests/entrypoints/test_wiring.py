"""What routes name as dependencies is wired under that name and has that type."""

from typing import Any, get_args, get_type_hints

import pytest

import clearwater.entrypoints.api  # noqa: F401, declares every dependency there is
from clearwater.domains.clients.ports import ClientFacts
from clearwater.domains.markets.ports import NetworkDirectory
from clearwater.domains.membership.service import Positions
from clearwater.domains.realtime.service import Realtime
from clearwater.domains.sessions.ports import PrivateChannels
from clearwater.domains.sites.service import SiteDirectory
from clearwater.domains.staff.passkeys import Parties
from clearwater.domains.wallets.directory import Networks
from clearwater.entrypoints.client_facts import KnownClientFacts
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.app_services import AppService
from clearwater.kit.languages import SiteLanguages

# A protocol of a lower layer, and the class above it that fulfils it.
FULFILLED_BY = {
    ClientFacts: KnownClientFacts,
    Positions: KnownClientFacts,
    SiteLanguages: SiteDirectory,
    Parties: SiteDirectory,
    NetworkDirectory: Networks,
    PrivateChannels: Realtime,
}


def wired_type(name: str) -> Any:
    member = getattr(ApiServices, name, None)
    if isinstance(member, property):
        return get_type_hints(member.fget)["return"]
    return get_type_hints(ApiServices)[name]


@pytest.mark.parametrize("dependency", AppService.declared, ids=lambda dependency: dependency.name)
def test_each_declared_dependency_has_the_wired_type(dependency: AppService[Any]) -> None:
    (declared,) = get_args(dependency.__orig_class__)  # type: ignore[attr-defined]

    assert FULFILLED_BY.get(declared, declared) == wired_type(dependency.name)
