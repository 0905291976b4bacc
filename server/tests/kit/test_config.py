"""Settings come from the environment; a wrong one is named in one sentence."""

from pathlib import Path

import pytest

from clearwater.kit.config import Settings, load_settings
from clearwater.kit.errors import StartupError


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for field in Settings.model_fields.values():
        monkeypatch.delenv(str(field.alias), raising=False)


def test_every_setting_has_a_default() -> None:
    settings = load_settings()

    assert (settings.host, settings.port, settings.data_folder) == ("127.0.0.1", 8000, Path("var"))


def test_environment_variables_override_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9000")
    monkeypatch.setenv("CLEARWATER_DATA", "/srv/clearwater")
    monkeypatch.setenv("CLEARWATER_RATE_LIMITS", "0")

    settings = load_settings()

    assert (settings.port, settings.data_folder, settings.rate_limits) == (9000, Path("/srv/clearwater"), 0)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("CLEARWATER_RATE_LIMITS", "-1"),
        ("CLEARWATER_RATE_LIMITS", "nan"),
        ("DATABASE_URL", "mysql://root@localhost/x"),
        ("CLEARWATER_LOG_LEVEL", "loud"),
    ],
)
def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(StartupError, match=f"^The setting {name} is invalid: .*\\.$"):
        load_settings()


def test_an_example_lists_every_setting() -> None:
    example = Path(__file__).resolve().parents[3] / ".env.example"
    listed = {line.lstrip("# ").partition("=")[0] for line in example.read_text().splitlines() if "=" in line}

    assert listed == {str(field.alias) for field in Settings.model_fields.values()}
