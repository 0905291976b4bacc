"""New sites, new hostnames, and whose chat it is: one administrator proposes, another decides."""

import shlex
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.domains.approvals.service import Approvals, Refusal
from clearwater.domains.sites import edits, queries, service
from clearwater.domains.sites.edits import SiteEdit
from clearwater.domains.sites.models import Site, SiteProposal
from clearwater.domains.sites.ports import SiteResources
from clearwater.domains.sites.schemas import SiteDraft
from clearwater.domains.staff.service import Operator, record, require_second_admin
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import FieldError, ValidationFailed
from clearwater.kit.ids import new_id


async def change(
    session: AsyncSession,
    operator: Operator,
    site: Site,
    edit: SiteEdit,
    *,
    resources: SiteResources,
    now: datetime,
) -> None:
    """Change a locked site; propose what of the change reaches every client."""
    reach = await edits.reach_of(session, site, edit)
    rest = edit.model_copy(update=dict.fromkeys(reach))
    if rest.described():
        await edits.edit_site(session, site, rest, resources=resources, now=now)
        await record(
            session, operator, "site.changed", subject=f"site:{site.id}", detail=rest.described(), now=now
        )
    if reach:
        await require_second_admin(session, operator, _command(site, reach))
        await _propose(session, operator, site, reach, now=now)


async def propose_site(
    session: AsyncSession, operator: Operator, draft: SiteDraft, *, now: datetime
) -> SiteProposal:
    """Propose a new site. Its hostname may have been another's, or have led to the default site."""
    hostname = await service.require_new_hostname(session, draft.hostname)
    command = shlex.join(["clearwater", "site", "add", hostname, "--name", draft.sitename])
    await require_second_admin(session, operator, command)
    asked = {"sitename": draft.sitename, "hosts": [hostname]}
    proposal = SiteProposal(id=new_id(), site_id=None, asked=asked)
    await APPROVALS.add(session, operator, proposal, now=now)
    await _record(session, operator, "proposed", proposal, asked, now=now)
    return proposal


async def _propose(
    session: AsyncSession, operator: Operator, site: Site, reach: Mapping[str, Any], *, now: datetime
) -> None:
    proposal = SiteProposal(id=new_id(), site_id=site.id, asked=dict(reach))
    try:
        await APPROVALS.add(session, operator, proposal, now=now)
    except IntegrityError:
        message = "Another proposal for this site is still open."
        fault = FieldError(field=next(iter(reach)), code="pending", message=message)
        raise ValidationFailed(message, errors=[fault]) from None
    await _record(session, operator, "proposed", proposal, reach, now=now)


def _command(site: Site, reach: Mapping[str, Any]) -> str:
    """What does the same at the command line."""
    options = []
    for name, value in reach.items():
        options += [f"--{name.replace('_', '-')}", ",".join(value) if name == "hosts" else value]
    return shlex.join(["clearwater", "site", "set", site.hosts[0].hostname, *options])


async def _carry_out(
    sessions: SessionFactory, _: Desk, proposal: SiteProposal, now: datetime
) -> Refusal | None:
    """Why it cannot be done any more, such as a hostname that another site has got."""
    try:
        async with transaction(sessions) as session:
            if "sitename" in proposal.asked:
                await _add_site(session, proposal)
            else:
                await _change_site(session, proposal)
    except ValidationFailed as problem:
        return {"code": problem.code, "message": problem.errors[0].message}
    return None


async def _add_site(session: AsyncSession, proposal: SiteProposal) -> None:
    """Add the site that is proposed, unless that was done before a crash."""
    stored = await session.get_one(SiteProposal, proposal.id, with_for_update=True)
    if stored.site_id is None:
        [hostname] = stored.asked["hosts"]
        site = await service.add_site(session, hostname=hostname, sitename=stored.asked["sitename"])
        stored.site_id = site.id


async def _change_site(session: AsyncSession, proposal: SiteProposal) -> None:
    assert proposal.site_id is not None, "only a new site has no id yet"
    site = await queries.lock_site(session, proposal.site_id)
    assert site is not None, "a site is never deleted"
    await edits.apply_reach(session, site, proposal.asked)


async def _record(
    session: AsyncSession,
    operator: Operator,
    act: str,
    proposal: SiteProposal,
    more: Mapping[str, Any] | None = None,
    *,
    now: datetime,
) -> None:
    detail = {"proposal_id": str(proposal.id), **(more or {})}
    if proposal.site_id is None:
        kind, name = "addition", proposal.asked["hosts"][0]
    else:
        kind, name = "change", str(proposal.site_id)
    await record(session, operator, f"site.{kind}_{act}", subject=f"site:{name}", detail=detail, now=now)


APPROVALS = Approvals(SiteProposal, "site-proposal", _record, _carry_out)
