from clearwater.kit.errors import ClearwaterError


class SiteUnknown(ClearwaterError):
    status, code, title = 421, "SITE_UNKNOWN", "No site has this hostname."


class SiteChanged(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "Someone else has changed this site. Reload it first."
