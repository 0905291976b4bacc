"""The calls that every table of proposals has: the list, and the decision of a second person."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from fastapi import APIRouter, Depends
from sqlalchemy import Select, select

from clearwater.core.desk import Desk
from clearwater.domains.approvals.columns import ProposalColumns, ProposalStatus
from clearwater.domains.approvals.proposal_schemas import ProposalFacts, ProposalRejection
from clearwater.domains.approvals.service import Approvals
from clearwater.domains.staff.errors import (
    Forbidden,
    NotIndependent,
    OperatorStepUpRequired,
    OperatorTokenInvalid,
    ProposalDecided,
)
from clearwater.domains.staff.service import Operator, Permission, allowed_to, stepped_up
from clearwater.kit.dependencies import AppClock, AppSessions
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Keyset, Page, Paging, read_page
from clearwater.kit.unit_of_work import ReadSession

Dependency = Callable[..., Any]
OnDecision = problems(
    OperatorTokenInvalid, Forbidden, NotIndependent, OperatorStepUpRequired, NotFound, ProposalDecided
)
ProposalT = TypeVar("ProposalT", bound=ProposalColumns)
ViewT = TypeVar("ViewT", bound=ProposalFacts[Any])


@dataclass(frozen=True)
class ProposalRoutes(Generic[ProposalT, ViewT]):
    """Adds the calls of a table of proposals to a router, which call a proposal by its `name`.

    Their paths are given, since some of them have to stand before others of the router.
    """

    approvals: Approvals[ProposalT]
    view: type[ViewT]
    name: str = "proposal"

    def add_list(
        self,
        router: APIRouter,
        path: str,
        *,
        permission: Permission,
        about: str,
        wanted: Dependency | None = None,
    ) -> None:
        """The list, newest first; `wanted` is a dependency that filters by more than the status."""
        table = self.approvals.table
        newest_first = Keyset[ProposalT]((table.proposed_at, table.id))

        async def list_proposals(
            _: Annotated[Operator, Depends(allowed_to(permission))],
            wanted: Annotated[Select[Any], Depends(wanted or self._by_status)],
            page: Paging,
            session: ReadSession,
        ) -> Page[ViewT]:
            return await read_page(session, wanted, newest_first, page, self.view.of)

        router.add_api_route(
            path,
            list_proposals,
            name=f"list_{self.name}s",
            description=f"{about}, newest first; `proposed` ones wait for a second person.",
            response_model=Page.__class_getitem__(self.view),
            responses=problems(OperatorTokenInvalid, Forbidden),
        )

    def add_decisions(
        self, router: APIRouter, path: str, *, permission: Permission, desk: Dependency
    ) -> None:
        """Approval and rejection, below the path of the proposals."""
        decider = Annotated[Operator, Depends(stepped_up(permission))]

        async def approve(
            proposal_id: uuid.UUID,
            operator: decider,
            desk: Annotated[Desk, Depends(desk)],
            sessions: AppSessions,
            clock: AppClock,
        ) -> ViewT:
            """Approve another person's proposal. It is carried out now, or as soon as the engine is back."""
            await self.approvals.approve(sessions, desk, operator, proposal_id, now=clock.now())
            return await self._show(sessions, proposal_id)

        async def reject(
            proposal_id: uuid.UUID,
            rejection: ProposalRejection,
            operator: decider,
            sessions: AppSessions,
            clock: AppClock,
        ) -> ViewT:
            """Reject another person's proposal; nothing changes."""
            await self.approvals.reject(sessions, operator, proposal_id, rejection.reason, now=clock.now())
            return await self._show(sessions, proposal_id)

        for act in (approve, reject):
            router.add_api_route(
                f"{path}/{{proposal_id}}/{act.__name__}",
                act,
                methods=["POST"],
                name=f"{act.__name__}_{self.name}",
                response_model=self.view,
                responses=OnDecision,
            )

    async def _show(self, sessions: AppSessions, proposal_id: uuid.UUID) -> ViewT:
        async with sessions() as session:
            return self.view.of(await self.approvals.get(session, proposal_id))

    async def _by_status(self, status: ProposalStatus | None = None) -> Select[Any]:
        statement = select(self.approvals.table)
        return statement if status is None else statement.where(self.approvals.table.status == status)
