"""The routers of the operator console that belong to no other domain."""

from fastapi import APIRouter

from clearwater.domains.staff import (
    account_router,
    audit_router,
    enrolment_router,
    outbox_router,
    team_router,
    token_router,
)

router = APIRouter(prefix="/operator", tags=["operator"])
for part in (token_router, enrolment_router, account_router, team_router, audit_router, outbox_router):
    router.include_router(part.router)
