"""What the command line shows of staff; without the ORM, which loads longer than the command runs."""

from clearwater.domains.staff.permissions import Role

__all__ = ["LIST_STAFF", "Role"]

LIST_STAFF = "SELECT login, role, is_active FROM staff ORDER BY login"
