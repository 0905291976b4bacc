"""What market data needs from wallets; wired by the entry points."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Protocol

from fastapi import Depends

from clearwater.kit.app_services import AppService


class NetworkDirectory(Protocol):
    """Wallets are a domain above, so they implement this."""

    def keys_by_coin(self, *, is_demo: bool) -> Mapping[str, Sequence[str]]:
        """The networks of each coin, as `GET /v1/deposit/networks` lists them."""
        ...


AppNetworkDirectory = Annotated[NetworkDirectory, Depends(AppService[NetworkDirectory]("networks"))]
