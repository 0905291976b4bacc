"""Who is signed in to the console, and the audit entry of what they do."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.staff import audit
from clearwater.domains.staff.errors import OperatorStepUpMethods, OperatorStepUpRequired
from clearwater.domains.staff.permissions import PERMISSIONS_OF, Permission

COMMAND_LINE = "command line"


@dataclass(frozen=True)
class Operator:
    """A signed-in staff member."""

    id: uuid.UUID
    login: str
    role: str
    session_id: uuid.UUID
    expires_at: datetime
    stepped_up_until: datetime | None = None
    has_passkeys: bool = False

    def require_step_up(self, now: datetime) -> None:
        """Raise unless the operator has stepped up recently."""
        if self.stepped_up_until is not None and now < self.stepped_up_until:
            return
        methods: list[Literal["totp", "passkey"]] = ["totp"]
        if self.has_passkeys:
            methods.append("passkey")
        raise OperatorStepUpRequired(fields=OperatorStepUpMethods(methods=methods))

    @property
    def permissions(self) -> frozenset[Permission]:
        return PERMISSIONS_OF[self.role]


async def record(
    session: AsyncSession,
    staff: Operator | None,
    act: str,
    *,
    subject: str,
    detail: Mapping[str, object] | None = None,
    by: str = COMMAND_LINE,
    now: datetime,
) -> None:
    """Write the audit entry of an action, in its transaction and as the last step.

    Last, because appends are serialised until commit. `staff` is None for commands at the command line, and
    for what happens by itself: `by` says what did it.
    `detail` holds plain JSON values and no secrets: it is kept forever.
    """
    await audit.append(
        session,
        staff_id=staff.id if staff else None,
        staff_login=staff.login if staff else by,
        act=act,
        subject=subject,
        detail=detail or {},
        now=now,
    )
