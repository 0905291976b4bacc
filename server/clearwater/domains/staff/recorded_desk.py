"""The engine as an operator uses it: each act is in the audit log before it is carried out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import Command, Convert, PlaceOrder
from clearwater.core.convert import ConversionForecast
from clearwater.core.desk import Desk, Outcome
from clearwater.core.execution import Forecast
from clearwater.core.views import View
from clearwater.domains.staff.operators import Operator, record
from clearwater.kit.db import SessionFactory, transaction

REFUSED = ".refused"


@dataclass
class RecordedDesk:
    """A desk for one act. Its audit line is durable before the first command is handed in.

    A process that dies in between leaves a line of what was asked; nothing is ever done without one. Where
    the engine refuses, a second line says so.
    """

    desk: Desk
    sessions: SessionFactory
    operator: Operator
    act: str
    subject: str
    detail: Mapping[str, object]
    now: datetime
    is_recorded: bool = field(default=False, init=False)

    @property
    def view(self) -> View:
        return self.desk.view

    async def begin(self) -> None:
        """Record the act before anything of it is done, be it with a command or without."""
        if not self.is_recorded:
            async with transaction(self.sessions) as session:
                await self.finish(session)

    async def submit(self, command: Command) -> Outcome:
        await self.begin()
        outcome = await self.desk.submit(command)
        if outcome.refusal is not None:
            async with transaction(self.sessions) as session:
                await self._record(session, REFUSED, {"code": outcome.refusal.code})
        return outcome

    async def catch_up(self) -> None:
        await self.desk.catch_up()

    async def preview(self, terms: PlaceOrder) -> Forecast:
        return await self.desk.preview(terms)

    async def preview_conversion(self, terms: Convert) -> ConversionForecast:
        return await self.desk.preview_conversion(terms)

    async def finish(self, session: AsyncSession) -> None:
        """Record an act that needed no command, with what else it changed."""
        if not self.is_recorded:
            self.is_recorded = True
            await self._record(session, "", self.detail)

    async def _record(self, session: AsyncSession, outcome: str, detail: Mapping[str, object]) -> None:
        act = f"{self.act}{outcome}"
        await record(session, self.operator, act, subject=self.subject, detail=detail, now=self.now)
