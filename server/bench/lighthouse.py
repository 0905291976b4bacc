"""Lighthouse against a site of its own."""

import subprocess
import sys

from bench.site import ROOT, running_site


def main() -> None:
    with running_site() as site:
        address = f"http://{site.host}:{site.port}/"
        finished = subprocess.run(["node", "tools/lighthouse.mjs", address], cwd=ROOT / "web", check=False)
    sys.exit(finished.returncode)


if __name__ == "__main__":
    main()
