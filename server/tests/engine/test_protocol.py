"""Messages of the gateway: the two sides may be one version apart."""

import msgspec

from clearwater.engine import protocol
from clearwater.engine.decoding import decode_engine, decode_follower
from clearwater.engine.protocol import Alive, FollowerStatus, JobStatus, Status


class OlderStatus(msgspec.Struct, array_like=True, tag=17):
    """As it was before the engine knew its followers and their jobs."""

    seq: int
    hash: bytes
    waiting: int = 0


class OlderAlive(msgspec.Struct, array_like=True, tag=4):
    """As it was before followers described themselves."""

    has_visitors: bool = False


def test_an_older_follower_reads_a_newer_status() -> None:
    followers, jobs = [FollowerStatus("api", 1, 2, 3)], [JobStatus("send_mail", 5, 6)]
    newer = Status(7, b"head", waiting=2, commit_p50_ms=1.5, followers=followers, jobs=jobs)

    older = msgspec.msgpack.decode(protocol.encoder.encode(newer), type=OlderStatus)

    assert (older.seq, older.hash, older.waiting) == (7, b"head", 2)


def test_an_older_heartbeat_and_an_older_status_are_read() -> None:
    alive = decode_follower(protocol.encoder.encode(OlderAlive(True)))
    status = decode_engine(protocol.encoder.encode(OlderStatus(7, b"head", 2)))

    assert alive == Alive(has_visitors=True)
    assert status == Status(7, b"head", waiting=2)
