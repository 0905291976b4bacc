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
    """The process can serve: its database answers, the engine takes commands, and there is a market."""
    await session.execute(text("SELECT 1"))
    services = request.app.state.services
    if not (services.engine.is_serving and services.market_open.is_set()):
        raise EngineUnavailable(headers={"Retry-After": "1"})
    return Health(status="ready")
