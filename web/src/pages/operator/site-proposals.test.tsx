import { act, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { components } from "@/api/generated/schema";
import { Toaster } from "@/design/toaster";
import { aStaffSite } from "@/testing/builders";
import { problemResponse, serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { fill } from "@/testing/render-settings";
import { SitesPage } from "./sites";

type Proposal = components["schemas"]["SiteProposalView"];

const SITE = aStaffSite({ hosts: ["localhost"] });

function aProposal(parts: Partial<Proposal> = {}): Proposal {
  return {
    id: "p1",
    site_id: "s1",
    asked: { hosts: ["localhost", "reef.example.org"], chat_domain: "chat.example.org" },
    status: "proposed",
    proposed_by: "bob",
    proposed_at: 1_790_000_000,
    decided_by: null,
    decided_at: null,
    remark: null,
    refusal: null,
    ...parts,
  };
}

function serveProposals(...items: Proposal[]) {
  serve("get", "/operator/sites/proposals", { items, next_cursor: null });
}

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serve("get", "/operator/me", { login: "ann", role: "admin", permissions: ["sites"] });
  serve("get", "/operator/sites", { items: [SITE], next_cursor: null });
  serve("get", "/operator/pairs", { items: [], next_cursor: null });
  serveProposals();
});
afterEach(() => {
  vi.useRealTimers();
  window.history.replaceState(null, "", "/");
});

function page() {
  const sites = (
    <>
      <SitesPage />
      <Toaster />
    </>
  );
  return renderPage(sites, { at: "/operator/sites?site=s1" });
}

test("new hostnames are saved as a proposal, and what they would change is shown", async () => {
  serve("patch", "/operator/sites/{site_id}", () => {
    serveProposals(aProposal({ proposed_by: "ann" }));
    return SITE;
  });
  const user = page();

  await fill(user, await screen.findByLabelText("Hostnames"), "localhost reef.example.org");
  await user.click(screen.getByRole("button", { name: "Save" }));

  expect(
    await screen.findByText("New hostnames and another chat wait until another administrator approves."),
  ).toBeVisible();
  expect(await screen.findByText("localhost, reef.example.org")).toBeVisible();
  expect(screen.getByText("You proposed this, so someone else must decide.")).toBeVisible();
});

test("another administrator reads what it means and approves", async () => {
  serveProposals(aProposal());
  const approved = serve("post", "/operator/sites/proposals/{proposal_id}/approve", () => {
    const done = aProposal({ status: "done", decided_by: "ann", decided_at: 1_790_000_100 });
    serveProposals(done);
    return done;
  });
  const user = page();

  expect(await screen.findByText("New hostnames and another chat")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Approve" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Approve this proposal?" }));
  expect(dialog.getByText("The chat’s script runs in the personal area of every client.")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Approve" }));

  expect(await screen.findByText("Done")).toBeVisible();
  expect(approved).toHaveLength(1);
});

test.each([
  [{ hosts: ["reef.example.org"] }, "New hostnames", "Whoever opens one of these hosts sees this site"],
  [{ chat_token: "t" }, "Another chat", "The chat’s script runs in the personal area"],
  [{ chat_pages: "all" as const }, "Another chat", "The chat’s script runs in the personal area"],
  [{ chat_identity: "client" as const }, "Another chat", "The secret is sent to every visitor"],
])("what is proposed says what follows from it: %o", async (asked, title, consequence) => {
  serveProposals(aProposal({ asked }));
  const user = page();

  expect(await screen.findByText(title)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Approve" }));

  const dialog = await screen.findByRole("dialog", { name: "Approve this proposal?" });
  expect(dialog).toHaveTextContent(consequence);
});

test("a refused proposal shows no changes any more", async () => {
  serveProposals(aProposal({ status: "rejected", decided_by: "eve", decided_at: 1_790_000_100 }));
  page();

  expect(await screen.findByText("New hostnames and another chat")).toBeVisible();
  expect(screen.queryByText("localhost, reef.example.org")).toBeNull();
});

test("without a second administrator the command for the server is shown", async () => {
  const command = "clearwater site set localhost --chat-domain chat.example.org";
  serve("patch", "/operator/sites/{site_id}", () =>
    problemResponse({ status: 409, code: "STATE_CONFLICT", command }),
  );
  const user = page();

  await fill(user, await screen.findByLabelText("Domain"), "chat.example.org");
  await user.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByText(command)).toBeVisible();
  expect(screen.getByLabelText("Domain")).toHaveValue("chat.example.org");
});

