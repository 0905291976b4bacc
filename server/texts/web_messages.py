"""The messages of the web client: literals of `i18n._("...")`, as the build reads them, too."""

import json
import re
from pathlib import Path

# The same expression as in web/tools/compile-messages.ts.
CALL = re.compile(r'\bi18n\._\(\s*("(?:[^"\\]|\\.)*")')
# The operator console, and the pages that show the parts of the design: clients never load either.
CONSOLE = re.compile(r"(^|/)(operator|components-example)|^pages/icons\.tsx$")


def extract_web_messages(source: Path) -> dict[str, set[str]]:
    """The texts by catalogue; one that both use is a text of the client's."""
    used: dict[str, set[str]] = {"web": set(), "console": set()}
    for path in sorted([*source.rglob("*.ts"), *source.rglob("*.tsx")]):
        place = path.relative_to(source).as_posix()
        if ".test." in place or place.startswith(("testing/", "api/generated/")):
            continue
        found = {json.loads(literal) for literal in CALL.findall(path.read_text("utf-8"))}
        used["console" if CONSOLE.search(place) else "web"] |= found
    used["console"] -= used["web"]
    return used
