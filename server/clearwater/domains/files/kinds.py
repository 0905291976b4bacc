"""The kinds of files, with their limits and visibility."""

from dataclasses import dataclass

from clearwater.domains.files.errors import FileTooLarge, KindForbidden
from clearwater.domains.files.schemas import FileKind
from clearwater.domains.staff.service import Permission
from clearwater.kit.messages import Message

MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class KindRules:
    """Limits and visibility of a kind of file."""

    limit_bytes: int = 10 * MEGABYTE
    # Documents stay legible at this size, and the cost of decoding stays bounded.
    longest_side: int = 2560
    is_sealed: bool = False
    is_public: bool = False
    viewed_with: Permission | None = None


RULES: dict[str, KindRules] = {
    "avatar": KindRules(limit_bytes=2 * MEGABYTE, longest_side=1024, is_public=True),
    "kyc_selfie": KindRules(is_sealed=True, viewed_with="kyc"),
    "kyc_document": KindRules(is_sealed=True, viewed_with="kyc"),
    "feedback": KindRules(viewed_with="feedback"),
    "news": KindRules(is_public=True),
    "site_logo": KindRules(limit_bytes=2 * MEGABYTE, longest_side=1024, is_public=True),
    "site_favicon": KindRules(limit_bytes=MEGABYTE, longest_side=512, is_public=True),
}
# Pictures of the sites themselves: only staff upload them.
STAFF_KINDS = frozenset({"news", "site_logo", "site_favicon"})


def require_may_upload(kind: FileKind) -> None:
    """Reject pictures that only staff upload."""
    if kind in STAFF_KINDS:
        raise KindForbidden


def too_large(kind: FileKind) -> FileTooLarge:
    return FileTooLarge(
        Message("Send at most {limit_bytes} MB.", limit_bytes=RULES[kind].limit_bytes // MEGABYTE)
    )
