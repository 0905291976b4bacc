"""The faucet of development chains, as the worker uses it to fund the house's wallets."""

from decimal import Decimal
from pathlib import Path

from clearwater.adapters.chains.networks import CHAINS_FOLDER, read_development_chains
from clearwater.domains.wallets.ports import ChainError


class DevelopmentFaucet:
    """Implements `Faucet` with what each chain's own account has."""

    def __init__(self, data_folder: Path) -> None:
        self._data_folder = data_folder

    async def pay(self, network: str, address: str, amount: Decimal, coin: str) -> str:
        # Most workers never need it, nor what it loads.
        from clearwater.adapters.chains.development_chain import (  # noqa: PLC0415
            FaucetRefused,
            connect_development_chain,
        )

        found = [chain for chain in read_development_chains(self._data_folder) if chain.network == network]
        if not found:
            raise ChainError(f"{network} does not run")
        chain = connect_development_chain(found[0], self._data_folder / CHAINS_FOLDER)
        try:
            return await chain.pay(address, amount, coin)
        except FaucetRefused as refusal:
            raise ChainError(str(refusal)) from None
        finally:
            await chain.close()
