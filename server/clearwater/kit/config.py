"""The settings of one installation, read from the environment once."""

import os
import re
import stat
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, SettingsConfigDict

from clearwater.kit.errors import StartupError

# A network of all addresses.
ANYBODY = re.compile(r"\s*[0-9a-f.:]+/0+\s*", re.IGNORECASE)
REPOSITORY = Path(__file__).resolve().parents[3]


class Settings(BaseSettings):
    """Every setting there is; `.env.example` explains each to operators."""

    model_config = SettingsConfigDict(
        frozen=True, extra="ignore", populate_by_name=True, env_ignore_empty=True
    )

    host: str = Field(default="127.0.0.1", alias="HOST")
    port: int = Field(default=8000, alias="PORT", ge=1, le=65535)
    public_port: int | None = Field(default=None, alias="CLEARWATER_PUBLIC_PORT", ge=1, le=65535)
    api_processes: int = Field(default=0, alias="API_PROCESSES", ge=0, le=64)
    accept_clock: bool = Field(default=False, alias="CLEARWATER_ACCEPT_CLOCK")
    hang_seconds: int = Field(default=15, alias="CLEARWATER_HANG_SECONDS", ge=0)
    engine_address: str | None = Field(
        default=None, alias="CLEARWATER_ENGINE_ADDRESS", pattern=r"^.+:\d{1,5}$"
    )
    engine_tls: Path | None = Field(default=None, alias="CLEARWATER_ENGINE_TLS")
    data_folder: Path = Field(default=Path("var"), alias="CLEARWATER_DATA")
    database_url: str | None = Field(default=None, alias="DATABASE_URL", pattern=r"^postgres(ql)?://.+")
    database_owner_url: str | None = Field(
        default=None, alias="DATABASE_OWNER_URL", pattern=r"^postgres(ql)?://.+"
    )
    redis_url: str | None = Field(default=None, alias="REDIS_URL", pattern=r"^(rediss?|unix)://.+")
    smtp_url: str | None = Field(default=None, alias="SMTP_URL", pattern=r"^smtp(s|\+plain)?://.+")
    secret_key: str | None = Field(default=None, alias="CLEARWATER_SECRET_KEY", min_length=16)
    old_secret_keys: str | None = Field(default=None, alias="CLEARWATER_OLD_SECRET_KEYS")
    web_folder: Path = Field(default=REPOSITORY / "web" / "dist", alias="CLEARWATER_WEB")
    default_site: str | None = Field(default=None, alias="CLEARWATER_DEFAULT_SITE")
    trusted_proxies: str = Field(default="", alias="CLEARWATER_TRUSTED_PROXIES")
    rate_limits: float = Field(default=1.0, alias="CLEARWATER_RATE_LIMITS", ge=0, allow_inf_nan=False)
    min_free_disk_mb: int = Field(default=1024, alias="CLEARWATER_MIN_FREE_DISK_MB", ge=0)
    demo: bool | None = Field(default=None, alias="CLEARWATER_DEMO")
    demo_rate: float = Field(default=20.0, alias="CLEARWATER_DEMO_RATE", ge=0, le=1000, allow_inf_nan=False)
    networks_file: Path | None = Field(default=None, alias="CLEARWATER_NETWORKS")
    dev_chains: bool = Field(default=True, alias="CLEARWATER_DEV_CHAINS")
    dev_block_seconds: float = Field(
        default=5.0, alias="CLEARWATER_DEV_BLOCK_SECONDS", ge=0, le=3600, allow_inf_nan=False
    )
    signer_passphrase_file: Path | None = Field(default=None, alias="CLEARWATER_SIGNER_PASSPHRASE_FILE")
    signer_key_file: Path | None = Field(default=None, alias="CLEARWATER_SIGNER_KEY_FILE")
    withdrawal_review_usdt: int = Field(default=10_000, alias="CLEARWATER_WITHDRAWAL_REVIEW_USDT", ge=0)
    withdrawal_two_people_usdt: int = Field(
        default=100_000, alias="CLEARWATER_WITHDRAWAL_TWO_PEOPLE_USDT", ge=0
    )
    earn_max_apr_percent: int = Field(default=100, alias="CLEARWATER_EARN_MAX_APR_PERCENT", ge=0, le=1_000)
    convert_spread_bps: int = Field(default=10, alias="CLEARWATER_CONVERT_SPREAD_BPS", ge=0, le=1_000)
    web_push_contact: str | None = Field(
        default=None, alias="CLEARWATER_WEB_PUSH_CONTACT", pattern=r"^(mailto:[^@\s]+@[^@\s]+|https://\S+)$"
    )
    metrics_host: str = Field(default="127.0.0.1", alias="CLEARWATER_METRICS_HOST")
    metrics_port: int | None = Field(default=None, alias="CLEARWATER_METRICS_PORT", ge=1, le=65535)
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", alias="CLEARWATER_LOG_LEVEL"
    )
    log_format: Literal["console", "json"] = Field(default="console", alias="CLEARWATER_LOG_FORMAT")

    @field_validator("trusted_proxies")
    @classmethod
    def _name_proxies(cls, proxies: str) -> str:
        """Not everybody: then limits and API keys would go by the address that a client writes."""
        if "*" in proxies or any(ANYBODY.fullmatch(name) for name in proxies.split(",")):
            raise PydanticCustomError("proxies", "Name the proxies: everybody is none")
        return proxies


def find_env_file() -> Path | None:
    """`.env` in the current folder; root reads none that somebody else may have written."""
    path = Path(".env")
    try:
        found = path.lstat()
    except FileNotFoundError:
        return None
    if os.geteuid() == 0 and (found.st_uid or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)):
        raise StartupError(f"{path.absolute()} can be written by others, so root does not read it.")
    return path


def load_settings() -> Settings:
    """Read the environment and `.env`; a wrong value ends the start with a sentence that names it."""
    try:
        return Settings(_env_file=find_env_file())
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else "environment"
        raise StartupError(f"The setting {name} is invalid: {first['msg']}.") from None
