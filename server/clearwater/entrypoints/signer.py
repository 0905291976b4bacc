"""The signer process: it holds the keys, and has neither a network nor the database."""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

import click
import structlog

from clearwater.adapters.chains.networks import CHAINS_FOLDER, FILE_NAME
from clearwater.adapters.privileges import switch_account
from clearwater.adapters.signer import sandbox
from clearwater.adapters.signer.account import SignerHome, prepare_home, require_private
from clearwater.adapters.signer.caps import Caps, load_caps
from clearwater.adapters.signer.journal import SigningJournal
from clearwater.adapters.signer.keys import KeyRing, Seed
from clearwater.adapters.signer.networks import KnownNetworks
from clearwater.adapters.signer.protocol import socket_path
from clearwater.adapters.signer.seed_file import SeedFile, read_secret
from clearwater.adapters.signer.server import SignerServer, bind_socket, serving
from clearwater.adapters.signer.signing import TransactionSigner
from clearwater.domains.wallets.ports import NetworkSpec, SigningRefused
from clearwater.kit.clock import Clock, SystemClock
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError

log = structlog.get_logger("clearwater.signer")

LoadNetworks = Callable[[Settings], Mapping[str, NetworkSpec]]


@dataclass(frozen=True)
class Prepared:
    """A signer that has given up what it does not need, and is about to serve."""

    server: SignerServer
    listener: socket.socket


def run(settings: Settings, load_networks: LoadNetworks, clock: Clock | None = None) -> None:
    """Serve until a stop signal."""
    prepared = prepare(settings, load_networks, clock or SystemClock())
    asyncio.run(serve(prepared))


def prepare(settings: Settings, load_networks: LoadNetworks, clock: Clock) -> Prepared:
    """Open the seed and the journal, and leave everything else behind, in this order.

    Secrets may belong to root, so they are read first; the filter comes last, for it refuses what the steps
    before need.
    """
    home = prepare_home(settings.data_folder)
    seed = open_seed(settings, home)
    has_no_network = sandbox.give_up_network()
    sandbox.allow_locked_memory()
    if home.has_own_account:
        settings = switch_account(home.account, settings)
        home = replace(home, data_folder=settings.data_folder)
    else:
        log.warning("signer_shares_user", remedy="start as root, so that it gets an account of its own")
    protections = {
        "own_account": home.has_own_account,
        "network_namespace": has_no_network,
        "no_dumps": sandbox.forbid_dumps(),
        "locked_memory": sandbox.lock_memory(),
    }
    journal = SigningJournal(home.journal)
    if journal.cut_bytes:
        log.warning("signer_journal_cut", bytes=journal.cut_bytes)
    signer = TransactionSigner(
        keyring=KeyRing(seed),
        networks=KnownNetworks(
            partial(_load_own_networks, settings, load_networks), settings.data_folder / CHAINS_FOLDER
        ),
        journal=journal,
        load_caps=partial(_load_own_caps, home),
        clock=clock,
    )
    _compare_keys(signer)
    mode = 0o660 if home.has_own_account else 0o600
    listener = bind_socket(socket_path(settings.data_folder), mode=mode)
    protections["seccomp"] = sandbox.install_filter()
    active = tuple(name for name, is_active in protections.items() if is_active)
    log.info(
        "signer_started",
        seed="development" if seed is None else seed.fingerprint,
        signed=journal.count,
        active=list(active),
        missing=[name for name in protections if name not in active],
    )
    return Prepared(SignerServer(signer, home.users, active), listener)


def _compare_keys(signer: TransactionSigner) -> None:
    """Say at the start which networks are configured with the keys of another seed."""
    for network in signer.networks.all():
        if network.xpubs:
            try:
                signer.keyring.keys_of(network)
            except SigningRefused as refusal:
                log.warning("signer_network_refused", network=network.key, reason=str(refusal))


async def serve(prepared: Prepared) -> None:
    task = asyncio.current_task()
    assert task is not None
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, task.cancel)
    reloads: set[asyncio.Task[None]] = set()

    def reload() -> None:
        reloading = asyncio.create_task(prepared.server.reload())
        reloads.add(reloading)
        reloading.add_done_callback(reloads.discard)

    loop.add_signal_handler(signal.SIGHUP, reload)
    try:
        async with serving(prepared.server, prepared.listener):
            await asyncio.Event().wait()
    except asyncio.CancelledError:
        log.info("signer_stopped")


def open_seed(settings: Settings, home: SignerHome) -> Seed | None:
    """The installation's own seed; without one, development chains alone are signed for."""
    if not home.seed.exists():
        return None
    if not home.journal.exists():
        raise StartupError(
            f"The signer's journal {home.journal} is gone: without it, what was signed would be signed "
            "again. Put it back; see docs/operating/signer.md."
        )
    return Seed(SeedFile(home.seed).open(read_unlocking_secret(settings)))


def read_unlocking_secret(settings: Settings) -> bytes:
    """The key file or passphrase that opens the seed: from a file, else from the terminal."""
    path = settings.signer_key_file or settings.signer_passphrase_file
    if path is not None:
        return read_secret(path)
    if not sys.stdin.isatty():
        raise StartupError(
            "The signer's seed is locked: set CLEARWATER_SIGNER_PASSPHRASE_FILE or "
            "CLEARWATER_SIGNER_KEY_FILE, or run 'clearwater signer' at a terminal."
        )
    return str(click.prompt("Passphrase of the signer's seed", hide_input=True, err=True)).encode()


def _load_own_networks(settings: Settings, load_networks: LoadNetworks) -> Mapping[str, NetworkSpec]:
    """The application must not be able to change what the signer believes of a real network."""
    require_private(settings.networks_file or settings.data_folder / FILE_NAME)
    return load_networks(settings)


def _load_own_caps(home: SignerHome) -> Caps:
    require_private(home.caps)
    return load_caps(home.caps)
