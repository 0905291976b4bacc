"""Fixtures of the tests that run whole processes."""

from pathlib import Path

import pytest

from tests.builders import a_web_build


@pytest.fixture
def place(run_folder: Path, request: pytest.FixtureRequest) -> Path:
    """The folder of an exchange whose processes are killed."""
    folder = run_folder / str(request.node.name)[:30]
    a_web_build(folder / "web")
    # The api and the signer, which need not be root, remove a file here.
    folder.chmod(0o777)
    return folder
