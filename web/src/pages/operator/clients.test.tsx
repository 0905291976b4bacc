import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { ClientsPage } from "./clients";

type ClientRow = components["schemas"]["ClientRow"];

const ID = "0199a2f4-0000-7000-8000-00000000abcd";

function aRow(parts: Partial<ClientRow> = {}): ClientRow {
  return {
    id: ID,
    site_id: "0199a2f4-0000-7000-8000-000000000002",
    email: "ad***@example.com",
    email_is_confirmed: true,
    username: null,
    name: "Ada Lovelace",
    frozen_at: null,
    created_at: 1_700_000_000,
    ...parts,
  };
}

const serveOperator = (...permissions: string[]) =>
  serve("get", "/operator/me", { login: "ann", role: "support", permissions });
const searched = (requests: Request[]) => requests.map(({ url }) => new URL(url).searchParams.get("q"));

test("clients are looked for once the typing pauses, and the address keeps what for", async () => {
  serveOperator("clients");
  const asked = serve("get", "/operator/clients", ({ request }) => {
    const q = new URL(request.url).searchParams.get("q");
    return { items: q === "nobody" ? [] : [aRow()], next_cursor: null };
  });
  const user = renderPage(<ClientsPage />, { at: "/operator/clients?q=ada" });

  const link = await screen.findByRole("link", { name: "ad***@example.com" });
  expect(link).toHaveAttribute("href", `/operator/clients/${ID}`);
  expect(screen.getByText("…0000abcd")).toBeVisible();
  const field = screen.getByRole("textbox", { name: "Search clients" });
  expect(field).toHaveValue("ada");
  // In one task, however slow the machine: no pause can fall between two keys.
  for (const value of ["", "n", "nob", "nobody"]) fireEvent.change(field, { target: { value } });

  expect(await screen.findByText("No clients found")).toBeVisible();
  expect(user.location()).toBe("/operator/clients?q=nobody");
  // Every search is audited, so incomplete words are not sent.
  expect(searched(asked)).toEqual(["ada", "nobody"]);
});

test("more clients come page by page, and the frozen stand out", async () => {
  serveOperator("clients");
  serve("get", "/operator/clients", ({ request }) =>
    new URL(request.url).searchParams.get("cursor") === "2"
      ? { items: [aRow({ id: "b", name: "Bob", frozen_at: 1_700_000_000 })], next_cursor: null }
      : { items: [aRow()], next_cursor: "2" },
  );
  const user = renderPage(<ClientsPage />, { at: "/operator/clients" });

  await user.click(await screen.findByRole("button", { name: "Show more" }));

  const row = (await screen.findByText("Bob")).closest("tr") ?? expect.unreachable("no row");
  expect(within(row).getByText("Frozen")).toBeVisible();
  expect(screen.getByText("Ada Lovelace")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

test("a search that fails can be tried again", async () => {
  serveOperator("clients");
  serveProblem("get", "/operator/clients", { status: 500, code: "INTERNAL" });
  const user = renderPage(<ClientsPage />, { at: "/operator/clients" });
  const retry = await screen.findByRole("button", { name: "Try again" });

  serve("get", "/operator/clients", { items: [aRow()], next_cursor: null });
  await user.click(retry);

  expect(await screen.findByText("Ada Lovelace")).toBeVisible();
});
