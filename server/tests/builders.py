"""Small real things that tests are made of."""

import gzip
import json
import uuid
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from pathlib import Path

import brotli
import httpx

from clearwater.domains.clients.models import Client
from clearwater.domains.sessions.models import Session
from clearwater.domains.sites import service as sites
from clearwater.domains.staff.models import StaffMember, StaffSession
from clearwater.entrypoints.wiring import Services
from clearwater.kit import passwords
from clearwater.kit.ids import new_id
from clearwater.kit.secrets import hash_token, new_token

DOCUMENT = """<!doctype html>
<html lang="en" class="dark">
  <head>
    <link rel="icon" href="/logo.svg" type="image/svg+xml" />
    <title>Clearwater</title>
    <script type="application/json" id="site-config"></script>
    <script type="module" src="/assets/index-abc123.js"></script>
  </head>
  <body><div id="root"></div><div id="prerendered"></div></body>
</html>
"""
HEADS = [
    {
        "path": path,
        "feature": feature,
        "titles": {"en": title, "es": f"{title} (es)"} if title else {"en": "", "es": ""},
        "descriptions": {"en": description, "es": f"{description} (es)"} if description else {},
    }
    for path, feature, title, description in (
        ("/", None, "", "An exchange."),
        ("/privacy", None, "Privacy policy", "What is stored."),
        ("/faq", None, "FAQ", "Answers."),
        ("/news", "news", "News", "What is new."),
        ("/news/$id", "news", "News", "What is new."),
        ("/earn", "earn", "Earn", "Products."),
        ("/trading/$pair", None, "Trade", "Prices of {pair}."),
        ("/pre-market/detail/$symbol", "premarket", "Pre-market trading", "Rules of {symbol}."),
        ("/register", "register", "Create account", "Begin."),
        ("/login", None, "Sign in", ""),
        ("/personal/assets", None, "Assets", ""),
    )
]
SCRIPT = b"console.log('clearwater');" * 40


def a_web_build(folder: Path, *, build_id: str = "build-1") -> Path:
    """A built web client, as small as one can be."""
    (folder / "assets").mkdir(parents=True)
    (folder / "builds").mkdir()
    (folder / "index.html").write_text(DOCUMENT)
    (folder / "logo.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "sw.js").write_text("addEventListener('fetch', () => {});")
    (folder / "assets" / "index-abc123.js").write_bytes(SCRIPT)
    (folder / "assets" / "index-abc123.js.br").write_bytes(brotli.compress(SCRIPT))
    (folder / "assets" / "index-abc123.js.gz").write_bytes(gzip.compress(SCRIPT))
    (folder / "builds" / "latest.json").write_text(json.dumps({"id": build_id, "timestamp": 1}))
    (folder / "page-paths.json").write_text(json.dumps([head["path"] for head in HEADS] + ["/operator"]))
    preloads = {"/": ["/assets/index-abc123.js"], "/news/$id": ["/assets/news-abc123.js", "/assets/news.css"]}
    (folder / "preloads.json").write_text(json.dumps(preloads))
    home = [
        {
            "language": "en",
            "demo": demo,
            "own_logo": own_logo,
            "html": f"<h1>%SITENAME%</h1>{'%LOGO%' * own_logo}<h2>%HEADLINE%</h2><p>%LEAD%</p>",
            "headline": "Trade & hold",
            "lead": "Welcome to %SITENAME%.",
        }
        for demo in (False, True)
        for own_logo in (False, True)
    ]
    (folder / "prerendered.json").write_text(json.dumps({"/": home}))
    parts = {"web": "es-abc123.js", "personal": "es-personal.js", "console": "es-console.js"}
    language_files = {"es": {part: [f"assets/{file}"] for part, file in parts.items()}}
    (folder / "language-files.json").write_text(json.dumps(language_files))
    (folder / "page-heads.json").write_text(json.dumps(HEADS))
    return folder


@dataclass(frozen=True)
class SignedInClient:
    """A client and the token of an open session of his."""

    id: uuid.UUID
    email: str
    password: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"X-Token": self.token}


@cache
def _hash_of(password: str, cost: passwords.HashCost) -> str:
    """Once a run for each password: argon2 is slow by design."""
    return cost.make_hasher().hash(password)


def _password_hash(password: str) -> str:
    return _hash_of(password, passwords.HASH_COST)


async def a_client(
    services: Services,
    *,
    email: str = "ann@example.org",
    password: str = "correct horse battery",
    confirmed: bool = True,
    site_host: str = "localhost",
) -> SignedInClient:
    """A client of a site, signed in a moment ago: the session still counts as stepped up."""
    now = services.clock.now()
    token = new_token()
    async with services.sessions() as session:
        site = await sites.get_site(session, site_host)
        client = Client(
            id=new_id(),
            site_id=site.id,
            email=email,
            email_is_confirmed=confirmed,
            password_hash=_password_hash(password),
            accepted_terms_at=now,
            created_at=now,
        )
        session.add(client)
        await session.flush()
        session.add(
            Session(
                id=new_id(),
                client_id=client.id,
                token_hash=hash_token(token),
                device="Test program",
                ip="127.0.0.1",
                created_at=now,
                last_seen_at=now,
                expires_at=now + timedelta(days=7),
                stepped_up_until=now + timedelta(minutes=5),
            )
        )
        await session.commit()
    return SignedInClient(client.id, email, password, token)


@dataclass(frozen=True)
class SignedInStaff:
    """Somebody of the staff and the token of an open session."""

    id: uuid.UUID
    login: str
    password: str
    totp_secret: str
    token: str

    @property
    def headers(self) -> dict[str, str]:
        return {"X-Operator-Token": self.token}


async def a_staff(services: Services, role: str = "admin", *, login: str | None = None) -> SignedInStaff:
    """Somebody of the staff with this role, signed in."""
    now = services.clock.now()
    token, password, totp_secret = new_token(), "a long staff password", "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    member = StaffMember(
        id=new_id(),
        login=login or role,
        password_hash=_password_hash(password),
        totp_secret=services.seal.seal(totp_secret.encode(), purpose="staff-totp"),
        role=role,
        is_active=True,
        created_at=now,
        enrolled_at=now,
    )
    async with services.sessions() as session:
        session.add(member)
        await session.flush()
        session.add(
            StaffSession(
                id=new_id(),
                staff_id=member.id,
                token_hash=hash_token(token),
                device="Test program",
                ip="127.0.0.1",
                created_at=now,
                last_seen_at=now,
                stepped_up_until=now + timedelta(minutes=5),
                expires_at=now + timedelta(hours=8),
            )
        )
        await session.commit()
    return SignedInStaff(member.id, member.login, password, totp_secret, token)


def status_and_code(answer: httpx.Response) -> tuple[int, str]:
    """The status of a refused request, and the code of its problem."""
    return answer.status_code, answer.json()["code"]


async def a_site(services: Services, hostname: str, sitename: str = "Blue") -> str:
    """The id of another site, as the command line adds it."""
    async with services.sessions() as session:
        site = await sites.add_site(session, hostname=hostname, sitename=sitename)
        await session.commit()
    return str(site.id)
