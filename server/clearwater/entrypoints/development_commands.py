"""Commands for development chains: what they are, coins from the faucet, blocks, reorganisations."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from decimal import Decimal, InvalidOperation
from typing import TypeVar

import click

from clearwater.adapters.chains.development_chain import DevChain, FaucetRefused, connect_development_chain
from clearwater.adapters.chains.networks import CHAINS_FOLDER, DevelopmentChain, read_development_chains
from clearwater.domains.wallets.ports import AddressInvalid, ChainError
from clearwater.kit.config import Settings, load_settings
from clearwater.kit.logging import configure_logging

MAX_BLOCKS = 10_000

Result = TypeVar("Result")


@click.group()
def dev() -> None:
    """Use the development chains of a running demo."""


@dev.command()
def status() -> None:
    """Print each network as a JSON object."""
    settings = _start()
    for known in read_development_chains(settings.data_folder):

        async def describe(chain: DevChain, known: DevelopmentChain = known) -> dict[str, object]:
            return {
                "network": known.network,
                "kind": known.kind,
                "rpc_url": known.rpc_url,
                "height": await chain.height(),
                "coins": [asset.coin for asset in chain.network.assets],
            }

        click.echo(json.dumps(_use(settings, known.network, describe)))


@dev.command()
@click.argument("network")
@click.argument("address")
@click.argument("amount")
@click.option("--coin", help="A token of the network instead of its own coin.")
def faucet(network: str, address: str, amount: str, coin: str | None) -> None:
    """Pay AMOUNT to ADDRESS and print the transaction's id."""
    try:
        value = Decimal(amount)
    except InvalidOperation:
        raise click.ClickException(f"{amount} is no amount.") from None
    if not value.is_finite():
        raise click.ClickException(f"{amount} is no amount.")
    click.echo(_use(_start(), network, lambda chain: chain.pay(address, value, coin)))


@dev.command()
@click.argument("network")
@click.argument("blocks", type=click.IntRange(1, MAX_BLOCKS), default=1)
def mine(network: str, blocks: int) -> None:
    """Mine BLOCKS blocks and print the new height."""
    click.echo(_use(_start(), network, lambda chain: chain.mine(blocks)))


@dev.command()
@click.argument("network")
@click.argument("depth", type=click.IntRange(1, MAX_BLOCKS))
def reorg(network: str, depth: int) -> None:
    """Replace the last DEPTH blocks by one more without transactions; print the old and the new tip."""
    old, new = _use(_start(), network, lambda chain: chain.reorg(depth))
    click.echo(f"{old} {new}")


def _start() -> Settings:
    settings = load_settings()
    configure_logging(settings)
    return settings


def _use(settings: Settings, network: str, act: Callable[[DevChain], Awaitable[Result]]) -> Result:
    """Do something with a chain; errors become one sentence."""
    running = {chain.network: chain for chain in read_development_chains(settings.data_folder)}
    if network not in running:
        names = ", ".join(running) or "none"
        raise click.ClickException(f"There is no development chain {network} here; running: {names}.")

    async def connect() -> Result:
        chain = connect_development_chain(running[network], settings.data_folder / CHAINS_FOLDER)
        try:
            return await act(chain)
        finally:
            await chain.close()

    try:
        return asyncio.run(connect())
    except (AddressInvalid, ChainError, FaucetRefused) as error:
        raise click.ClickException(str(error)) from None
