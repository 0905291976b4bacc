"""Log lines are buffered while a loop runs, and none is lost or out of order."""

import asyncio
import io
import subprocess
import sys
import threading

import pytest

from clearwater.kit import logging
from clearwater.kit.logging import MAX_BUFFERED, LogWriter
from tests.polling import eventually


def test_without_an_event_loop_each_line_is_written_immediately() -> None:
    stream = io.StringIO()
    writer = LogWriter(stream)

    writer.write("one\n")
    assert stream.getvalue() == "one\n"


async def test_lines_are_buffered_and_then_written() -> None:
    stream = io.StringIO()
    writer = LogWriter(stream)
    writer.write("one\n")
    writer.write("two\n")

    assert stream.getvalue() == ""
    await eventually(lambda: stream.getvalue() == "one\ntwo\n")


async def test_a_warning_flushes_the_buffered_lines() -> None:
    stream = io.StringIO()
    writer = LogWriter(stream)
    writer.write("one\n")
    writer.write("two\n", is_urgent=True)

    assert stream.getvalue() == "one\ntwo\n"


async def test_a_full_buffer_is_written_immediately() -> None:
    stream = io.StringIO()
    writer = LogWriter(stream)
    for number in range(MAX_BUFFERED):
        writer.write(f"{number}\n")

    assert stream.getvalue().count("\n") == MAX_BUFFERED


def test_lines_buffered_by_an_ended_loop_are_flushed_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "FLUSH_SECONDS", 0.0)
    stream = io.StringIO()
    writer = LogWriter(stream)

    async def write(line: str) -> None:
        writer.write(line)

    asyncio.run(write("one\n"))
    asyncio.run(write("two\n"))
    assert stream.getvalue() == "one\ntwo\n"


async def test_concurrent_threads_lose_no_line() -> None:
    stream = io.StringIO()
    writer = LogWriter(stream)

    def write_many() -> None:
        for _ in range(1000):
            writer.write("line\n")

    threads = [threading.Thread(target=write_many) for _ in range(4)]
    for thread in threads:
        thread.start()
    write_many()
    for thread in threads:
        thread.join()
    writer.flush()

    assert stream.getvalue().splitlines() == ["line"] * 5000


async def test_writing_to_a_closed_stream_raises_nothing() -> None:
    stream = io.StringIO()
    writer = LogWriter(stream)
    stream.close()

    writer.write("one\n", is_urgent=True)
    writer.write("two\n")
    writer.flush()


def test_buffered_lines_are_flushed_at_exit() -> None:
    program = """
import asyncio, sys
from clearwater.kit.logging import LogWriter
async def main():
    LogWriter(sys.stderr).write("the last words\\n")
asyncio.run(main())
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=30
    )

    assert ended.stderr == "the last words\n"
