"""The worker's part: external hosts that two administrators have decided on."""

from clearwater.domains.rules.proposals import APPROVALS

finish_approved = APPROVALS.finish_approved
