from clearwater.kit.errors import ClearwaterError


class FileTooLarge(ClearwaterError):
    status, code, title = 413, "FILE_TOO_LARGE", "This file is too large."


class FileType(ClearwaterError):
    status, code, title = 415, "FILE_TYPE", "Upload a JPEG, PNG or WebP image."


class FileQuotaUsed(ClearwaterError):
    status, code, title = 422, "QUOTA_USED", "Image limit reached."


class StorageFull(ClearwaterError):
    status, code, title = 503, "MAINTENANCE", "Uploads are unavailable right now. Try again later."


class UploadTooSlow(ClearwaterError):
    status, code, title = 400, "MALFORMED", "The upload timed out."


class NotMultipart(ClearwaterError):
    status, code = 415, "MEDIA_TYPE"
    title = "Send the file as multipart/form-data, in a field named file."


class KindForbidden(ClearwaterError):
    status, code, title = 403, "FORBIDDEN", "Only staff can upload this type of file."
