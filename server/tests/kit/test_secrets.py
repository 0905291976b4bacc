"""Sealing under several keys: what an older one sealed can be read, and a new one takes over."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from clearwater.kit.config import Settings
from clearwater.kit.secrets import Seal, _key, read_keys, rotate_keys, settings_seal

OLD, NEW = b"o" * 32, b"n" * 32


def test_values_sealed_without_a_key_id_can_be_opened() -> None:
    nonce = b"\x02cw\x00" + b"12345678"
    sealed = nonce + AESGCM(_key(OLD, "totp")).encrypt(nonce, b"secret", b"totp")

    assert Seal(OLD).open(sealed, purpose="totp") == b"secret"
    assert Seal(NEW, OLD).open(sealed, purpose="totp") == b"secret"
    assert not Seal(OLD).is_current(sealed)


def test_a_new_key_seals_and_the_old_one_still_opens() -> None:
    sealed = Seal(OLD).seal(b"secret", purpose="totp")
    both = Seal(NEW, OLD)

    assert both.open(sealed, purpose="totp") == b"secret"
    assert (both.is_current(sealed), both.is_current(both.seal(b"x", purpose="totp"))) == (False, True)
    assert Seal(OLD).digest("123456", purpose="codes") in both.digests("123456", purpose="codes")
    assert both.digests("123456", purpose="codes")[0] == Seal(NEW).digest("123456", purpose="codes")


def test_a_sealed_value_needs_the_same_key_and_purpose() -> None:
    sealed = Seal(OLD).seal(b"secret", purpose="totp")
    for seal, purpose in ((Seal(NEW), "totp"), (Seal(OLD), "file:1")):
        with pytest.raises(ValueError, match="another CLEARWATER_SECRET_KEY"):
            seal.open(sealed, purpose=purpose)


def test_a_running_process_loads_a_rotated_key_on_demand(tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path, secret_key=None)
    running = settings_seal(settings)
    before = running.seal(b"one", purpose="p")

    rotate_keys(tmp_path)

    renewed = settings_seal(settings)
    assert renewed.key_id != running.key_id
    assert running.open(renewed.seal(b"two", purpose="p"), purpose="p") == b"two"
    assert running.key_id == renewed.key_id
    assert renewed.open(before, purpose="p") == b"one"
    rotate_keys(tmp_path)
    assert len(read_keys(tmp_path)) == 3
    assert {path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {0}


def test_keys_from_the_environment_have_older_ones_beside_them(tmp_path: Path) -> None:
    old = settings_seal(Settings(data_folder=tmp_path, secret_key="a key of long ago"))
    new = settings_seal(
        Settings(data_folder=tmp_path, secret_key="a key of these days", old_secret_keys="a key of long ago")
    )

    assert new.open(old.seal(b"secret", purpose="p"), purpose="p") == b"secret"
    assert not list(tmp_path.iterdir())
