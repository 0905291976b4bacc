import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { queries } from "@/api/queries";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { IncidentsPage } from "./incidents";

type Incident = components["schemas"]["Incident"];
type IncidentProposal = components["schemas"]["IncidentProposalView"];

const CLIENT = "0199a2f4-0000-7000-8000-00000000abcd";
const MOVER = ["ledger", "ledger_adjust"];

function anIncident(parts: Partial<Incident> = {}): Incident {
  return {
    id: "i1",
    network: "btc",
    kind: "credited_deposit_removed",
    subject: "deposit:btc:abc:0",
    client_id: CLIENT,
    detail: { deposit_id: "d1", coin: "BTC", tx_id: "ab".repeat(32) },
    amount: "0.25",
    needs_two: true,
    proposal: null,
    opened_at: 1_700_000_000,
    resolved_at: null,
    resolved_by: null,
    remark: null,
    ...parts,
  };
}

function aProposal(parts: Partial<IncidentProposal> = {}): IncidentProposal {
  return {
    id: "p1",
    kind: "reversal",
    reason: "Double spend",
    status: "proposed",
    proposed_by: "bob",
    proposed_at: 1_700_000_100,
    decided_by: null,
    decided_at: null,
    remark: null,
    refusal: null,
    ...parts,
  };
}

/** Renders the page for ann; `held.incident` is the server's state. */
function renderIncidents(parts: Partial<Incident> = {}, permissions = MOVER) {
  const held = { incident: anIncident(parts) };
  queries.clear();
  serve("get", "/operator/me", { login: "ann", role: "treasury", permissions });
  serve("get", "/operator/networks", { items: [] });
  serve("get", "/operator/wallet-incidents", ({ request }) => {
    const wanted = new URL(request.url).searchParams.get("is_open");
    const isOpen = String(held.incident.resolved_at === null);
    return { items: wanted === null || wanted === isOpen ? [held.incident] : [], next_cursor: null };
  });
  const route = {
    path: "/operator/incidents",
    layout: null,
    title: () => "Incidents",
    page: async () => IncidentsPage,
  };
  return { held, ...renderApp([route], { at: "/operator/incidents" }) };
}

test("an incident says what happened in plain words, with its details", async () => {
  renderIncidents();

  expect(
    await screen.findByRole("heading", { name: "Credited deposit is no longer in the chain" }),
  ).toBeVisible();
  expect(screen.getByText(/Either way two people decide/)).toBeVisible();
  expect(screen.getByText("0.25")).toBeVisible();
  expect(screen.getByRole("link", { name: "…0000abcd" })).toHaveAttribute(
    "href",
    `/operator/clients/${CLIENT}`,
  );
  expect(screen.getByText("ab".repeat(32))).toBeVisible();
});

