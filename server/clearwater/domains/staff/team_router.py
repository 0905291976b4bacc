"""The staff, for admins."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Request

from clearwater.domains.staff import queries, team
from clearwater.domains.staff.errors import Forbidden, OperatorTokenInvalid, StaffConflict
from clearwater.domains.staff.models import StaffMember
from clearwater.domains.staff.schemas import StaffChange, StaffDraft, StaffSecretsView, StaffView
from clearwater.domains.staff.service import Operator, allowed_to, record
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/staff", route_class=UnitOfWorkRoute)

StaffAdmin = Annotated[Operator, Depends(allowed_to("staff"))]


@router.get("", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_staff(admin: StaffAdmin, paging: Paging, session: ReadSession) -> Page[StaffView]:
    """Everybody of the staff, newest first."""
    return await read_page(session, queries.select_staff(), queries.STAFF_ORDER, paging, StaffView.of)


@router.post("", status_code=201, responses=problems(OperatorTokenInvalid, Forbidden, StaffConflict))
async def add_staff(
    draft: StaffDraft, admin: StaffAdmin, request: Request, session: WriteSession
) -> StaffSecretsView:
    """Add a colleague; password and second factor are in this answer and never again."""
    services = request.app.state.services
    secrets = await team.FreshSecrets.make(services.staff_passwords, services.seal)
    member = await team.add_member(session, draft, secrets, now=services.clock.now())
    await record(
        session,
        admin,
        "staff.added",
        subject=f"staff:{member.login}",
        detail={"role": member.role},
        now=services.clock.now(),
    )
    return _with_secrets(member, secrets)


@router.patch("/{staff_id}", responses=problems(OperatorTokenInvalid, Forbidden, NotFound, StaffConflict))
async def change_staff(
    staff_id: uuid.UUID, change: StaffChange, admin: StaffAdmin, request: Request, session: WriteSession
) -> StaffView:
    """Change a role, or close or open an account; the last admin stays."""
    member = await team.change_member(session, staff_id, change)
    await record(
        session,
        admin,
        "staff.changed",
        subject=f"staff:{member.login}",
        detail=change.model_dump(exclude_none=True),
        now=request.app.state.services.clock.now(),
    )
    return StaffView.of(member)


@router.post("/{staff_id}/reset", responses=problems(OperatorTokenInvalid, Forbidden, NotFound))
async def reset_staff(
    staff_id: uuid.UUID, admin: StaffAdmin, request: Request, session: WriteSession
) -> StaffSecretsView:
    """Give a colleague a new password and second factor; both are in this answer and never again."""
    services = request.app.state.services
    secrets = await team.FreshSecrets.make(services.staff_passwords, services.seal)
    member = await team.reset_member(session, staff_id, secrets)
    subject = f"staff:{member.login}"
    await record(session, admin, "staff.reset", subject=subject, now=services.clock.now())
    return _with_secrets(member, secrets)


def _with_secrets(member: StaffMember, secrets: team.FreshSecrets) -> StaffSecretsView:
    return StaffSecretsView.with_secrets(
        member,
        password=secrets.password,
        totp_secret=secrets.totp_secret,
        totp_uri=secrets.totp_uri(member.login),
    )
