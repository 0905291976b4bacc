"""Heads as they are exported, and read again years later."""

import pytest

from clearwater.kit.chain_heads import GENESIS, Head, format_head, parse_heads

JOURNAL = [Head(0, GENESIS), Head(17, bytes(range(32)))]
LOG = [Head(3, bytes(range(1, 33)))]


def test_heads_are_read_as_they_were_exported() -> None:
    lines = [*(format_head("journal", head) for head in JOURNAL), format_head("audit-log", LOG[0])]

    assert lines[2] == f"audit-log 3 {LOG[0].hash.hex()}"
    assert parse_heads("\n\n".join(lines)) == {"journal": JOURNAL, "audit-log": LOG, "checkpoint": []}


@pytest.mark.parametrize("unnamed", ["journal", "audit-log"])
def test_an_unnamed_head_belongs_to_the_default_chain(unnamed: str) -> None:
    line = f"3 {LOG[0].hash.hex()}\n"

    heads = parse_heads(line, unnamed=unnamed)  # type: ignore[arg-type]

    assert heads == {"journal": [], "audit-log": [], "checkpoint": []} | {unnamed: LOG}


@pytest.mark.parametrize(
    "line",
    [
        "17",
        "x 00",
        f"-1 {'00' * 32}",
        "17 00",
        f"17 {'00' * 32} more",
        "journal 17",
        f"chain 17 {'00' * 32}",
        f"audit-log journal 17 {'00' * 32}",
    ],
)
def test_a_malformed_head_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="Line 2 is no head"):
        parse_heads(f"{format_head('journal', JOURNAL[0])}\n{line}\n")