test("a kind that the console does not know is still readable", async () => {
  renderIncidents({ kind: "node_on_fire", detail: { how_hot: 99 }, amount: null, needs_two: false });

  expect(await screen.findByRole("heading", { name: "Node on fire" })).toBeVisible();
  expect(screen.getByText("How hot")).toBeVisible();
  expect(screen.getByText("99")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Propose reversal" })).toBeNull();
});

test("a reversal is proposed, and its proposer cannot approve it", async () => {
  const { held, user } = renderIncidents();
  const proposed = serve(
    "post",
    "/operator/wallet-incidents/{incident_id}/proposals",
    () => {
      held.incident = anIncident({ proposal: aProposal({ proposed_by: "ann" }) });
      return null;
    },
    204,
  );

  await user.click(await screen.findByRole("button", { name: "Propose reversal" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Propose to reverse the credit?" }));
  expect(dialog.getByText("0.25 BTC is taken back from the client’s available balance.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Propose" }));
  expect(await dialog.findByText("Enter a reason. The approver reads it.")).toBeVisible();
  await user.type(dialog.getByLabelText("Reason"), "Double spend");
  await user.click(dialog.getByRole("button", { name: "Propose" }));

  expect(await screen.findByText("You proposed this, so someone else must decide.")).toBeVisible();
  expect(await proposed[0]?.json()).toEqual({ kind: "reversal", reason: "Double spend" });
  expect(screen.queryByRole("button", { name: /Approve|^Reject$|Propose|Resolve/ })).toBeNull();
});

test("somebody else approves a reversal; when it fails, the credit can be kept", async () => {
  const { held, user } = renderIncidents({ proposal: aProposal() });
  const refusal = { code: "INSUFFICIENT_BALANCE", message: "Insufficient balance." };
  const refused = aProposal({ status: "refused", decided_by: "ann", refusal });
  serve("post", "/operator/wallet-incidents/proposals/{proposal_id}/approve", () => {
    held.incident = anIncident({ proposal: refused });
    return refused;
  });
  const proposed = serve("post", "/operator/wallet-incidents/{incident_id}/proposals", null, 204);

  expect(await screen.findByText("Double spend")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve this proposal?" }));
  expect(dialog.getByText("0.25 BTC is taken back from the client’s available balance.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Approve" }));

  expect(await screen.findByText("Failed")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Propose to keep the credit" }));
  const loss = within(await screen.findByRole("dialog", { name: "Propose to keep the credit?" }));
  expect(
    loss.getByText("The client keeps 0.25 BTC. Without the payment, the exchange bears the loss."),
  ).toBeVisible();
  await user.type(loss.getByLabelText("Reason"), "It was spent");
  await user.click(loss.getByRole("button", { name: "Propose" }));
  await expect.poll(() => proposed.length).toBe(1);
  expect(await proposed[0]?.json()).toEqual({ kind: "keep", reason: "It was spent" });
});

test("somebody else rejects with a reason", async () => {
  const { held, user } = renderIncidents({ proposal: aProposal({ kind: "keep" }) });
  const rejected = aProposal({
    kind: "keep",
    status: "rejected",
    decided_by: "ann",
    remark: "Take it back",
  });
  const sent = serve("post", "/operator/wallet-incidents/proposals/{proposal_id}/reject", () => {
    held.incident = anIncident({ proposal: rejected });
    return rejected;
  });

  await user.click(await screen.findByRole("button", { name: "Reject" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reject this proposal?" }));
  await user.type(dialog.getByLabelText("Reason"), "Take it back");
  await user.click(dialog.getByRole("button", { name: "Reject" }));
  expect(await screen.findByText("Take it back")).toBeVisible();
  expect(await sent[0]?.json()).toEqual({ reason: "Take it back" });
});

test("a second person lets the client keep the credit, which ends the incident", async () => {
  const { held, user } = renderIncidents({ proposal: aProposal({ kind: "keep" }) });
  serve("post", "/operator/wallet-incidents/proposals/{proposal_id}/approve", () => {
    held.incident = anIncident({ resolved_at: 1_700_000_200, resolved_by: "ann" });
    return aProposal({ kind: "keep", status: "done" });
  });

  await user.click(await screen.findByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve this proposal?" }));
  await user.click(dialog.getByRole("button", { name: "Approve" }));
  expect(await screen.findByText("No open incidents")).toBeVisible();
});

test("an incident is resolved with a remark, and found among the resolved ones", async () => {
  const { held, user } = renderIncidents({
    kind: "hot_wallet_low",
    subject: "BTC",
    detail: {},
    amount: null,
    needs_two: false,
    client_id: null,
  });
  const resolved = serve(
    "post",
    "/operator/wallet-incidents/{incident_id}/resolve",
    () => {
      const remark = "Refilled from cold storage";
      held.incident = anIncident({ resolved_at: 1_700_000_200, resolved_by: "ann", remark });
      return null;
    },
    204,
  );

  expect(await screen.findByRole("heading", { name: "Hot wallet too low" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Resolve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Resolve this incident?" }));
  await user.type(dialog.getByLabelText("Remark"), "Refilled from cold storage");
  await user.click(dialog.getByRole("button", { name: "Resolve" }));
  expect(await screen.findByText("No open incidents")).toBeVisible();
  expect(await resolved[0]?.json()).toEqual({ remark: "Refilled from cold storage" });

  await user.click(screen.getByRole("radio", { name: "Resolved" }));
  expect(await screen.findByText("Refilled from cold storage")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Resolve/ })).toBeNull();
});

test("a role that may only look is offered nothing", async () => {
  renderIncidents({ proposal: aProposal() }, ["ledger"]);

  expect(await screen.findByText("Reverse the credit")).toBeVisible();
  expect(screen.getByText("Your role can view proposals, but not decide on them.")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Approve|^Reject$|Propose|Resolve/ })).toBeNull();
});

test("a list that cannot be loaded is tried again", async () => {
  const { user } = renderIncidents();
  serveProblem("get", "/operator/wallet-incidents", { status: 500, code: "INTERNAL" });

  const retry = await screen.findByRole("button", { name: "Try again" });
  serve("get", "/operator/wallet-incidents", { items: [], next_cursor: null });
  await user.click(retry);

  expect(await screen.findByText("No open incidents")).toBeVisible();
});
