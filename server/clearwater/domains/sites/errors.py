from clearwater.kit.errors import ClearwaterError


class SiteUnknown(ClearwaterError):
    status, code, title = 421, "SITE_UNKNOWN", "No site of this installation has this hostname."
