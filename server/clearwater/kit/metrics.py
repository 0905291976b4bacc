"""The metrics of all processes, for Prometheus; docs/operating/monitoring.md lists them.

Counting takes no lock, so that it costs an order next to nothing: a metric is changed and read by the event
loop of its process alone.
"""

import platform
from bisect import bisect_left
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from typing import Generic, TypeVar

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
)
from prometheus_client.metrics_core import Metric as Family
from prometheus_client.registry import Collector

Labels = tuple[str, ...]
COMMIT_BUCKETS = (0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
REQUEST_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
JOB_BUCKETS = (0.01, 0.05, 0.25, 1, 5, 30, 120, 600)
BATCH_BUCKETS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


class Value:
    """A number of one set of labels; hot paths keep it and change it directly."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0.0


class Distribution:
    """The observations of one set of labels."""

    __slots__ = ("_bounds", "counts", "sum")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def observe(self, value: float) -> None:
        self.counts[bisect_left(self._bounds, value)] += 1
        self.sum += value

    @property
    def count(self) -> int:
        return sum(self.counts)

    def buckets(self) -> list[tuple[str, float]]:
        """Cumulative counts by upper bound."""
        found, total = [], 0
        for bound, count in zip([*map(str, map(float, self._bounds)), "+Inf"], self.counts, strict=True):
            total += count
            found.append((bound, float(total)))
        return found


Child = TypeVar("Child", Value, Distribution)


class Metric(Collector, Generic[Child]):
    """A metric by labels, whose values are few: no ids, no paths with ids, nothing that a caller makes up."""

    def __init__(self, name: str, help_text: str, labels: Labels = ()) -> None:
        self.name = name
        self._help = help_text
        self.label_names = labels
        self._children: dict[Labels, Child] = {}
        if not labels:
            self.labels()

    def labels(self, *values: str) -> Child:
        child = self._children.get(values)
        if child is None:
            assert len(values) == len(self.label_names)
            child = self._children[values] = self._make()
        return child

    def items(self) -> ItemsView[Labels, Child]:
        return self._children.items()

    def describe(self) -> Iterable[Family]:
        """By its name alone, without reading anything."""
        return [Family(self.name, self._help, "unknown")]

    def _make(self) -> Child:
        raise NotImplementedError


class Counter(Metric[Value]):
    def _make(self) -> Value:
        return Value()

    def inc(self, amount: float = 1) -> None:
        """Count on a counter without labels."""
        self._children[()].value += amount

    def collect(self) -> Iterator[Family]:
        family = CounterMetricFamily(self.name, self._help, labels=self.label_names)
        for labels, child in self._children.items():
            family.add_metric(labels, child.value)
        yield family


class Gauge(Metric[Value]):
    """A value that is set, or read when it is scraped."""

    _source: Callable[[], Mapping[Labels, float]] | None = None

    def _make(self) -> Value:
        return Value()

    def read(self, source: Callable[[], float]) -> None:
        """Read a gauge without labels from this function."""
        self._source = lambda: {(): source()}

    def read_all(self, source: Callable[[], Mapping[Labels, float]]) -> None:
        """Read the values by their labels from this function."""
        self._source = source

    def collect(self) -> Iterator[Family]:
        family = GaugeMetricFamily(self.name, self._help, labels=self.label_names)
        for labels, value in self._values().items():
            family.add_metric(labels, value)
        yield family

    def _values(self) -> Mapping[Labels, float]:
        if self._source is None:
            return {labels: child.value for labels, child in self._children.items()}
        try:
            return self._source()
        except OSError:
            # One gauge is missing then; all the rest can still be scraped.
            return {}


class Histogram(Metric[Distribution]):
    def __init__(self, name: str, help_text: str, buckets: Sequence[float], labels: Labels = ()) -> None:
        self._buckets = buckets
        super().__init__(name, help_text, labels)

    def _make(self) -> Distribution:
        return Distribution(self._buckets)

    def observe(self, value: float) -> None:
        """Observe on a histogram without labels."""
        self._children[()].observe(value)

    def collect(self) -> Iterator[Family]:
        family = HistogramMetricFamily(self.name, self._help, labels=self.label_names)
        for labels, child in self._children.items():
            family.add_metric(labels, child.buckets(), child.sum)
        yield family


engine_leading = Gauge("clearwater_engine_leading", "1 while this engine leads and serves, else 0.")
engine_sequence = Gauge("clearwater_engine_sequence", "The last durable entry of the journal.")
engine_commands = Counter(
    "clearwater_engine_commands_total", "Commands that changed something and are durable."
)
engine_batches = Counter("clearwater_engine_batches_total", "Batches that were committed.")
engine_batch_commands = Histogram(
    "clearwater_engine_batch_commands", "Commands of a batch, rejected ones included.", BATCH_BUCKETS
)
engine_commit_seconds = Histogram(
    "clearwater_engine_commit_seconds", "Time that the database takes to commit a batch.", COMMIT_BUCKETS
)
engine_queue_seconds = Histogram(
    "clearwater_engine_queue_seconds",
    "Time from a command's application until it is durable; of the first command of each batch.",
    COMMIT_BUCKETS,
)
engine_waiting_commands = Gauge("clearwater_engine_waiting_commands", "Commands that are not yet durable.")
engine_rebuilds = Counter(
    "clearwater_engine_rebuilds_total", "Times that the state was thrown away and rebuilt."
)
engine_overloads = Counter(
    "clearwater_engine_overloads_total", "Commands rejected because the queue was full."
)
engine_clock_ahead_seconds = Gauge(
    "clearwater_engine_clock_ahead_seconds", "How far the clock has jumped ahead and is not followed."
)
gateway_followers = Gauge("clearwater_gateway_followers", "Processes that follow the engine.", ("role",))
gateway_unsent_bytes = Gauge(
    "clearwater_gateway_unsent_bytes", "Bytes that followers have not read yet, in all.", ("role",)
)

orders = Counter("clearwater_orders_total", "Orders sent to the engine, by outcome.", ("outcome",))
feed_connected = Gauge("clearwater_feed_connected", "1 while this process follows an engine that serves.")
feed_lag_entries = Gauge(
    "clearwater_feed_lag_entries", "Entries that the view is behind the engine's last heartbeat."
)
feed_silent_seconds = Gauge("clearwater_feed_silent_seconds", "Time since the engine's last frame.")
feed_catch_up_seconds = Histogram(
    "clearwater_feed_catch_up_seconds", "Time that reads waited for the view to catch up.", REQUEST_BUCKETS
)
feed_loads = Counter("clearwater_feed_loads_total", "Times that the view was loaded from the tables.")

http_request_seconds = Histogram(
    "clearwater_http_request_seconds",
    "Time from a request to the end of its response.",
    REQUEST_BUCKETS,
    ("route", "method", "status"),
)
rate_limited = Counter(
    "clearwater_rate_limited_requests_total", "Requests rejected by a rate limit.", ("group",)
)
overloaded_reads = Counter(
    "clearwater_overloaded_reads_total", "Reads rejected because they could not be served soon."
)
cache_requests = Counter("clearwater_cache_requests_total", "Lookups in caches.", ("cache", "result"))
cache_entries = Gauge("clearwater_cache_entries", "Values in a cache.", ("cache",))
realtime_sockets = Gauge("clearwater_realtime_sockets", "Open sockets.", ("kind",))
realtime_sent = Counter("clearwater_realtime_sent_messages_total", "Messages sent to sockets.")
realtime_received = Counter("clearwater_realtime_received_messages_total", "Messages received from sockets.")
realtime_slow_consumers = Counter(
    "clearwater_realtime_slow_consumers_total", "Sockets closed because they did not read."
)

database_connections = Gauge(
    "clearwater_database_connections", "Connections of the pool, by state.", ("state",)
)
database_pool_size = Gauge("clearwater_database_pool_size", "Connections that the pool may have.")

job_runs = Counter("clearwater_job_runs_total", "Runs of the worker's jobs, by outcome.", ("name", "outcome"))
job_seconds = Histogram("clearwater_job_seconds", "Time that a run of a job takes.", JOB_BUCKETS, ("name",))
job_last_success = Gauge(
    "clearwater_job_last_success_timestamp_seconds", "When a job last succeeded, in Unix seconds.", ("name",)
)
mail_sent = Counter("clearwater_mail_sent_total", "Emails that the mail server has accepted.")
mail_failures = Counter("clearwater_mail_failures_total", "Attempts to send an email that failed.")
mail_waiting = Gauge("clearwater_mail_waiting", "Emails in the outbox that are to be sent.")
mail_oldest_seconds = Gauge("clearwater_mail_oldest_waiting_seconds", "Age of the oldest email that waits.")
disk_free_bytes = Gauge("clearwater_disk_free_bytes", "Free bytes on the disk of the data folder.")

AnyMetric = Metric[Value] | Metric[Distribution]
DATABASE: tuple[AnyMetric, ...] = (database_connections, database_pool_size)
FEED: tuple[AnyMetric, ...] = (
    orders,
    feed_connected,
    feed_lag_entries,
    feed_silent_seconds,
    feed_catch_up_seconds,
    feed_loads,
)
# What each process exposes.
BY_PROCESS: dict[str, tuple[AnyMetric, ...]] = {
    "engine": (
        engine_leading,
        engine_sequence,
        engine_commands,
        engine_batches,
        engine_batch_commands,
        engine_commit_seconds,
        engine_queue_seconds,
        engine_waiting_commands,
        engine_rebuilds,
        engine_overloads,
        engine_clock_ahead_seconds,
        gateway_followers,
        gateway_unsent_bytes,
        disk_free_bytes,
    ),
    "api": (
        *FEED,
        *DATABASE,
        http_request_seconds,
        rate_limited,
        overloaded_reads,
        cache_requests,
        cache_entries,
        realtime_sockets,
        realtime_sent,
        realtime_received,
        realtime_slow_consumers,
    ),
    "worker": (
        *FEED,
        *DATABASE,
        job_runs,
        job_seconds,
        job_last_success,
        mail_sent,
        mail_failures,
        mail_waiting,
        mail_oldest_seconds,
    ),
}


class BuildInfo(Collector):
    def __init__(self, process: str) -> None:
        self._info = {
            "version": version("clearwater"),
            "python": platform.python_version(),
            "process": process,
        }

    def collect(self) -> Iterator[Family]:
        yield InfoMetricFamily("clearwater_build", "The version that runs.", value=self._info)


def make_registry(process: str) -> CollectorRegistry:
    """What `/metrics` of a process shows: its own metrics, its CPU and memory, its version."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    registry.register(BuildInfo(process))
    for metric in BY_PROCESS[process]:
        registry.register(metric)
    return registry
