from clearwater.kit.errors import ClearwaterError


class SiteUnknown(ClearwaterError):
    status, code, title = 421, "SITE_UNKNOWN", "No site has this hostname."
