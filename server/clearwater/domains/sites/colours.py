"""Colour contrast of a site's accent; the web client computes it in the same way."""

# The lightest background for text in the accent colour: --shelf in the web client's tokens.
GROUND = "#151d27"
MIN_CONTRAST = 3.0


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours (#rrggbb), from 1 to 21, as defined by WCAG 2."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)
