from clearwater.kit.errors import ClearwaterError


class FileTooLarge(ClearwaterError):
    status, code, title = 413, "FILE_TOO_LARGE", "This file is too large."


class FileType(ClearwaterError):
    status, code, title = 415, "FILE_TYPE", "Send a picture: JPEG, PNG or WebP."


class NotMultipart(ClearwaterError):
    status, code = 415, "MEDIA_TYPE"
    title = "Send the file as multipart/form-data, in a field named file."


class KindForbidden(ClearwaterError):
    status, code, title = 403, "FORBIDDEN", "Only the staff may upload this kind of file."
