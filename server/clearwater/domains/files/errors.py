from clearwater.kit.errors import ClearwaterError


class FileTooLarge(ClearwaterError):
    status, code, title = 413, "FILE_TOO_LARGE", "This file is too large."


class FileType(ClearwaterError):
    status, code, title = 415, "FILE_TYPE", "Send a picture: JPEG, PNG or WebP."


class FileQuotaUsed(ClearwaterError):
    status, code, title = 422, "QUOTA_USED", "You have as many pictures here as you may."


class StorageFull(ClearwaterError):
    status, code, title = 503, "MAINTENANCE", "We cannot take in files right now. Please try again later."


class UploadTooSlow(ClearwaterError):
    status, code, title = 400, "MALFORMED", "The file did not arrive in time."


class NotMultipart(ClearwaterError):
    status, code = 415, "MEDIA_TYPE"
    title = "Send the file as multipart/form-data, in a field named file."


class KindForbidden(ClearwaterError):
    status, code, title = 403, "FORBIDDEN", "Only the staff may upload this kind of file."
