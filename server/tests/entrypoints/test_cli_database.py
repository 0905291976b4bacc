"""Commands that only read work on a database of somebody else, and on one of their own that does not run."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from clearwater.adapters.postgres_server import as_application
from clearwater.entrypoints.cli_database import fetch


@pytest.fixture
def data_folder() -> Iterator[Path]:
    """A new installation's, which the account of PostgreSQL may enter."""
    with tempfile.TemporaryDirectory(prefix="clearwater-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_rows_are_read_from_the_configured_database(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", as_application(database_url))
    monkeypatch.setenv("DATABASE_OWNER_URL", database_url)

    assert fetch("SELECT $1::int AS answer", 42)[0]["answer"] == 42


def test_a_database_that_does_not_run_is_started_and_migrated(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("CLEARWATER_DATA", str(data_folder))
    configured: list[object] = []
    # The tests' own stays as it is.
    monkeypatch.setattr("clearwater.kit.logging.configure_logging", configured.append)

    assert fetch("SELECT count(*) FROM clients")[0]["count"] == 0
    assert configured
