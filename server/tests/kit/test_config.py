"""Settings come from the environment; a wrong one is named in one sentence."""

import os
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
        ("CLEARWATER_TRUSTED_PROXIES", "*"),
        ("CLEARWATER_TRUSTED_PROXIES", "10.0.0.1,*"),
        ("CLEARWATER_TRUSTED_PROXIES", "10.0.0.1, 0.0.0.0/0"),
        ("CLEARWATER_TRUSTED_PROXIES", "::/0"),
    ],
)
def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(StartupError, match=f"^The setting {name} is invalid: .*\\.$"):
        load_settings()


def test_root_reads_no_settings_that_somebody_else_may_have_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("PORT=9000\n")
    (tmp_path / ".env").chmod(0o666)

    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    own = load_settings()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(StartupError, match="can be written by others, so root does not read it"):
        load_settings()

    assert own.port == 9000


def test_an_example_lists_every_setting() -> None:
    example = Path(__file__).resolve().parents[3] / ".env.example"
    listed = {line.lstrip("# ").partition("=")[0] for line in example.read_text().splitlines() if "=" in line}

    assert listed == {str(field.alias) for field in Settings.model_fields.values()}
