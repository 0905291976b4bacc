"""The market board as one site shows it."""

from clearwater.core.views import PairView, View
from clearwater.domains.markets.board import Board
from clearwater.domains.markets.candles import Candle, Interval
from clearwater.domains.markets.errors import PairUnknown
from clearwater.domains.markets.tape import Tape
from clearwater.domains.markets.wire import Json
from clearwater.domains.sites.service import Site


class SiteBoard:
    """Only the pairs that a site lists: any other pair does not exist there."""

    def __init__(self, board: Board, site: Site) -> None:
        self._board = board
        self._site = site

    @property
    def view(self) -> View:
        return self._board.view

    @property
    def pairs(self) -> dict[str, PairView]:
        """The listed pairs that the exchange has."""
        pairs = self._board.pairs
        if self._site.listing is None:
            return pairs
        return {name: pair for name, pair in pairs.items() if name in self._site.listing}

    def get_pair(self, symbol: str) -> PairView:
        require_listed(self._site, symbol)
        return self._board.get_pair(symbol)

    def tape(self, symbol: str) -> Tape:
        return self._board.tape(symbol)

    def ticker(self, symbol: str) -> Json:
        require_listed(self._site, symbol)
        return self._board.ticker(symbol)

    def depth(self, symbol: str, limit: int) -> bytes:
        require_listed(self._site, symbol)
        return self._board.depth(symbol, limit)

    def now_ms(self) -> int:
        return self._board.now_ms()

    def unsaved(self, symbol: str, interval: Interval) -> dict[int, Candle]:
        return self._board.unsaved(symbol, interval)


def require_listed(site: Site, symbol: str) -> None:
    """Raise as for a pair that does not exist."""
    if not site.lists(symbol):
        raise PairUnknown(f"There is no pair {symbol[:41]!r}.")
