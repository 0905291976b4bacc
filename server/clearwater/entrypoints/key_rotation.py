"""`clearwater keys`: re-encrypt everything with the newest key."""

import uuid

from sqlalchemy import LargeBinary, Uuid, column, select, table, update

from clearwater.domains.files import service as files
from clearwater.domains.security import tasks as security_tasks
from clearwater.domains.staff import tasks as staff_tasks
from clearwater.entrypoints.wiring import Services, open_services
from clearwater.kit.config import Settings
from clearwater.kit.db import transaction
from clearwater.kit.secrets import SealedColumn

BATCH = 100


# Every sealed value in the database; files are sealed, too, on the disk.
SEALED_COLUMNS = (*security_tasks.SEALED_COLUMNS, *staff_tasks.SEALED_COLUMNS)


async def reseal_everything(settings: Settings, database_url: str) -> int:
    """How many values and files were under an older key. Safe to cut off and to repeat."""
    async with open_services(settings, database_url) as services:
        columns = [await _reseal_column(services, sealed) for sealed in SEALED_COLUMNS]
        return sum(columns) + await files.reseal(services.sessions, services.storage)


async def _reseal_column(services: Services, sealed: SealedColumn) -> int:
    rows = table(sealed.table, column("id", Uuid), column(sealed.column, LargeBinary))
    value, seal = rows.c[sealed.column], services.seal
    last, done = uuid.UUID(int=0), 0
    while True:
        async with transaction(services.sessions) as session:
            found = await session.execute(
                select(rows.c.id, value)
                .where(rows.c.id > last, value.is_not(None))
                .order_by(rows.c.id)
                .limit(BATCH)
                .with_for_update()
            )
            chunk = found.all()
            for row_id, content in chunk:
                if not seal.is_current(content):
                    opened = seal.open(content, purpose=sealed.purpose)
                    again = seal.seal(opened, purpose=sealed.purpose)
                    await session.execute(
                        update(rows).where(rows.c.id == row_id).values({sealed.column: again})
                    )
                    done += 1
        if not chunk:
            return done
        last = chunk[-1][0]
