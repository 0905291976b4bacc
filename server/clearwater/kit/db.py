"""PostgreSQL through SQLAlchemy: the declarative base, pools and migrations."""

import io
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import MetaData
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase

MIGRATIONS = Path(__file__).resolve().parents[2] / "migrations"
CONNECT_TIMEOUT_SECONDS = 5
COMMAND_TIMEOUT_SECONDS = 30

Sessions = async_sessionmaker[AsyncSession]


class Base(DeclarativeBase):
    """The base of every table; names of keys and indexes follow one pattern."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def open_engine(database_url: str, *, pool_size: int = 10) -> AsyncEngine:
    """Open a pool. Connections are tried before use, so a restarted server costs no failed request."""
    return create_async_engine(
        make_url(database_url).set(drivername="postgresql+asyncpg"),
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=5,
        pool_pre_ping=True,
        connect_args={"timeout": CONNECT_TIMEOUT_SECONDS, "command_timeout": COMMAND_TIMEOUT_SECONDS},
    )


def open_sessions(engine: AsyncEngine) -> Sessions:
    return async_sessionmaker(engine, expire_on_commit=False)


def migrate(database_url: str) -> None:
    """Bring the schema up to date; two starters at once wait for each other."""
    command.upgrade(_alembic(database_url), "head")


def find_schema_differences(database_url: str) -> list[str]:
    """How the tables differ from what the code expects."""
    config = _alembic(database_url)
    found: list[str] = []
    config.attributes["compare"] = found
    command.current(config)
    return found


def _alembic(database_url: str) -> Config:
    config = Config(stdout=io.StringIO())
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["database_url"] = database_url
    return config
