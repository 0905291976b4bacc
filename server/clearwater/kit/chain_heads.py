"""Heads of the two hash chains, the journal and the staff's audit log, as they are exported and kept.

Beside them the newest checkpoint of the ledger, which is no chain: its entry, and the hash of its state.

One a line: the chain, its last entry and the hash of that. `clearwater audit --head` prints them.
"""

from typing import Literal, NamedTuple, TypeAlias, get_args

Chain: TypeAlias = Literal["journal", "audit-log", "checkpoint"]
CHAINS: tuple[Chain, ...] = get_args(Chain)
# What the first entry of a chain follows.
GENESIS = bytes(32)


class Head(NamedTuple):
    """An entry and its hash, which covers all entries up to it."""

    seq: int
    hash: bytes


class SeenHead(NamedTuple):
    """The last entry that somebody has seen; -1 is none.

    The timeline says how often an operator had accepted by then that the journal lacks entries.
    """

    timeline: int = 0
    seq: int = -1
    hash: bytes = b""


def format_head(chain: Chain, head: Head) -> str:
    return f"{chain} {head.seq} {head.hash.hex()}"


def parse_heads(text: str, *, unnamed: Chain = "journal") -> dict[Chain, list[Head]]:
    """Heads as they were exported, by chain; raises ValueError where a line is none.

    Lines without a name were exported when there was a format for each chain.
    """
    heads: dict[Chain, list[Head]] = {chain: [] for chain in CHAINS}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        chain = next((chain for chain in CHAINS if chain == words[0]), None)
        try:
            seq, digest = words if chain is None else words[1:]
            head = Head(int(seq), bytes.fromhex(digest))
        except ValueError:
            raise ValueError(f"Line {number} is no head: {line.strip()!r}.") from None
        if head.seq < 0 or len(head.hash) != len(GENESIS):
            raise ValueError(f"Line {number} is no head: {line.strip()!r}.")
        heads[chain or unnamed].append(head)
    return heads
