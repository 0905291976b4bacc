"""What is taken in as a picture, and what is refused."""

import asyncio
import io
from collections.abc import AsyncIterator

import httpx
import pytest
from PIL import Image, PngImagePlugin
from sqlalchemy import text
from sqlalchemy.pool import QueuePool

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.config import Settings
from tests.builders import a_client
from tests.pictures import Format, a_bomb, a_picture, upload

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
HTML = b"<!doctype html><script>alert(1)</script>"
MEGABYTE = 1024 * 1024


async def count_files(services: ApiServices) -> tuple[int, int]:
    """Rows in the table, and files on the disk."""
    folder = services.settings.data_folder / "files"
    on_disk = sum(1 for path in folder.rglob("*") if path.is_file()) if folder.exists() else 0
    async with services.sessions() as session:
        return await session.scalar(text("SELECT count(*) FROM files")) or 0, on_disk


@pytest.mark.parametrize(
    ("kind", "mime"), [("JPEG", "image/jpeg"), ("PNG", "image/png"), ("WEBP", "image/webp")]
)
async def test_an_image_is_stored_and_served_to_its_owner(
    services: ApiServices, client: httpx.AsyncClient, kind: Format, mime: str
) -> None:
    ann = await a_client(services)

    answer = await upload(client, ann, a_picture(kind), name="x.txt", declared="text/plain")
    stored = answer.json()
    shown = await client.get(stored["url"], headers=ann.headers)

    assert answer.status_code == 201
    assert stored == {
        "id": stored["id"],
        "url": f"/api/v1/file/{stored['id']}",
        "mime": mime,
        "size": len(shown.content),
    }
    assert shown.headers["content-type"] == mime
    with Image.open(io.BytesIO(shown.content)) as image:
        assert (image.format, image.size) == (kind, (40, 30))
    assert await count_files(services) == (1, 1)


NO_PICTURES = [
    (SVG, "image/svg+xml"),
    (SVG, "image/png"),
    (HTML, "image/jpeg"),
    (b"\xff\xd8\xff\xe0" + HTML, "image/jpeg"),
    (b"\x89PNG\r\n\x1a\n" + HTML, "image/png"),
    (b"RIFF\x24\x00\x00\x00WEBP" + HTML, "image/webp"),
    (b"GIF89a/*" + a_picture("JPEG"), "image/jpeg"),
    (HTML + a_picture("PNG"), "image/png"),
    (b"%PDF-1.7\n" + a_picture("JPEG"), "image/jpeg"),
    (a_picture("GIF"), "image/gif"),
    (a_picture("BMP"), "image/png"),
    (a_picture("TIFF"), "image/jpeg"),
    (a_picture("JPEG")[:400], "image/jpeg"),
    (a_picture("PNG")[:60], "image/png"),
    (a_picture("WEBP")[:-10], "image/webp"),
    (b"", "image/jpeg"),
]


async def test_a_file_that_is_not_a_complete_image_is_refused(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)

    answers = [await upload(client, ann, content, declared=declared) for content, declared in NO_PICTURES]

    refusals = [(answer.status_code, answer.json()["code"]) for answer in answers]
    assert refusals == [(415, "FILE_TYPE")] * len(NO_PICTURES)
    assert await count_files(services) == (0, 0)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
async def test_a_polyglot_file_is_reduced_to_its_image(
    services: ApiServices, client: httpx.AsyncClient, kind: Format
) -> None:
    ann = await a_client(services)

    async def drawn(content: bytes) -> bytes:
        answer = await upload(client, ann, content)
        return (await client.get(answer.json()["url"], headers=ann.headers)).content

    clean = await drawn(a_picture(kind))

    for tail in (HTML, b"PK\x03\x04 a zip", b"<?php system($_GET[0]); ?>"):
        assert await drawn(a_picture(kind) + tail) == clean
        assert tail not in clean


