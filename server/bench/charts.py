"""A chart of lines as an SVG, readable on light and dark pages."""

from math import log10
from pathlib import Path
from typing import NamedTuple

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 90, 70, 50, 50
COLOURS = ("#2f81f7", "#d29922", "#3fb950")
TEXT = "#7d8590"


class Line(NamedTuple):
    """Points in milliseconds at orders a second."""

    name: str
    points: list[tuple[float, float]]


def write_chart(path: Path, title: str, lines: list[Line]) -> None:
    """Write the lines with a logarithmic axis of milliseconds."""
    path.write_text(draw(title, lines))


def draw(title: str, lines: list[Line]) -> str:
    most = max(x for line in lines for x, _ in line.points)
    marks = [mark for mark in (1, 10, 100, 1_000, 10_000) if mark <= 10 * _highest(lines)]
    top_mark = marks[-1]

    def place(x: float, milliseconds: float) -> tuple[float, float]:
        share = log10(max(milliseconds, 1.0)) / log10(top_mark)
        return (
            LEFT + x / most * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - min(share, 1.0) * (HEIGHT - TOP - BOTTOM),
        )

    parts = [_text(LEFT, 24, title, anchor="start", size=16)]
    for mark in marks:
        x, y = place(0, mark)
        parts += [_rule(x, y, WIDTH - RIGHT, y), _text(x - 8, y + 4, f"{mark:,} ms", anchor="end")]
    for x_value, _ in lines[0].points:
        x, y = place(x_value, 1)
        parts.append(_text(x, y + 20, f"{x_value:,.0f}", anchor="middle"))
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, "orders a second", anchor="middle"))
    for colour, line in zip(COLOURS, lines, strict=False):
        places = [place(*point) for point in line.points]
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places]
        parts.append(_text(places[-1][0] + 8, places[-1][1] + 4, line.name, anchor="start", colour=colour))
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" role="img">\n'
        f"<title>{title}</title>\n" + "\n".join(parts) + "\n</svg>\n"
    )


def _highest(lines: list[Line]) -> float:
    return max(y for line in lines for _, y in line.points)


def _text(x: float, y: float, words: str, *, anchor: str, size: int = 12, colour: str = TEXT) -> str:
    style = f'font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" {style}>{words}</text>'


def _rule(x1: float, y1: float, x2: float, y2: float) -> str:
    place = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {place} stroke="{TEXT}" stroke-opacity="0.3"/>'
