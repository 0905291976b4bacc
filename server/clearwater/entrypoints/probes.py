"""Health probes for supervisors and load balancers."""

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel
from sqlalchemy import text

from clearwater.kit.errors import EngineUnavailable, problems
from clearwater.kit.from_app import FromApp
from clearwater.kit.unit_of_work import ReadSession

# Whether the engine takes commands and a visitor finds a market.
IsOpen = Annotated[bool, Depends(FromApp[bool]("is_open"))]

router = APIRouter(prefix="/health", tags=["health"])


class Health(BaseModel):
    status: str


@router.get("/live")
async def show_live() -> Health:
    """The process answers."""
    return Health(status="live")


@router.get("/ready", responses=problems(EngineUnavailable))
async def show_ready(is_open: IsOpen, session: ReadSession) -> Health:
    """The process can serve: its database answers, the engine takes commands, and there is a market."""
    await session.execute(text("SELECT 1"))
    if not is_open:
        raise EngineUnavailable(headers={"Retry-After": "1"})
    return Health(status="ready")
