"""What the command line shows of staff; it loads nothing that only requests need."""

from clearwater.domains.staff.permissions import Role
from clearwater.domains.staff.queries import list_members

__all__ = ["Role", "list_members"]
