"""A logger that loads structlog with its first event: most commands that work on the database log none."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from structlog.stdlib import BoundLogger


class LazyLogger:
    def __init__(self, name: str) -> None:
        self._name = name

    def info(self, event: str, **values: Any) -> None:
        self._logger().info(event, **values)

    def warning(self, event: str, **values: Any) -> None:
        self._logger().warning(event, **values)

    def _logger(self) -> "BoundLogger":
        import structlog  # noqa: PLC0415

        logger: BoundLogger = structlog.get_logger(self._name)
        return logger
