import { i18n } from "@lingui/core";
import type { ProposalStatus } from "./api";

export const PROPOSAL_FILTERS = [
  "proposed",
  "done",
  "refused",
  "rejected",
  "all",
] as const satisfies readonly (ProposalStatus | "all")[];

export type ProposalFilter = (typeof PROPOSAL_FILTERS)[number];

/** The filter in the URL; pending proposals by default. */
export function proposalFilterOf(parameter: unknown): ProposalFilter {
  return PROPOSAL_FILTERS.find((filter) => filter === parameter) ?? "proposed";
}

export function proposalFilterName(filter: ProposalFilter): string {
  switch (filter) {
    case "proposed":
      return i18n._("Pending");
    case "done":
      return i18n._("Done");
    case "refused":
      return i18n._("Failed");
    case "rejected":
      return i18n._("Rejected");
    case "all":
      return i18n._("All");
  }
}
