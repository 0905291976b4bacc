"""Rows that are past their time go some at a time: no purge holds many locks or one of them for long."""

from sqlalchemy import ColumnElement, delete, inspect, select, tuple_

from clearwater.kit.db import Base, SessionFactory, transaction

BATCH_ROWS = 1_000


async def delete_in_batches(
    sessions: SessionFactory, model: type[Base], condition: ColumnElement[bool]
) -> int:
    """Delete what the condition holds for, a transaction for each batch; how many rows that were."""
    key = inspect(model).primary_key
    deleted = 0
    while True:
        async with transaction(sessions) as session:
            batch = select(*key).where(condition).limit(BATCH_ROWS).with_for_update(skip_locked=True)
            gone = await session.execute(delete(model).where(tuple_(*key).in_(batch)).returning(*key))
            count = len(gone.all())
        deleted += count
        if count < BATCH_ROWS:
            return deleted
