import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { queries } from "@/api/queries";
import { someLevels } from "@/testing/builders";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { ClientPage } from "./client";

type ClientDetail = components["schemas"]["ClientDetail"];

const ID = "0199a2f4-0000-7000-8000-00000000abcd";
const EVERYTHING = ["clients", "clients_freeze", "clients_unfreeze", "kyc", "audit"];

function aDetail(parts: Partial<ClientDetail> = {}): ClientDetail {
  const session = { ip: "192.0.2.7", created_at: 1_700_000_000, last_seen_at: 1_700_000_060, expires_at: 1 };
  return {
    id: ID,
    site_id: "0199a2f4-0000-7000-8000-000000000002",
    email: "ada@example.com",
    email_is_confirmed: true,
    username: "ada",
    first_name: "Ada",
    last_name: "Lovelace",
    middle_name: null,
    phone: null,
    avatar: null,
    identity: null,
    kyc: {
      status: "pending",
      type: "passport",
      reason: null,
      submitted_at: 1_700_000_000,
      message: null,
      photos: { selfie: null, document_front: null, document_back: null },
    },
    level: "starter",
    security: { totp: true, passkeys: 2 },
    frozen_at: null,
    password_changed_at: null,
    email_changed_at: null,
    second_factor_changed_at: 1_700_000_000,
    created_at: 1_700_000_000,
    sessions: [
      { id: "s1", device: "Firefox on Linux", ...session },
      { id: "s2", device: "Safari on iPhone", ...session },
    ],
    ...parts,
  };
}

/** Renders the client for an operator; `held.client` is the server's state. */
function renderClient(permissions = EVERYTHING, parts: Partial<ClientDetail> = {}) {
  const held = { client: aDetail(parts) };
  queries.clear();
  serve("get", "/operator/me", { login: "ann", role: "support", permissions });
  serve("get", "/v1/levels", { items: someLevels() });
  const looks = serve("get", "/operator/clients/{client_id}", () => held.client);
  const page = async () => ClientPage;
  const route = { path: "/operator/clients/$client", layout: null, title: () => "Client", page };
  const { user } = renderApp([route], { at: `/operator/clients/${ID}` });
  return { held, looks, user };
}

const paths = (requests: Request[]) => requests.map(({ url }) => new URL(url).pathname);

test("a client is shown with level, identity, security and the ways to more", async () => {
  renderClient();

  expect(await screen.findByRole("heading", { name: "Ada Lovelace" })).toBeVisible();
  expect(await screen.findByText("Starter")).toBeVisible();
  expect(screen.getByText("ada@example.com")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open case" })).toHaveAttribute("href", `/operator/kyc/${ID}`);
  expect(screen.getByRole("link", { name: "Staff actions on this client" })).toHaveAttribute(
    "href",
    `/operator/audit?subject=client%3A${ID}`,
  );
});

test("a role that may only look is offered nothing else", async () => {
  renderClient(["clients"]);

  expect(await screen.findByText("Firefox on Linux")).toBeVisible();
  expect(screen.queryByRole("button", { name: /End|[Ff]reeze/ })).toBeNull();
  expect(screen.queryByRole("link", { name: /case|staff/ })).toBeNull();
});

test("a freeze asks for its reason and says what follows", async () => {
  const { held, user } = renderClient();
  const frozen = serve("post", "/operator/clients/{client_id}/freeze", () => {
    held.client = aDetail({ frozen_at: 1_700_000_500 });
    return {};
  });
  await user.click(await screen.findByRole("button", { name: "Freeze account" }));
  const dialog = await screen.findByRole("dialog", { name: "Freeze this account?" });

  await user.click(within(dialog).getByRole("button", { name: "Freeze" }));
  expect(await within(dialog).findByText("Enter a reason. It’s recorded in the audit log.")).toBeVisible();
  expect(frozen).toHaveLength(0);
  await user.type(within(dialog).getByLabelText("Reason"), "Asked on the phone");
  await user.click(within(dialog).getByRole("button", { name: "Freeze" }));

  expect(await screen.findByRole("button", { name: "Unfreeze account" })).toBeVisible();
  expect(await frozen[0]?.json()).toEqual({ reason: "Asked on the phone" });
});

test("an account is unfrozen after a question", async () => {
  const { held, user } = renderClient(EVERYTHING, { frozen_at: 1_700_000_500 });
  serve("post", "/operator/clients/{client_id}/unfreeze", () => {
    held.client = aDetail();
    return {};
  });
  await user.click(await screen.findByRole("button", { name: "Unfreeze account" }));
  const dialog = await screen.findByRole("dialog");
  await user.click(within(dialog).getByRole("button", { name: "Unfreeze" }));

  expect(await screen.findByRole("button", { name: "Freeze account" })).toBeVisible();
});

test("who may only freeze cannot undo it", async () => {
  renderClient(["clients", "clients_freeze"], { frozen_at: 1_700_000_500 });

  expect(await screen.findByText("Frozen")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Unfreeze account" })).toBeNull();
});

test("one session is ended, then all", async () => {
  const { held, user } = renderClient();
  const one = serve("delete", "/operator/clients/{client_id}/sessions/{session_id}", () => {
    held.client = aDetail({ sessions: aDetail().sessions.slice(1) });
    return new Response(null, { status: 204 });
  });
  const all = serve("delete", "/operator/clients/{client_id}/sessions", () => {
    held.client = aDetail({ sessions: [] });
    return new Response(null, { status: 204 });
  });

  await user.click(await screen.findByRole("button", { name: "Sign out Firefox on Linux" }));
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "End session" }));
  await expect.poll(() => screen.queryByText("Firefox on Linux")).toBeNull();
  expect(paths(one)).toEqual([`/api/operator/clients/${ID}/sessions/s1`]);

  await user.click(screen.getByRole("button", { name: "Sign out all" }));
  const dialog = await screen.findByRole("dialog", { name: "Sign this client out everywhere?" });
  await user.click(within(dialog).getByRole("button", { name: "Sign out all" }));
  expect(await screen.findByText("No active sessions")).toBeVisible();
  expect(all).toHaveLength(1);
});

test("an act that came too late says so, and the client is reloaded", async () => {
  const { held, looks, user } = renderClient();
  serveProblem("post", "/operator/clients/{client_id}/freeze", {
    status: 409,
    code: "STATE_CONFLICT",
    detail: "This account is frozen already.",
  });
  await user.click(await screen.findByRole("button", { name: "Freeze account" }));
  const dialog = await screen.findByRole("dialog");
  await user.type(within(dialog).getByLabelText("Reason"), "Stolen phone");
  held.client = aDetail({ email: "ada@example.org" });
  await user.click(within(dialog).getByRole("button", { name: "Freeze" }));

  expect(await screen.findByText("This account is frozen already.")).toBeVisible();
  expect(await screen.findByText("ada@example.org")).toBeInTheDocument();
  expect(looks).toHaveLength(2);
});
