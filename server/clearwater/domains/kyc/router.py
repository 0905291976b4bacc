"""PATCH /v1/client/kyc."""

from fastapi import APIRouter

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import AccountFrozen, EmailUnconfirmed
from clearwater.domains.clients.service import AppClientFacts, ClientAnswer
from clearwater.domains.kyc import service
from clearwater.domains.kyc.errors import KycApproved, KycPending
from clearwater.domains.kyc.schemas import KycSubmission
from clearwater.domains.sessions.errors import ScopeMissing, TokenInvalid
from clearwater.domains.sessions.service import Confirmed
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import problems
from clearwater.kit.unit_of_work import UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/v1/client", tags=["kyc"], route_class=UnitOfWorkRoute)


@router.patch(
    "/kyc",
    responses=problems(TokenInvalid, AccountFrozen, EmailUnconfirmed, ScopeMissing, KycPending, KycApproved),
)
async def submit_kyc(
    *,
    submission: KycSubmission,
    caller: Confirmed,
    site: CurrentSite,
    session: WriteSession,
    clock: AppClock,
    facts: AppClientFacts,
) -> ClientAnswer:
    """Submit pictures of oneself and of a document for review by staff."""
    client = await service.submit(session, caller.client.id, submission, now=clock.now())
    return ClientAnswer(client=await clients.present(session, facts, client, site))