const NEW_SITE = { site_id: null, asked: { sitename: "Reef", hosts: ["reef.example.org"] } };

test("a new site is proposed and waits for someone else", async () => {
  const proposed = serve("post", "/operator/sites", () => {
    const proposal = aProposal({ ...NEW_SITE, proposed_by: "ann" });
    serveProposals(proposal);
    return proposal;
  });
  const user = page();

  await user.click(await screen.findByRole("button", { name: "Add site" }));
  const draft = within(await screen.findByRole("dialog", { name: "Add site" }));
  await fill(user, draft.getByLabelText("Name"), "Reef");
  await fill(user, draft.getByLabelText("Hostname"), "reef.example.org");
  await user.click(draft.getByRole("button", { name: "Propose site" }));

  expect(await screen.findByText("Nothing changes until someone else approves.")).toBeVisible();
  expect(await proposed[0]?.json()).toEqual({ sitename: "Reef", hostname: "reef.example.org" });
  const waiting = within(await screen.findByRole("list", { name: "Proposals" }));
  expect(waiting.getByText("New site Reef at reef.example.org")).toBeVisible();
  expect(waiting.getByText("You proposed this, so someone else must decide.")).toBeVisible();
});

test("a new site that another administrator approves is listed", async () => {
  serveProposals(aProposal(NEW_SITE));
  serve("post", "/operator/sites/proposals/{proposal_id}/approve", () => {
    const done = aProposal({ ...NEW_SITE, site_id: "s2", status: "done", decided_by: "ann" });
    serveProposals(done);
    const reef = aStaffSite({ id: "s2", sitename: "Reef", hosts: ["reef.example.org"] });
    serve("get", "/operator/sites", { items: [reef, SITE], next_cursor: null });
    return done;
  });
  const user = page();

  await user.click(await screen.findByRole("button", { name: "Approve" }));
  const question = within(await screen.findByRole("dialog", { name: "Approve this proposal?" }));
  await user.click(question.getByRole("button", { name: "Approve" }));

  expect(await screen.findByRole("link", { name: /Reef/ })).toBeVisible();
  expect(screen.queryByRole("list", { name: "Proposals" })).toBeNull();
});

test("the proposer sees the site that another administrator has approved", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const proposal = aProposal({ ...NEW_SITE, proposed_by: "ann" });
  serveProposals(proposal);
  page();
  expect(await screen.findByText("New site Reef at reef.example.org")).toBeVisible();

  serveProposals({ ...proposal, site_id: "s2", status: "done", decided_by: "bob" });
  const reef = aStaffSite({ id: "s2", sitename: "Reef", hosts: ["reef.example.org"] });
  serve("get", "/operator/sites", { items: [reef, SITE], next_cursor: null });
  await act(() => vi.advanceTimersByTimeAsync(30_000));

  expect(await screen.findByRole("link", { name: /Reef/ })).toBeVisible();
  expect(screen.queryByRole("list", { name: "Proposals" })).toBeNull();
});

test("without a second administrator the command that adds a site is shown", async () => {
  const command = "clearwater site add reef.example.org --name Reef";
  serve("post", "/operator/sites", () => problemResponse({ status: 409, code: "STATE_CONFLICT", command }));
  const user = page();

  await user.click(await screen.findByRole("button", { name: "Add site" }));
  const draft = within(await screen.findByRole("dialog", { name: "Add site" }));
  await fill(user, draft.getByLabelText("Name"), "Reef");
  await fill(user, draft.getByLabelText("Hostname"), "reef.example.org");
  await user.click(draft.getByRole("button", { name: "Propose site" }));

  expect(await draft.findByText(command)).toBeVisible();
});
