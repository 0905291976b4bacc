from clearwater.kit.errors import ClearwaterError


class LevelConflict(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This change of a level is not possible now."
