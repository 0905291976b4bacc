"""One node of each kind for all tests of a process."""

import itertools
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.adapters.chains.nodes import UTXO_NETWORKS, RunningChain, running_chain


@pytest.fixture(scope="session")
def chains_folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="clearwater-chains-") as folder:
        yield Path(folder)


@pytest_asyncio.fixture(scope="session", params=UTXO_NETWORKS)
async def utxo(request: pytest.FixtureRequest, chains_folder: Path) -> AsyncIterator[RunningChain]:
    async with running_chain(request.param, chains_folder) as running:
        yield running


@pytest_asyncio.fixture(scope="session")
async def evm(chains_folder: Path) -> AsyncIterator[RunningChain]:
    async with running_chain("eth-dev", chains_folder) as running:
        yield running


@pytest.fixture(scope="session")
def _numbers() -> Iterator[int]:
    return itertools.count(1_000)


@pytest.fixture
def index(_numbers: Iterator[int]) -> int:
    """The number of a key that no other test uses."""
    return next(_numbers)
