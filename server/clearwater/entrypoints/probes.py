"""Health probes for supervisors and load balancers."""

from fastapi import APIRouter, Request
from pydantic import BaseModel
from sqlalchemy import text

from clearwater.kit.errors import EngineUnavailable, problems
from clearwater.kit.unit_of_work import ReadSession

router = APIRouter(prefix="/health", tags=["health"])


class Health(BaseModel):
    status: str


@router.get("/live")
async def show_live() -> Health:
    """The process answers."""
    return Health(status="live")


@router.get("/ready", responses=problems(EngineUnavailable))
async def show_ready(request: Request, session: ReadSession) -> Health:
    """The process can serve: its database answers, and the engine takes commands."""
    await session.execute(text("SELECT 1"))
    if not request.app.state.services.engine.is_serving:
        raise EngineUnavailable(headers={"Retry-After": "1"})
    return Health(status="ready")
