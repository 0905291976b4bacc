"""What the documents of the operator console may load: nothing of anybody else, whatever the site allows."""

CONSOLE = "/operator"
CONSOLE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data: blob:",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)


def is_console(place: str) -> bool:
    return place == CONSOLE or place.startswith(CONSOLE + "/")
