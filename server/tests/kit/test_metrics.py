"""Metrics as Prometheus reads them."""

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from clearwater.kit.metrics import BY_PROCESS, Counter, Gauge, Histogram, make_registry


def scrape(*metrics: Counter | Gauge | Histogram) -> dict[str, float]:
    registry = CollectorRegistry()
    for metric in metrics:
        registry.register(metric)
    lines = generate_latest(registry).decode().splitlines()
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}


def test_a_counter_counts_by_labels() -> None:
    counter = Counter("orders_total", "Orders.", ("outcome",))
    accepted = counter.labels("accepted")

    accepted.value += 2
    counter.labels("rejected").value += 1

    assert counter.labels("accepted") is accepted
    assert scrape(counter) == {
        'orders_total{outcome="accepted"}': 2,
        'orders_total{outcome="rejected"}': 1,
    }


def test_a_histogram_counts_what_is_at_most_each_bound() -> None:
    histogram = Histogram("commit_seconds", "Commits.", (0.001, 0.01))

    for seconds in (0.001, 0.0011, 5):
        histogram.observe(seconds)

    assert scrape(histogram) == {
        'commit_seconds_bucket{le="0.001"}': 1,
        'commit_seconds_bucket{le="0.01"}': 2,
        'commit_seconds_bucket{le="+Inf"}': 3,
        "commit_seconds_count": 3,
        "commit_seconds_sum": 5.0021,
    }


def test_a_gauge_is_set_or_read_when_scraped() -> None:
    waiting, followers = Gauge("waiting", "Waiting."), Gauge("followers", "Followers.", ("role",))
    numbers = iter([3, 4])
    waiting.read(lambda: next(numbers))
    followers.labels("api").value = 2

    assert scrape(waiting, followers) == {"waiting": 3, 'followers{role="api"}': 2}
    assert scrape(waiting)["waiting"] == 4


def test_every_process_exposes_metrics_that_prometheus_can_parse() -> None:
    for process in BY_PROCESS:
        text = generate_latest(make_registry(process)).decode()

        names = {family.name for family in text_string_to_metric_families(text)}

        assert "clearwater_build_info" in names
        assert all(name.startswith(("clearwater_", "process_")) for name in names)
