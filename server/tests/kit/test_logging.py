"""Nothing secret reaches a log line, whoever wrote it."""

import json
import re
import subprocess
import sys
from datetime import datetime, timedelta

import pytest

from clearwater.kit.clock import SystemClock

SET_UP = """
import logging
import structlog
from clearwater.kit.config import Settings
from clearwater.kit.logging import configure_logging
configure_logging(Settings(log_format="json"))
"""


def lines_of(program: str) -> list[dict[str, object]]:
    """Run a program of its own, because logging is set up once a process."""
    finished = subprocess.run(
        [sys.executable, "-c", SET_UP + program], capture_output=True, text=True, check=True, timeout=30
    )
    return [json.loads(line) for line in finished.stderr.splitlines()]


def test_secrets_are_redacted_by_name_and_by_pattern() -> None:
    [line] = lines_of(
        """structlog.get_logger("ours").info(
            "login", password="hunter2", X_Token="t0ken", nested={"totp": "123456", "kept": "yes"},
            url="postgresql://app:hunter2@db/clearwater", query="/email?code=123456&page=2",
            header="Bearer t0ken")"""
    )

    del line["timestamp"]
    assert line == {
        "event": "login",
        "level": "info",
        "logger": "ours",
        "password": "[redacted]",
        "X_Token": "[redacted]",
        "nested": {"totp": "[redacted]", "kept": "yes"},
        "url": "postgresql://app:[redacted]@db/clearwater",
        "query": "/email?code=[redacted]&page=2",
        "header": "Bearer [redacted]",
    }


def test_times_are_utc_in_any_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")

    ours, request, theirs = (
        datetime.fromisoformat(str(line["timestamp"]))
        for line in lines_of(
            """structlog.get_logger("ours").info("started")
structlog.get_logger("clearwater.http").info(
    "request", request_id="1", method="GET", path="/", status=200, ms=1.0, client=None)
logging.getLogger("theirs").warning("late")"""
        )
    )

    assert {at.utcoffset() for at in (ours, request, theirs)} == {timedelta()}
    assert abs(SystemClock().now() - ours) < timedelta(minutes=5)
    assert abs(request - ours) < timedelta(minutes=5)
    assert abs(theirs - ours) < timedelta(minutes=5)


def test_log_lines_of_libraries_are_redacted_once() -> None:
    [line] = lines_of(
        """
try:
    raise ValueError("postgresql://app:hunter2@db")
except ValueError:
    logging.getLogger("some.library").exception("connecting with token=%s", "t0ken")
"""
    )

    assert line["event"] == "connecting with token=[redacted]"
    assert str(line["exception"]).endswith("ValueError: postgresql://app:[redacted]@db")


def test_row_values_in_database_errors_are_redacted() -> None:
    [line] = lines_of(
        """
try:
    raise ValueError("duplicate key value\\nDETAIL:  Key (email)=(ann@example.org) exists.\\n[SQL: x]")
except ValueError:
    logging.getLogger("some.library").exception("failed")
"""
    )

    assert str(line["exception"]).endswith("duplicate key value\nDETAIL:  [redacted]\n[SQL: x]")


REQUEST = """
def request(**more):
    structlog.get_logger("clearwater.http").info(
        "request", request_id="ab12", method="POST", path="/a b/token=t0ken", status=201, ms=1.5, **more)
request(client=None)
request(client=None, more=1)
request(client="::1")
"""


def test_the_line_of_a_request_is_like_any_other() -> None:
    short, long, other = lines_of(REQUEST)

    stamps = [line.pop("timestamp") for line in (short, long, other)]
    assert all(re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", str(stamp)) for stamp in stamps)
    assert stamps == sorted(stamps, key=str)
    assert {**short, "more": 1} == long
    assert short == {**other, "client": None}
    assert short["path"] == "/a b/token=[redacted]"


def test_the_line_of_a_request_is_like_any_other_on_a_console() -> None:
    program = SET_UP.replace("json", "console") + REQUEST
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=30
    ).stderr.splitlines()

    short, long, other = (line[27:] for line in shown)
    assert short == long.replace(" more=1", "")
    assert short == other.replace("client=::1", "client=None")
    assert "path='/a b/token=[redacted]'" in short


def test_a_console_line_cannot_steer_the_terminal() -> None:
    program = SET_UP.replace("json", "console") + (
        'structlog.get_logger("ours").info("request", path="/\\x1b[2J", agent="a\\u202eb")\n'
        'logging.getLogger("theirs").warning("bad\\x1b[1m\\r\\nline")\n'
        "try:\n"
        '    raise ValueError("not a\\x1b[2J\\r number")\n'
        "except ValueError:\n"
        '    structlog.get_logger("ours").exception("failed")\n'
    )
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=30
    ).stderr

    assert all(line.isprintable() for line in shown.split("\n"))
    assert r"agent='a\u202eb' path='/\x1b[2J'" in shown
    assert r"'bad\x1b[1m\r\nline'" in shown
    assert shown.endswith("\nValueError: not a\\x1b[2J\\r number\n")


def test_a_console_line_has_its_fields_in_order_and_the_traceback_below() -> None:
    program = SET_UP.replace("json", "console") + (
        'log = structlog.get_logger("ours")\n'
        'log.info("order_placed", pair="BTC-USDT", note="two words", count=2)\n'
        "try:\n    raise ValueError('broken')\n"
        'except ValueError:\n    log.exception("failed")\n'
    )
    shown = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=30
    ).stderr.splitlines()

    assert shown[0][27:] == (
        " [info     ] order_placed                   [ours] count=2 note='two words' pair=BTC-USDT"
    )
    assert shown[1][27:] == " [error    ] failed                         [ours] "
    assert (shown[2], shown[-1]) == ("Traceback (most recent call last):", "ValueError: broken")
