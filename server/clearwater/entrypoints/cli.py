"""The `clearwater` program. Each command imports what it needs, so that help is shown immediately."""

import asyncio
import gc
import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    import socket

    from clearwater.kit.config import Settings

EXIT_INTERRUPTED = 130


MAINTENANCE_COMMANDS = {
    "backup": "Copy database, files and keys into a new folder.",
    "keys": "Manage the keys that encrypt 2FA secrets and identity documents.",
    "restore": "Restore a backup into an empty installation.",
}
DEVELOPMENT_COMMANDS = {"dev": "Use the development chains of a running demo."}
OPERATOR_COMMANDS = {
    "accept-loss": "Have the engine serve a journal that lacks acknowledged entries.",
    "audit": "Verify the database: schema, ledger, journal and audit log.",
    "level": "Manage the membership levels of a site.",
    "rule": "Manage navigation rules: redirects and guards by path.",
}
# Scripts run these again and again: each is a module of its own, which imports little.
OUTBOX_COMMANDS = {"outbox": "Show the emails to one address, sent or queued."}
SITE_COMMANDS = {"site": "Manage the sites of this installation."}
STAFF_COMMANDS = {"staff": "Manage staff accounts."}
SIGNER_COMMANDS = {"signer": "Run only the signer process, or manage its seed."}
COMMANDS_BY_MODULE = {
    "development_commands": DEVELOPMENT_COMMANDS,
    "maintenance_commands": MAINTENANCE_COMMANDS,
    "operator_commands": OPERATOR_COMMANDS,
    "outbox_commands": OUTBOX_COMMANDS,
    "signer_commands": SIGNER_COMMANDS,
    "site_commands": SITE_COMMANDS,
    "staff_commands": STAFF_COMMANDS,
}


class Commands(click.Group):
    """Adds the commands of other modules, which are imported only when one of them is run."""

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        for module, names in COMMANDS_BY_MODULE.items():
            if name in names:
                commands = import_module(f"clearwater.entrypoints.{module}")
                found: click.Command = getattr(commands, name.replace("-", "_"))
                return found
        return super().get_command(context, name)

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        ours = {name: command.get_short_help_str(limit=90) for name, command in self.commands.items()}
        with formatter.section("Commands"):
            others = [command for names in COMMANDS_BY_MODULE.values() for command in names.items()]
            formatter.write_dl(sorted([*ours.items(), *others]))


@click.group(cls=Commands)
def cli() -> None:
    """Clearwater, a crypto exchange. Settings come from the environment; see .env.example."""


@cli.command()
@click.option(
    "--demo/--no-demo",
    default=None,
    help="Require a demo (bots, play money) or a real market. A new ledger is a demo by default.",
)
def run(demo: bool | None) -> None:
    """Run the whole exchange on this machine; Ctrl-C stops it."""
    from clearwater.entrypoints import fork_server_process

    # Before anything else is imported: it loads meanwhile.
    fork_server = fork_server_process.launch_early()
    settings = _start(choose_demo(demo))
    from clearwater.entrypoints import supervisor

    sys.exit(asyncio.run(supervisor.run(settings, fork_server)))


@cli.command()
def seed() -> None:
    """Create the coins, pairs and history of the demo, without running the exchange."""
    settings = _start()
    from clearwater.entrypoints import seed

    asyncio.run(seed.seed(settings))


@cli.command()
def api() -> None:
    """Run only the api process."""
    gc.disable()
    settings = _start()
    database_url = _find_database_url(settings)
    import uvloop

    from clearwater.entrypoints.api import serve
    from clearwater.entrypoints.listener import inherit_or_bind

    # Before dropping root: only root may bind low ports.
    listener = inherit_or_bind(settings.host, settings.port)
    settings, metrics_listener = _become_application(settings)
    uvloop.run(serve(settings, database_url or _wait_for_database_url(), listener, metrics_listener))


@cli.command()
def engine() -> None:
    """Run only the engine process; a second one waits until the first is gone."""
    gc.disable()
    settings = _start()
    database_url = _find_database_url(settings)
    import uvloop

    from clearwater.entrypoints import engine

    settings, metrics_listener = _become_application(settings)
    # Under `run`, a new ledger is a demo unless the operator says otherwise.
    opens_demo = database_url is None
    url = database_url or _wait_for_database_url()
    uvloop.run(engine.run(settings, url, opens_demo=opens_demo, metrics_listener=metrics_listener))


