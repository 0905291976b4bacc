import { useNavigate } from "@tanstack/react-router";
import { useMay } from "@/session/operator";
import { ProposeButton } from "./propose-button";

/** Proposes to fund the treasury, and opens the proposal. */
export function FundTreasuryButton() {
  const may = useMay();
  const navigate = useNavigate();
  if (!may("ledger_adjust")) return null;

  return (
    <ProposeButton
      purpose={{ kind: "funding" }}
      onProposed={({ id }) => void navigate({ to: `/operator/ledger/proposals/${id}` })}
    />
  );
}
