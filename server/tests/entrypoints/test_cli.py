"""The commands as an operator types them."""

import asyncio
import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import asyncpg
import pytest

from clearwater.adapters.postgres_server import database, find_running_url
from clearwater.entrypoints import cli
from clearwater.kit.config import Settings


def clearwater(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(
        [sys.executable, "-m", "clearwater", *arguments],
        env=clean | settings,
        cwd="/",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_help_lists_the_commands_without_loading_the_exchange() -> None:
    shown = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "clearwater", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    for command in ("run", "api", "worker", "migrate", "openapi", "database-url", "version"):
        assert f"\n  {command} " in shown.stdout
    assert "fastapi" not in shown.stderr
    assert "sqlalchemy" not in shown.stderr


@pytest.mark.parametrize("arguments", [("fly",), ("run", "--fast")])
def test_unknown_arguments_print_the_usage(arguments: tuple[str, ...]) -> None:
    answer = clearwater(*arguments)

    assert answer.returncode == 2
    assert answer.stderr.startswith("Usage: clearwater ")
    assert "Traceback" not in answer.stderr


def test_version() -> None:
    assert clearwater("version").stdout == f"clearwater {version('clearwater')}\n"


def test_the_description_of_the_api_is_the_same_every_time() -> None:
    answer = clearwater("openapi")

    document = json.loads(answer.stdout)
    assert document["openapi"].startswith("3.")
    assert answer.stdout == json.dumps(document, indent=2, sort_keys=True) + "\n"


@pytest.mark.parametrize("command", ["api", "worker"])
def test_a_single_process_needs_a_running_database(command: str, tmp_path: Path) -> None:
    answer = clearwater(command, CLEARWATER_DATA=str(tmp_path))

    assert answer.returncode == 78
    assert answer.stderr == (
        f"No database is running for the data folder {tmp_path}; "
        "start Clearwater with 'clearwater run', or set DATABASE_URL.\n"
    )


def test_there_is_no_url_without_a_database(tmp_path: Path) -> None:
    answer = clearwater("database-url", CLEARWATER_DATA=str(tmp_path))

    assert answer.returncode == 1
    assert answer.stderr == f"Error: No database is running for the data folder {tmp_path}.\n"


async def test_migrate_works_on_a_stopped_installation_and_beside_a_running_one(run_folder: Path) -> None:
    folder = run_folder / "migrated"

    stopped = await asyncio.to_thread(clearwater, "migrate", CLEARWATER_DATA=str(folder))
    assert stopped.returncode == 0, stopped.stderr
    assert find_running_url(folder) is None

    async with database(Settings(data_folder=folder, database_url=None)) as url:
        running = await asyncio.to_thread(clearwater, "migrate", CLEARWATER_DATA=str(folder))
        shown = await asyncio.to_thread(clearwater, "database-url", CLEARWATER_DATA=str(folder))
        connection = await asyncpg.connect(url)
        tables = await connection.fetchval("SELECT count(*) FROM alembic_version")
        await connection.close()

    assert running.returncode == 0, running.stderr
    assert shown.stdout == f"{url}\n"
    assert tables == 1


def test_an_invalid_setting_is_printed_in_one_line(tmp_path: Path) -> None:
    answer = clearwater("migrate", CLEARWATER_DATA=str(tmp_path), PORT="99999")

    assert answer.returncode == 78
    assert answer.stderr.startswith("The setting PORT")
    assert answer.stderr.count("\n") == 1


def test_an_interrupted_command_prints_that_it_was_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.version, "callback", interrupt)
    with pytest.raises(SystemExit) as ended:
        cli.main(["version"])

    assert ended.value.code == 130
    # The empty line is click's: it ends the one on which the terminal shows ^C.
    assert capsys.readouterr().err == "\nInterrupted.\n"
