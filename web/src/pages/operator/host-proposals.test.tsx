import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { Toaster } from "@/design/toaster";
import { problemResponse, serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { fill } from "@/testing/render-settings";
import { RulesPage } from "./rules";

type Proposal = components["schemas"]["RedirectHostProposalView"];

const ADMIN = { login: "ann", role: "admin", permissions: ["rules", "redirect_hosts"] };

function aProposal(parts: Partial<Proposal> = {}): Proposal {
  return {
    id: "p1",
    hostname: "help.example.org",
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
  serve("get", "/operator/rules/hosts/proposals", { items, next_cursor: null });
}

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serve("get", "/operator/me", ADMIN);
  serve("get", "/operator/rules", { items: [], next_cursor: null });
  serve("get", "/operator/rules/hosts", { items: [], next_cursor: null });
  serveProposals();
});
afterEach(() => window.history.replaceState(null, "", "/"));

function page() {
  const rules = (
    <>
      <RulesPage />
      <Toaster />
    </>
  );
  return renderPage(rules, { at: "/operator/rules" });
}

test("a host is proposed and waits for someone else", async () => {
  const proposed = serve("post", "/operator/rules/hosts", () => {
    serveProposals(aProposal({ proposed_by: "ann" }));
    return aProposal({ proposed_by: "ann" });
  });
  const user = page();

  await fill(user, await screen.findByLabelText("Hostname"), "help.example.org");
  await user.click(screen.getByRole("button", { name: "Propose host" }));

  expect(await screen.findByText("Nothing changes until someone else approves.")).toBeVisible();
  expect(await proposed[0]?.json()).toEqual({ hostname: "help.example.org" });
  expect(screen.getByLabelText("Hostname")).toHaveValue("");
  const waiting = within(await screen.findByRole("list", { name: "Proposals" }));
  expect(waiting.getByText("help.example.org")).toBeVisible();
  expect(waiting.getByText("You proposed this, so someone else must decide.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Remove help.example.org" })).toBeNull();
});

test("another administrator approves a host, which is then on the list", async () => {
  serveProposals(aProposal());
  const approved = serve("post", "/operator/rules/hosts/proposals/{proposal_id}/approve", () => {
    const done = aProposal({ status: "done", decided_by: "ann", decided_at: 1_790_000_100 });
    serveProposals(done);
    const host = { hostname: "help.example.org", added_by: "bob", added_at: 1_790_000_100 };
    serve("get", "/operator/rules/hosts", { items: [host], next_cursor: null });
    return done;
  });
  const user = page();

  await user.click(await screen.findByRole("button", { name: "Approve" }));
  const question = within(await screen.findByRole("dialog", { name: "Approve this proposal?" }));
  expect(question.getByText("Rules of every site may redirect visitors to help.example.org.")).toBeVisible();
  await user.click(question.getByRole("button", { name: "Approve" }));

  expect(await screen.findByRole("button", { name: "Remove help.example.org" })).toBeVisible();
  expect(screen.queryByRole("list", { name: "Proposals" })).toBeNull();
  expect(approved).toHaveLength(1);
});

test("a rejection says why", async () => {
  serveProposals(aProposal());
  const rejected = serve("post", "/operator/rules/hosts/proposals/{proposal_id}/reject", () => {
    const proposal = aProposal({ status: "rejected", decided_by: "ann", remark: "Whose host is it?" });
    serveProposals(proposal);
    return proposal;
  });
  const user = page();

  await user.click(await screen.findByRole("button", { name: "Reject" }));
  const question = within(await screen.findByRole("dialog", { name: "Reject this proposal?" }));
  await fill(user, question.getByLabelText("Reason"), "Whose host is it?");
  await user.click(question.getByRole("button", { name: "Reject" }));

  expect(await screen.findByText("Whose host is it?")).toBeVisible();
  expect(await rejected[0]?.json()).toEqual({ reason: "Whose host is it?" });
});

test("an editor reads proposals, and decides on none", async () => {
  serve("get", "/operator/me", { login: "edda", role: "editor", permissions: ["rules"] });
  serveProposals(aProposal());
  page();

  expect(await screen.findByText("Your role can view proposals, but not decide on them.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  expect(screen.queryByLabelText("Hostname")).toBeNull();
});

test("without a second administrator the command for the server is shown", async () => {
  const command = "clearwater rule allow-host help.example.org";
  serve("post", "/operator/rules/hosts", () =>
    problemResponse({ status: 409, code: "STATE_CONFLICT", command }),
  );
  const user = page();

  await fill(user, await screen.findByLabelText("Hostname"), "help.example.org");
  await user.click(screen.getByRole("button", { name: "Propose host" }));

  expect(await screen.findByText(command)).toBeVisible();
  expect(screen.getByLabelText("Hostname")).toHaveValue("help.example.org");
});
