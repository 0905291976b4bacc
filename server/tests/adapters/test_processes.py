"""What the kernel is told about child processes."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from clearwater.adapters.processes import lower_session_priority


@pytest.fixture
def leader() -> Iterator[subprocess.Popen[bytes]]:
    """A process with a session of its own."""
    waiting = [sys.executable, "-c", "input()"]
    with subprocess.Popen(waiting, stdin=subprocess.PIPE, start_new_session=True) as process:
        yield process
        process.kill()


def test_the_niceness_of_a_session_counts_against_other_sessions(leader: subprocess.Popen[bytes]) -> None:
    lower_session_priority(leader.pid, 7)

    group = Path(f"/proc/{leader.pid}/autogroup")
    # Kernels that do not share by session have no such file, and the niceness of the process counts.
    assert not group.exists() or group.read_text().endswith(" nice 7\n")


def test_a_process_that_has_ended_meanwhile_is_left_alone(leader: subprocess.Popen[bytes]) -> None:
    leader.kill()
    leader.wait()

    lower_session_priority(leader.pid, 7)

    assert not Path(f"/proc/{leader.pid}").exists()
