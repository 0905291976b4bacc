"""Small real things that tests are made of."""

import gzip
import json
from pathlib import Path

import brotli

DOCUMENT = """<!doctype html>
<html lang="en" class="dark">
  <head>
    <link rel="icon" href="/logo.svg" type="image/svg+xml" />
    <title>Clearwater</title>
    <script type="application/json" id="site-config"></script>
    <script type="module" src="/assets/index-abc123.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>
"""
SCRIPT = b"console.log('clearwater');" * 40


def a_web_build(folder: Path, *, build_id: str = "build-1") -> Path:
    """A built web client, as small as one can be."""
    (folder / "assets").mkdir(parents=True)
    (folder / "builds").mkdir()
    (folder / "index.html").write_text(DOCUMENT)
    (folder / "logo.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "assets" / "index-abc123.js").write_bytes(SCRIPT)
    (folder / "assets" / "index-abc123.js.br").write_bytes(brotli.compress(SCRIPT))
    (folder / "assets" / "index-abc123.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "builds" / "latest.json").write_text(json.dumps({"id": build_id, "timestamp": 1}))
    (folder / "page-paths.json").write_text(json.dumps(["/", "/privacy", "/news/$id"]))
    (folder / "preloads.json").write_text(json.dumps({"/": ["/assets/index-abc123.js"]}))
    return folder