@cli.command()
def worker() -> None:
    """Run only the worker process."""
    gc.disable()
    settings = _start()
    database_url = _find_database_url(settings)
    from clearwater.entrypoints import worker

    settings, metrics_listener = _become_application(settings)
    asyncio.run(worker.run(settings, database_url or _wait_for_database_url(), metrics_listener))


@cli.command()
def chains() -> None:
    """Run only the development chains: their nodes, and blocks for them."""
    settings = _start()
    from clearwater.adapters.privileges import drop_root
    from clearwater.entrypoints import chains

    programs, nodes = asyncio.run(chains.prepare(settings))
    asyncio.run(chains.run(drop_root(settings), programs, nodes))


@cli.command()
def migrate() -> None:
    """Migrate the database schema to the latest version."""
    settings = _start()
    from clearwater.adapters.postgres_remote import require_usable
    from clearwater.adapters.postgres_server import database, urls_of
    from clearwater.kit.migrations import migrate

    async def migrate_database() -> None:
        async with database(settings) as owner_url:
            await require_usable(owner_url)
            await asyncio.to_thread(migrate, owner_url, urls_of(settings, owner_url).application_role)

    asyncio.run(migrate_database())


@cli.command()
def openapi() -> None:
    """Print the OpenAPI document."""
    from clearwater.entrypoints.api import openapi_document

    click.echo(json.dumps(openapi_document(), indent=2, sort_keys=True))


@cli.command()
def database_url() -> None:
    """Print the owner's database URL of the running exchange, for psql and similar tools."""
    settings = _start()
    from clearwater.adapters.postgres_server import find_running_url

    url = settings.database_owner_url or settings.database_url or find_running_url(settings.data_folder)
    if url is None:
        raise click.ClickException(
            f"No database is running for the data folder {settings.data_folder.absolute()}."
        )
    click.echo(url)


@cli.command()
def version() -> None:
    """Print the version."""
    from importlib.metadata import version

    click.echo(f"clearwater {version('clearwater')}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; errors that an operator can fix are printed as a sentence, without a traceback."""
    try:
        code = cli.main(arguments, prog_name="clearwater", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        code = EXIT_INTERRUPTED
    except Exception as error:
        from clearwater.kit.errors import StartupError

        if not isinstance(error, StartupError):
            raise
        click.echo(str(error), err=True)
        code = os.EX_CONFIG
    sys.exit(code)


def _become_application(settings: "Settings") -> "tuple[Settings, socket.socket | None]":
    """Bind the port of the metrics and drop root, once everything is imported."""
    from clearwater.adapters.privileges import drop_root
    from clearwater.entrypoints.metrics_server import bind_metrics

    metrics_listener = bind_metrics(settings)
    settings = drop_root(settings)
    _freeze_loaded_modules()
    return settings, metrics_listener


def _freeze_loaded_modules() -> None:
    """Exclude loaded modules from garbage collection: scanning them slows the start and every collection."""
    gc.freeze()
    gc.enable()


def _find_database_url(settings: "Settings") -> str | None:
    """The database URL; None when the supervisor sends it on stdin once the database runs."""
    from clearwater.entrypoints.child import DATABASE_ON_STDIN

    if DATABASE_ON_STDIN in os.environ:
        return None
    from clearwater.adapters.postgres_server import get_database_url

    return get_database_url(settings)


def _wait_for_database_url() -> str:
    database_url = sys.stdin.readline().strip()
    if not database_url:
        # The supervisor closed stdin: it has stopped before the database was ready.
        sys.exit(os.EX_OK)
    return database_url


def _start(settings: "Settings | None" = None) -> "Settings":
    from clearwater.kit.config import load_settings
    from clearwater.kit.logging import configure_logging

    settings = settings or load_settings()
    configure_logging(settings)
    return settings


def choose_demo(demo: bool | None) -> "Settings":
    """The option decides, else the setting; without either, the kind of the ledger decides.

    The processes that `run` starts read it from the environment.
    """
    from clearwater.kit.config import load_settings

    settings = load_settings()
    if demo is None:
        return settings
    os.environ["CLEARWATER_DEMO"] = str(demo).lower()
    return settings.model_copy(update={"demo": demo})
