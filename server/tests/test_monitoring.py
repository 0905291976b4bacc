"""The dashboard, the alert rules and the list of metrics name what the processes expose."""

import json
import re
from pathlib import Path
from typing import Any

import yaml

from clearwater.kit.metrics import BY_PROCESS, Histogram, make_registry

OPERATING = Path(__file__).resolve().parents[2] / "docs" / "operating"
NAME = re.compile(r"\b(?:clearwater|process)_[a-z_]+")
# What Prometheus adds to a target.
TARGET_LABELS = {"instance", "component", "job", "le"}


def exposed_names() -> set[str]:
    """The names of all samples, by which queries ask for them."""
    names: set[str] = set()
    for process, metrics in BY_PROCESS.items():
        names |= {sample.name for family in make_registry(process).collect() for sample in family.samples}
        for metric in metrics:
            suffixes = ("_bucket", "_sum", "_count") if isinstance(metric, Histogram) else ("",)
            names |= {metric.name + suffix for suffix in suffixes}
    return names


def dashboard_expressions() -> list[str]:
    dashboard = json.loads((OPERATING / "monitoring" / "clearwater-dashboard.json").read_text())
    panels = [panel for panel in dashboard["panels"] if panel["type"] != "row"]
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
    return [target["expr"] for panel in panels for target in panel["targets"]]


def alert_rules() -> list[dict[str, Any]]:
    parsed = yaml.safe_load((OPERATING / "monitoring" / "alerts.yml").read_text())
    return [rule for group in parsed["groups"] for rule in group["rules"]]


def names_in(expressions: list[str]) -> set[str]:
    return {name for expression in expressions for name in NAME.findall(expression)}


def test_the_dashboard_shows_every_metric_and_no_other() -> None:
    shown, exposed = names_in(dashboard_expressions()), exposed_names()

    assert shown - exposed == set()
    families = {metric.name for metrics in BY_PROCESS.values() for metric in metrics}
    assert {name for name in families if not any(one.startswith(name) for one in shown)} == set()


def test_alert_rules_are_complete_and_name_metrics_that_exist() -> None:
    rules = alert_rules()

    assert names_in([rule["expr"] for rule in rules]) - exposed_names() == set()
    for rule in rules:
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"]
    assert len({rule["alert"] for rule in rules}) == len(rules)


def test_parentheses_of_all_expressions_are_balanced() -> None:
    for expression in [*dashboard_expressions(), *(rule["expr"] for rule in alert_rules())]:
        for opening, closing in ("()", "[]", "{}"):
            assert expression.count(opening) == expression.count(closing), expression


def test_no_metric_has_a_label_that_prometheus_sets_itself() -> None:
    for metrics in BY_PROCESS.values():
        for metric in metrics:
            assert TARGET_LABELS.isdisjoint(metric.label_names), metric.name


def test_the_list_of_metrics_is_complete() -> None:
    listed = (OPERATING / "monitoring.md").read_text()
    for metrics in BY_PROCESS.values():
        for metric in metrics:
            assert f"`{metric.name}`" in listed
