"""The worker's part: what is approved is carried out, though the process that approved it is gone."""

from clearwater.domains.membership.proposals import APPROVALS

finish_approved = APPROVALS.finish_approved
