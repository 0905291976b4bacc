"""Blocks read ahead, several in one batch, while a watcher catches up with a chain."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Generic, TypeVar

from clearwater.domains.wallets.ports import BlockRef

MAX_BLOCKS = 64
MAX_BATCH_BYTES = 8 * 1024 * 1024
# A block that was read ahead may have left the chain since. The watcher notices that by the next block's
# parent, as with a node that is as much behind.
MAX_AGE_SECONDS = 2.0

Content = TypeVar("Content")


@dataclass(frozen=True)
class ReadBlock(Generic[Content]):
    ref: BlockRef
    content: Content
    size_bytes: int


class ReadAhead(Generic[Content]):
    """Reads more at a time while blocks are asked for one after the other.

    Each block is answered from here once. Whoever asks for a height again, or for one before, wants to know
    what the node has now.
    """

    def __init__(self, load: Callable[[int, int], Awaitable[Sequence[ReadBlock[Content]]]]) -> None:
        self._load = load
        self._blocks: dict[int, ReadBlock[Content]] = {}
        self._contents: dict[str, Content] = {}
        self._loaded_at = 0.0
        self._next_height = -1
        self._count = 1
        self._max_count = MAX_BLOCKS

    def is_sequential(self, height: int) -> bool:
        return height == self._next_height

    async def find(self, height: int) -> BlockRef | None:
        """The block at a height; None above the tip."""
        if height not in self._blocks or monotonic() > self._loaded_at + MAX_AGE_SECONDS:
            await self._fill(height)
        block = self._blocks.pop(height, None)
        if block is None:
            self._count = 1
            return None
        self._next_height = height + 1
        return block.ref

    def take(self, block_hash: str) -> Content | None:
        """What a block contains, if it was read ahead."""
        return self._contents.pop(block_hash, None)

    def waiting(self) -> Mapping[str, Content]:
        """What the blocks contain that were read ahead and not taken yet, by their hashes."""
        return self._contents

    def skip_to(self, height: int) -> None:
        """The watcher has this block from elsewhere and will ask for the next."""
        self._next_height = height + 1
        self._count = 1

    async def _fill(self, height: int) -> None:
        self._count = min(2 * self._count, self._max_count) if self.is_sequential(height) else 1
        self._blocks = {}
        self._contents = {}
        loaded = await self._load(height, self._count)
        self._loaded_at = monotonic()
        self._blocks = {block.ref.height: block for block in loaded}
        self._contents = {block.ref.hash: block.content for block in loaded}
        if loaded:
            largest = max(block.size_bytes for block in loaded)
            self._max_count = max(1, min(MAX_BLOCKS, MAX_BATCH_BYTES // max(1, largest)))
