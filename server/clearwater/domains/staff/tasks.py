"""Background jobs of staff."""

from clearwater.domains.staff.sign_in import TOTP_PURPOSE
from clearwater.kit.secrets import SealedColumn

# Columns that are re-encrypted when keys are rotated.
SEALED_COLUMNS = (SealedColumn("staff", "totp_secret", TOTP_PURPOSE),)
