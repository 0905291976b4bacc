"""What commands and events are made of."""

import msgspec


class Record(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Values under names, made once and never changed.

    An order leaves about five events, so they have to be cheap: a struct is made in a fifth of the time of a
    named tuple, and decoded from JSON without a step in between. It holds values only, so the garbage
    collector need not look at it.
    """
