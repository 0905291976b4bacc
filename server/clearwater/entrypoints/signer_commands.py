"""`clearwater signer`: the process, and the ceremony of its seed."""

import asyncio
import os
import secrets
from pathlib import Path

import click
from embit import bip39

from clearwater.adapters.chains.development_seed import DEVELOPMENT_MNEMONIC
from clearwater.adapters.chains.known_networks import KNOWN_NETWORKS
from clearwater.adapters.chains.networks import load_networks
from clearwater.adapters.signer.account import SignerHome, prepare_home
from clearwater.adapters.signer.client import SignerClient
from clearwater.adapters.signer.keys import Seed, development_seed
from clearwater.adapters.signer.seed_file import SeedFile, read_secret, require_long
from clearwater.domains.wallets.ports import NetworkSpec, SignerUnavailable
from clearwater.entrypoints.signer import open_seed, read_unlocking_secret, run
from clearwater.kit.config import Settings, load_settings
from clearwater.kit.errors import StartupError
from clearwater.kit.logging import configure_logging

WORD_COUNTS = ("12", "15", "18", "21", "24")
BITS_PER_WORD, CHECKSUM_DIVISOR = 11, 33
ASKED_WORDS = 2
FILE = click.Path(path_type=Path, dir_okay=False)


@click.group(invoke_without_command=True)
@click.pass_context
def signer(context: click.Context) -> None:
    """Run only the signer process, or manage its seed."""
    settings = load_settings()
    configure_logging(settings)
    context.obj = settings
    if context.invoked_subcommand is None:
        run(settings, load_networks)


