"""`make sbom`: the bill of materials names what the product is made of, from the locks."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def sbom() -> dict[str, Any]:
    made = subprocess.run([sys.executable, ROOT / "tools" / "sbom"], capture_output=True, check=True)
    document: dict[str, Any] = json.loads(made.stdout)
    return document


def npm_packages(scope: str) -> list[dict[str, Any]]:
    packages = [one for one in sbom()["components"] if one["purl"].startswith("pkg:npm/")]
    return [one for one in packages if one["scope"] == scope]


def test_the_sbom_lists_every_server_library_with_its_hashes() -> None:
    pins = re.findall(
        r"^([\w.-]+)(?:\[.*\])?==([^\s;]+)", (ROOT / "server/requirements.txt").read_text(), re.M
    )

    listed = [one for one in sbom()["components"] if one["purl"].startswith("pkg:pypi/")]

    assert [one["version"] for one in listed] == [version for _, version in pins]
    assert all(one["properties"] for one in listed)
    assert {one["scope"] for one in listed} == {"required"}


def test_the_sbom_lists_runtime_web_libraries_without_build_tools() -> None:
    manifest = json.loads((ROOT / "web/package.json").read_text())

    listed = {one["name"]: one for one in npm_packages("required")}

    assert set(manifest["dependencies"]) <= set(listed)
    assert {"vite", "vitest", "typescript", "@biomejs/biome"}.isdisjoint(listed)
    assert listed["react-dom"]["version"] == manifest["dependencies"]["react-dom"]
    assert listed["react-dom"]["purl"] == f"pkg:npm/react-dom@{listed['react-dom']['version']}"
    assert {len(one["hashes"][0]["content"]) for one in listed.values()} == {128}


def test_the_sbom_marks_the_development_node_as_no_part_of_the_product() -> None:
    manifest = json.loads((ROOT / "server/chains/package.json").read_text())

    listed = {one["name"]: one for one in npm_packages("excluded")}

    assert listed["hardhat"]["version"] == manifest["dependencies"]["hardhat"]
    assert {"@nomicfoundation/edr", "@nomicfoundation/edr-linux-x64-gnu"} <= set(listed)
    assert listed["solc"]["version"] != manifest["devDependencies"]["solc"], "only compiles test tokens"
    assert {len(one["hashes"][0]["content"]) for one in listed.values()} == {128}


def test_the_sbom_is_reproducible_cyclonedx() -> None:
    document = sbom()

    assert (document["bomFormat"], document["specVersion"]) == ("CycloneDX", "1.6")
    references = [one["bom-ref"] for one in document["components"]]
    assert len(references) == len(set(references))
    assert document == sbom()
