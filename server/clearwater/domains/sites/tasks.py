"""The worker's part: what two administrators have decided about a site."""

from clearwater.domains.sites.proposals import APPROVALS

finish_approved = APPROVALS.finish_approved
