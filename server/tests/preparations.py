"""Databases with what many tests begin with, done once while an engine serves."""

import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from clearwater.adapters.postgres_server import as_application
from clearwater.entrypoints.wiring import ApiServices, open_api_services
from clearwater.kit.clock import FixedClock
from clearwater.kit.config import Settings
from tests.builders import a_web_build
from tests.conftest import NOON
from tests.databases import Preparation
from tests.trading import followed_engine

Act = Callable[[ApiServices], Awaitable[Any]]


def prepared_ledger(name: str, act: Act) -> Preparation:
    """What an act leaves in the database; it returns what tests have to know of that.

    Nothing that is sealed or signed: the keys are in the data folder, of which each test has its own.
    """
    return Preparation(name, partial(_act_on, act))


async def _act_on(act: Act, database_url: str) -> Any:
    url = as_application(database_url)
    with tempfile.TemporaryDirectory(prefix="clearwater-tests-") as folder:
        settings = Settings(web_folder=a_web_build(Path(folder) / "web"), data_folder=Path(folder) / "data")
        async with (
            open_api_services(settings, url, clock=FixedClock(NOON)) as services,
            followed_engine(services, url),
        ):
            return await act(services)