@signer.command()
@click.option("--words", type=click.Choice(WORD_COUNTS), default="24", show_default=True)
@click.option("--development", is_flag=True, help="Store the public seed of development chains.")
@click.pass_obj
def init(settings: Settings, *, words: str, development: bool) -> None:
    """Generate a seed, show its words once, and store it encrypted."""
    home = _prepare_empty(settings)
    secret = _new_secret(settings)
    if development:
        entropy = bytes(bip39.mnemonic_to_bytes(DEVELOPMENT_MNEMONIC))
    else:
        entropy = os.urandom(int(words) * BITS_PER_WORD * 32 // CHECKSUM_DIVISOR // 8)
        _show_words(str(bip39.mnemonic_from_bytes(entropy)).split())
    _store(home, entropy, secret)
    click.echo(f"The seed is stored in {home.seed}.")
    if not development:
        _print_all_xpubs(Seed(entropy))


@signer.command()
@click.argument("file", type=FILE)
@click.option("--new-passphrase-file", type=FILE, help="The passphrase of the copy; else it is asked for.")
@click.pass_obj
def backup(settings: Settings, file: Path, *, new_passphrase_file: Path | None) -> None:
    """Write an encrypted copy of the seed to FILE, under a passphrase of its own."""
    entropy = _open_entropy(settings)
    secret = read_secret(new_passphrase_file) if new_passphrase_file else _ask_new("Passphrase of the copy")
    SeedFile(file).create(entropy, secret)
    click.echo(f"The copy is in {file}. Without its passphrase it is worth nothing.")


@signer.command()
@click.argument("file", type=FILE, required=False)
@click.option("--old-passphrase-file", type=FILE, help="The passphrase of FILE; else it is asked for.")
@click.pass_obj
def restore(settings: Settings, file: Path | None, *, old_passphrase_file: Path | None) -> None:
    """Store a seed again: from the backup FILE, or from its words, which are asked for."""
    home = _prepare_empty(settings)
    if file is None:
        entropy = _ask_words()
    else:
        old = read_secret(old_passphrase_file) if old_passphrase_file else _ask("Passphrase of the backup")
        entropy = SeedFile(file).open(old)
    _store(home, entropy, _new_secret(settings))
    click.echo(f"The seed {Seed(entropy).fingerprint} is stored in {home.seed}.")


@signer.command()
@click.option("--new-passphrase-file", type=FILE, help="The new passphrase or key; else it is asked for.")
@click.pass_obj
def rotate(settings: Settings, *, new_passphrase_file: Path | None) -> None:
    """Encrypt the same seed under a new passphrase or key file; the old one opens it no more."""
    entropy = _open_entropy(settings)
    secret = read_secret(new_passphrase_file) if new_passphrase_file else _ask_new("New passphrase")
    SeedFile(_home(settings).seed).replace(entropy, secret)
    click.echo("The seed is encrypted under the new passphrase. Restart the signer with it.")


@signer.command()
@click.argument("network")
@click.pass_obj
def xpubs(settings: Settings, network: str) -> None:
    """Print the extended public keys of NETWORK, as networks.toml has them."""
    networks = load_networks(settings)
    if network not in networks:
        raise click.ClickException(f"There is no network {network}; known are {', '.join(sorted(networks))}.")
    spec = networks[network]
    seed = development_seed() if spec.is_development else open_seed(settings, _home(settings))
    if seed is None or (seed.is_development and not spec.is_development):
        raise click.ClickException("There is no seed for real networks; run 'clearwater signer init'.")
    _print_xpubs(seed, spec)


@signer.command()
@click.pass_obj
def status(settings: Settings) -> None:
    """Ask the running signer how it is; exit code 1 if there is none."""

    async def ask() -> str:
        client = SignerClient(settings.data_folder)
        try:
            health = await client.health()
        finally:
            await client.close()
        lines = {
            "seed": health.seed,
            "networks": " ".join(health.networks),
            "signed": str(health.signed),
            "protections": " ".join(health.protections),
            "journal": "can be written" if health.can_write else "CANNOT BE WRITTEN",
        }
        return "\n".join(f"{name}: {value}" for name, value in lines.items())

    try:
        click.echo(asyncio.run(ask()))
    except SignerUnavailable as error:
        raise click.ClickException(str(error)) from None


def _home(settings: Settings) -> SignerHome:
    return prepare_home(settings.data_folder)


def _prepare_empty(settings: Settings) -> SignerHome:
    home = _home(settings)
    if home.seed.exists():
        raise StartupError(f"{home.seed} already exists; it is not overwritten.")
    return home


def _store(home: SignerHome, entropy: bytes, secret: bytes) -> None:
    """The journal first: a signer with a seed and without a journal does not start."""
    if not home.journal.exists():
        home.journal.touch(mode=0o600)
    home.own(home.journal)
    SeedFile(home.seed).create(entropy, secret)
    home.own(home.seed)


def _open_entropy(settings: Settings) -> bytes:
    home = _home(settings)
    if not home.seed.exists():
        raise StartupError(f"There is no seed in {home.folder}; run 'clearwater signer init'.")
    return SeedFile(home.seed).open(read_unlocking_secret(settings))


def _new_secret(settings: Settings) -> bytes:
    """What the new seed is encrypted under: the file that the signer will read, else a passphrase."""
    path = settings.signer_key_file or settings.signer_passphrase_file
    return read_secret(path) if path is not None else _ask_new("Passphrase")


def _ask(question: str) -> bytes:
    return str(click.prompt(question, hide_input=True, err=True)).encode()


def _ask_new(question: str) -> bytes:
    answer = click.prompt(question, hide_input=True, confirmation_prompt=True, err=True)
    require_long(str(answer).encode(), what="The passphrase")
    return str(answer).encode()


def _ask_words() -> bytes:
    words = str(click.prompt("The words of the seed, with spaces", hide_input=True, err=True))
    try:
        return bytes(bip39.mnemonic_to_bytes(" ".join(words.lower().split())))
    except ValueError:
        raise StartupError("These words are no seed: one is wrong, missing, or in another place.") from None


def _show_words(words: list[str]) -> None:
    """Show the words once, and have some of them typed back: an unread backup is none."""
    click.echo("Write these words on paper, in this order. They are shown once, and are all it takes to pay.")
    for number, word in enumerate(words, 1):
        click.echo(f"{number:>4}. {word}")
    for number in sorted(secrets.SystemRandom().sample(range(1, len(words) + 1), ASKED_WORDS)):
        answer = str(click.prompt(f"Word {number}", err=True))
        if answer.strip().lower() != words[number - 1]:
            raise StartupError("That is not the word on this place; nothing was stored. Start again.")


def _print_all_xpubs(seed: Seed) -> None:
    """For the networks that are known without configuration."""
    click.echo("For networks.toml (keep them private: they show every address):")
    for network in KNOWN_NETWORKS.values():
        if network.kind == "evm" or network.hrp:
            _print_xpubs(seed, network)


def _print_xpubs(seed: Seed, network: NetworkSpec) -> None:
    click.echo(f"\n[{network.key}.xpubs]")
    for wallet, xpub in seed.xpubs(network).items():
        click.echo(f'{wallet} = "{xpub}"')
