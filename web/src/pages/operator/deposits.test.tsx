import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { queries } from "@/api/queries";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { OperatorDepositsPage } from "./deposits";

type Deposit = components["schemas"]["OperatorDeposit"];

const CLIENT = "0199a2f4-0000-7000-8000-00000000abcd";
const TX = `0x${"ab".repeat(32)}`;

function aDeposit(parts: Partial<Deposit> = {}): Deposit {
  return {
    id: "d1",
    client_id: CLIENT,
    network: "eth-dev",
    coin: "ETH",
    contract: null,
    amount: "1.5",
    native: "1500000000000000000",
    address: "0x00000000000000000000000000000000000000a1",
    tx_id: TX,
    output_index: 0,
    status: "credited",
    height: 12,
    created_at: 1_700_000_000,
    credited_at: 1_700_000_060,
    is_swept: true,
    handled_at: null,
    handled_by: null,
    remark: null,
    ...parts,
  };
}

function renderDeposits(at = "/operator/deposits", permissions = ["ledger"]) {
  queries.clear();
  serve("get", "/operator/me", { login: "ann", role: "support", permissions });
  serve("get", "/operator/networks", {
    items: [{ network: "eth-dev", name: "Ethereum", explorer_tx: "https://explorer.example/{tx_id}" }],
  });
  const route = {
    path: "/operator/deposits",
    layout: null,
    title: () => "Deposits",
    page: async () => OperatorDepositsPage,
  };
  return renderApp([route], { at });
}

test("deposits show client, amount, network and transaction", async () => {
  serve("get", "/operator/deposits", {
    items: [
      aDeposit(),
      aDeposit({ id: "d2", client_id: null, is_swept: false }),
      aDeposit({
        id: "d3",
        coin: null,
        amount: null,
        native: "77",
        contract: "0xdead",
        status: "unassigned",
      }),
    ],
    next_cursor: null,
  });
  renderDeposits();

  const table = within(await screen.findByRole("table", { name: "Deposits, newest first" }));
  const [, first, second, third] = table.getAllByRole("row");
  if (!first || !second || !third) throw new Error("three deposits are listed");
  expect(within(first).getByRole("link", { name: "…0000abcd" })).toHaveAttribute(
    "href",
    `/operator/clients/${CLIENT}`,
  );
  expect(within(first).getByText("Swept")).toBeVisible();
  await expect
    .poll(() => within(first).queryByRole("link", { name: "Open in block explorer" }))
    .toHaveAttribute("href", `https://explorer.example/${TX}`);
  expect(within(second).getByText("The exchange")).toBeVisible();
  expect(within(third).getByText("77")).toBeVisible();
  expect(within(third).getByText("Unassigned")).toBeVisible();
});

test("filters ask the server and stay in the address", async () => {
  const asked = serve("get", "/operator/deposits", ({ request }) => ({
    items: new URL(request.url).searchParams.has("status") ? [] : [aDeposit()],
    next_cursor: null,
  }));
  const { user, location } = renderDeposits("/operator/deposits?network=eth-dev");
  await screen.findByRole("table");

  await user.click(screen.getByRole("combobox", { name: "Status" }));
  await user.click(await screen.findByRole("option", { name: "Orphaned" }));

  expect(await screen.findByText("No deposits match these filters")).toBeVisible();
  const last = new URL(asked.at(-1)?.url ?? "").searchParams;
  expect([last.get("status"), last.get("network")]).toEqual(["orphaned", "eth-dev"]);
  expect(location()).toBe("/operator/deposits?status=orphaned&network=eth-dev");
});

test("the next page is loaded on request", async () => {
  serve("get", "/operator/deposits", ({ request }) =>
    new URL(request.url).searchParams.get("cursor") === "more"
      ? { items: [aDeposit({ id: "d2", amount: "2.25" })], next_cursor: null }
      : { items: [aDeposit()], next_cursor: "more" },
  );
  const { user } = renderDeposits();

  await user.click(await screen.findByRole("button", { name: "Show more" }));

  expect(await screen.findByText("2.25")).toBeVisible();
  expect(screen.getByText("1.5")).toBeVisible();
});

test("no deposits, and a list that cannot be loaded", async () => {
  serveProblem("get", "/operator/deposits", { status: 500, code: "INTERNAL" });
  const { user } = renderDeposits();

  const retry = await screen.findByRole("button", { name: "Try again" });
  serve("get", "/operator/deposits", { items: [], next_cursor: null });
  await user.click(retry);

  expect(await screen.findByText("No deposits yet")).toBeVisible();
});

test("an unassigned deposit is marked as handled with a remark", async () => {
  const unknown = aDeposit({ status: "unassigned", coin: null, amount: null, is_swept: false });
  const held = { deposit: unknown };
  serve("get", "/operator/deposits", () => ({ items: [held.deposit], next_cursor: null }));
  const handled = serve(
    "post",
    "/operator/deposits/{deposit_id}/handled",
    () => {
      held.deposit = { ...unknown, handled_at: 1_700_000_100, handled_by: "ann", remark: "Sent back" };
      return null;
    },
    204,
  );
  const { user } = renderDeposits("/operator/deposits?status=unassigned", ["ledger", "ledger_adjust"]);

  expect(await screen.findByText(/weren’t credited/)).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Mark as handled" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Mark this deposit as handled?" }));
  await user.click(dialog.getByRole("button", { name: "Mark as handled" }));
  expect(await dialog.findByText("Enter what was done.")).toBeVisible();
  await user.type(dialog.getByLabelText("Remark"), "Sent back");
  await user.click(dialog.getByRole("button", { name: "Mark as handled" }));

  expect(await screen.findByText("Handled by ann: Sent back")).toBeVisible();
  expect(await handled[0]?.json()).toEqual({ remark: "Sent back" });
});

test("a role that may only look cannot mark it", async () => {
  serve("get", "/operator/deposits", { items: [aDeposit({ status: "unassigned" })], next_cursor: null });
  renderDeposits();

  expect((await screen.findAllByText("Unassigned")).length).toBeGreaterThan(0);
  expect(screen.queryByRole("button", { name: "Mark as handled" })).toBeNull();
});
