"""Callers who are signed in themselves: no API key sees or changes what secures an account."""

import uuid
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends

from clearwater.domains.clients.service import Client
from clearwater.domains.sessions.service import Caller, Confirmed, SignedIn, SteppedUp


@dataclass(frozen=True)
class Owner:
    """A client and the session in which he speaks."""

    client: Client
    session_id: uuid.UUID
    caller: Caller


def _owner(caller: Caller) -> Owner:
    assert caller.session_id is not None, "no key comes this far"
    return Owner(caller.client, caller.session_id, caller)


async def _reading(caller: SignedIn) -> Owner:
    return _owner(caller)


async def _changing(caller: Confirmed) -> Owner:
    return _owner(caller)


async def _stepped_up(caller: SteppedUp) -> Owner:
    return _owner(caller)


ReadingOwner = Annotated[Owner, Depends(_reading)]
ChangingOwner = Annotated[Owner, Depends(_changing)]
SteppedUpOwner = Annotated[Owner, Depends(_stepped_up)]
