"""The progress of a long start: a bar on a terminal, lines in a log."""

import io

import structlog

from clearwater.kit.progress import BAR_WIDTH, LoggedProgress, TerminalProgress, progress_on


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class GoneTerminal(Terminal):
    def write(self, text: str) -> int:
        raise OSError


def test_a_terminal_shows_one_line_that_is_drawn_over_itself() -> None:
    terminal = Terminal()
    progress = progress_on(terminal, event="starting")

    progress.show("history", "Price history of BTC-USDT", 50)
    progress.clear()

    half = BAR_WIDTH // 2
    bar = "█" * half + "░" * half
    assert terminal.getvalue() == f"\r\x1b[2K{bar}  50 %  Price history of BTC-USDT\r\r\x1b[2K"
    assert "\n" not in terminal.getvalue()


def test_a_terminal_that_is_gone_stops_nothing() -> None:
    TerminalProgress(GoneTerminal()).show("history", "Price history of BTC-USDT", 50)


def test_elsewhere_each_step_is_a_line_of_the_log() -> None:
    progress = progress_on(io.StringIO(), event="starting")
    assert isinstance(progress, LoggedProgress)

    with structlog.testing.capture_logs() as logs:
        progress.show("history", "Price history of BTC-USDT", 50)
        progress.clear()

    assert logs == [
        {
            "event": "starting",
            "step": "history",
            "text": "Price history of BTC-USDT",
            "percent": 50,
            "log_level": "info",
        }
    ]
