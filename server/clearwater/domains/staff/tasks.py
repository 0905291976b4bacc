"""Background jobs of the staff."""

from clearwater.domains.staff.sign_in import TOTP_PURPOSE
from clearwater.kit.secrets import SealedColumn

# What a rotation of the keys seals anew.
SEALED_COLUMNS = (SealedColumn("staff", "totp_secret", TOTP_PURPOSE),)