async def test_metadata_is_removed_and_orientation_applied(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    exif = Image.Exif()
    exif[0x0112] = 6  # taken with the camera turned: shown a quarter turn clockwise
    exif[0x010E] = "at 52.5200 N, 13.4050 E"
    content = a_picture("JPEG", exif=exif, comment=b"secret comment")

    answer = await upload(client, ann, content)

    shown = (await client.get(answer.json()["url"], headers=ann.headers)).content
    assert b"52.5200" in content
    assert b"52.5200" not in shown
    assert b"secret comment" not in shown
    with Image.open(io.BytesIO(shown)) as image:
        assert image.size == (30, 40)
        assert not image.getexif()
        top, bottom = image.getpixel((15, 5)), image.getpixel((15, 35))
    assert isinstance(top, tuple)
    assert isinstance(bottom, tuple)
    assert top[0] > 150
    assert bottom[0] < 50


async def test_texts_and_profiles_in_a_png_are_gone(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", "<script>alert(1)</script>")
    content = a_picture("PNG", pnginfo=notes, icc_profile=b"not a profile")

    answer = await upload(client, ann, content)

    shown = (await client.get(answer.json()["url"], headers=ann.headers)).content
    assert b"<script>" in content
    assert b"<script>" not in shown
    assert b"iCCP" not in shown


async def test_only_the_first_frame_is_kept(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "green", "blue")]
    content = io.BytesIO()
    frames[0].save(content, "WEBP", save_all=True, append_images=frames[1:], lossless=True)

    answer = await upload(client, ann, content.getvalue())

    shown = (await client.get(answer.json()["url"], headers=ann.headers)).content
    with Image.open(io.BytesIO(shown)) as image:
        assert getattr(image, "n_frames", 1) == 1


async def test_a_decompression_bomb_is_refused_without_decoding(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)

    for bomb in (a_bomb(6_400), a_bomb(30_000)):
        assert len(bomb) < 2000
        answer = await upload(client, ann, bomb)
        assert (answer.status_code, answer.json()["code"]) == (413, "FILE_TOO_LARGE")

    assert await count_files(services) == (0, 0)


@pytest.mark.parametrize(("kind", "side"), [("kyc_document", 2560), ("avatar", 1024)])
async def test_a_large_picture_is_made_smaller(
    services: ApiServices, client: httpx.AsyncClient, kind: str, side: int
) -> None:
    ann = await a_client(services)

    answer = await upload(client, ann, a_picture("JPEG", (5000, 2500)), kind=kind)

    shown = await client.get(answer.json()["url"], headers=ann.headers)
    with Image.open(io.BytesIO(shown.content)) as image:
        assert image.size == (side, side // 2)


@pytest.mark.parametrize(
    ("kind", "megabytes"), [("avatar", 2), ("kyc_selfie", 10), ("kyc_document", 10), ("feedback", 10)]
)
async def test_a_file_that_is_too_large_is_refused(
    services: ApiServices, client: httpx.AsyncClient, kind: str, megabytes: int
) -> None:
    ann = await a_client(services)
    content = a_picture() + b"\0" * (megabytes * MEGABYTE - len(a_picture()))

    fits = await upload(client, ann, content, kind=kind)
    barely = await upload(client, ann, content + b"\0", kind=kind)
    far = await upload(client, ann, content + b"\0" * MEGABYTE, kind=kind)

    assert fits.status_code == 201
    for answer in (barely, far):
        assert (answer.status_code, answer.json()["code"]) == (413, "FILE_TOO_LARGE")
        assert answer.json()["detail"] == f"Send at most {megabytes} MB."
    assert await count_files(services) == (1, 1)


async def test_an_endless_upload_is_cut_off_while_it_streams(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        yield b'--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'
        while sent < 100 * MEGABYTE:
            sent += 64 * 1024
            yield b"\0" * 64 * 1024

    answer = await client.post(
        "/api/v1/file?type=avatar",
        content=endless(),
        headers=ann.headers | {"Content-Type": "multipart/form-data; boundary=b"},
    )

    assert (answer.status_code, answer.json()["code"]) == (413, "FILE_TOO_LARGE")
    assert sent < 3 * MEGABYTE


async def test_a_slow_upload_holds_no_connection_of_the_database(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    has_begun, may_end = asyncio.Event(), asyncio.Event()

    async def slow() -> AsyncIterator[bytes]:
        yield b'--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'
        has_begun.set()
        await may_end.wait()
        yield a_picture() + b"\r\n--b--\r\n"

    headers = ann.headers | {"Content-Type": "multipart/form-data; boundary=b"}
    uploading = asyncio.create_task(
        client.post("/api/v1/file?type=feedback", content=slow(), headers=headers)
    )
    await asyncio.wait_for(has_begun.wait(), 10)
    pool = services.sessions.kw["bind"].pool
    assert isinstance(pool, QueuePool)
    held = pool.checkedout()
    may_end.set()

    assert (await uploading).status_code == 201
    assert held == 0


BAD_FORMS = [
    ("application/json", b'{"file": "x"}', 415, "MEDIA_TYPE"),
    ("image/jpeg", a_picture(), 415, "MEDIA_TYPE"),
    ("multipart/form-data", b"", 400, "MALFORMED"),
    ("multipart/form-data; boundary=b", b"nothing like a form", 400, "MALFORMED"),
    ("multipart/form-data; boundary=b", b"--b--\r\n", 422, "VALIDATION_FAILED"),
    (
        "multipart/form-data; boundary=b",
        b'--b\r\nContent-Disposition: form-data; name="file"\r\n\r\ntext\r\n--b--\r\n',
        400,
        "MALFORMED",
    ),
    (
        "multipart/form-data; boundary=b",
        b'--b\r\nContent-Disposition: form-data; name="other"; filename="x"\r\n\r\nx\r\n--b--\r\n',
        422,
        "VALIDATION_FAILED",
    ),
]


async def test_a_form_without_a_file_is_refused(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)

    for content_type, body, status, code in BAD_FORMS:
        headers = ann.headers | {"Content-Type": content_type}
        answer = await client.post("/api/v1/file?type=avatar", content=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (status, code)

    assert await count_files(services) == (0, 0)


@pytest.mark.parametrize("kind", ["passport", "", "avatar,news", "../x"])
async def test_an_unknown_kind_is_refused(
    services: ApiServices, client: httpx.AsyncClient, kind: str
) -> None:
    answer = await upload(client, await a_client(services), a_picture(), kind=kind)

    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "type")


async def test_news_pictures_are_not_for_clients(services: ApiServices, client: httpx.AsyncClient) -> None:
    answer = await upload(client, await a_client(services), a_picture(), kind="news")

    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
    assert await count_files(services) == (0, 0)


async def test_uploading_needs_a_confirmed_client(services: ApiServices, client: httpx.AsyncClient) -> None:
    unconfirmed = await a_client(services, confirmed=False)

    anonymous = await upload(client, None, a_picture())
    answer = await upload(client, unconfirmed, a_picture())

    assert (anonymous.status_code, anonymous.json()["code"]) == (401, "TOKEN_INVALID")
    assert (answer.status_code, answer.json()["code"]) == (403, "EMAIL_UNCONFIRMED")
    assert await count_files(services) == (0, 0)


async def test_sixty_uploads_an_hour_and_no_more(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    bob = await a_client(services, email="bob@example.org")

    statuses = [(await upload(client, ann, b"no picture")).status_code for _ in range(61)]
    other = await upload(client, bob, a_picture())

    assert statuses == [415] * 60 + [429]
    assert other.status_code == 201


async def test_documents_are_encrypted_on_disk_and_avatars_are_not(
    services: ApiServices, client: httpx.AsyncClient, settings: Settings
) -> None:
    ann = await a_client(services)

    async def stored(kind: str) -> bytes:
        answer = await upload(client, ann, a_picture("PNG"), kind=kind)
        return bytes_on_disk(settings, answer.json()["id"])

    assert b"PNG" not in await stored("kyc_selfie")
    assert b"PNG" not in await stored("kyc_document")
    assert (await stored("avatar")).startswith(b"\x89PNG")


def bytes_on_disk(settings: Settings, file_id: str) -> bytes:
    return next((settings.data_folder / "files").rglob(file_id.replace("-", ""))).read_bytes()
