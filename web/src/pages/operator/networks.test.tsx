import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { queries } from "@/api/queries";
import { formatDateTime } from "@/lib/dates";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { NetworksPage } from "./networks";

type Network = components["schemas"]["OperatorNetwork"];

const MOVER = ["ledger", "ledger_adjust"];
const HOT = "0x00000000000000000000000000000000000000f1";

function aNetwork(parts: Partial<Network> = {}): Network {
  return {
    network: "eth-dev",
    name: "Ethereum (development)",
    kind: "evm",
    status: "enabled",
    reason: null,
    notice: null,
    is_development: true,
    height: 118,
    node_height: 120,
    lag: 2,
    node_seen_at: 1_700_000_000,
    node_problem: null,
    node_problem_since: null,
    confirmations: 3,
    sweep_requested_at: null,
    explorer_tx: null,
    explorer_address: "https://explorer.example/address/{address}",
    hot_address: HOT,
    balances: [
      {
        coin: "ETH",
        hot: "49.5",
        deposits: "0.5",
        cold: "0",
        owed: "50",
        difference: "0",
        checked_at: 1_700_000_000,
        differs_since: null,
      },
    ],
    ...parts,
  };
}

function renderNetworks(parts: Partial<Network> = {}, permissions = MOVER) {
  const held = { network: aNetwork(parts) };
  queries.clear();
  serve("get", "/operator/me", { login: "ann", role: "treasury", permissions });
  serve("get", "/operator/networks", () => ({ items: [held.network] }));
  const route = {
    path: "/operator/networks",
    layout: null,
    title: () => "Networks",
    page: async () => NetworksPage,
  };
  return { held, ...renderApp([route], { at: "/operator/networks" }) };
}

test("a network shows how far it is followed and what is there", async () => {
  renderNetworks();

  expect(await screen.findByRole("heading", { name: "Ethereum (development)" })).toBeVisible();
  expect(screen.getByText("Development chain")).toBeVisible();
  expect(screen.getByText("2 blocks behind")).toBeVisible();
  expect(screen.getByText("120")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open in block explorer" })).toHaveAttribute(
    "href",
    `https://explorer.example/address/${HOT}`,
  );
  const table = within(screen.getByRole("table", { name: "Balances on Ethereum (development)" }));
  expect(table.getByText("49.5")).toBeVisible();
  expect(table.getByText("OK")).toBeVisible();
  expect(screen.queryByText(/Chain and ledger differ/)).toBeNull();
});

test("a difference raises an alarm with the time since when", async () => {
  const [balance] = aNetwork().balances;
  if (!balance) throw new Error("a network has a balance");
  renderNetworks({ balances: [{ ...balance, difference: "-1.25", differs_since: 1_700_000_000 }] });

  expect(await screen.findByRole("alert")).toHaveTextContent("Chain and ledger differ: ETH.");
  expect(screen.getByText(/−1\.25/)).toBeVisible();
  expect(screen.getByText(/since/)).toBeVisible();
});

test("a halt needs a reason, may have a notice, and is undone by resuming", async () => {
  const { held, user } = renderNetworks();
  const halted = serve(
    "post",
    "/operator/networks/{network}/halt",
    () => {
      held.network = aNetwork({ status: "halted", reason: "Node upgrade", notice: "Back at noon" });
      return null;
    },
    204,
  );
  serve(
    "post",
    "/operator/networks/{network}/resume",
    () => {
      held.network = aNetwork();
      return null;
    },
    204,
  );

  await user.click(await screen.findByRole("button", { name: "Halt" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Halt Ethereum (development)?" }));
  await user.click(dialog.getByRole("button", { name: "Halt" }));
  expect(await dialog.findByText("Enter a reason. It’s recorded in the audit log.")).toBeVisible();
  await user.type(dialog.getByLabelText("Reason"), "Node upgrade");
  await user.type(dialog.getByLabelText("Notice for clients (optional)"), "Back at noon");
  await user.click(dialog.getByRole("button", { name: "Halt" }));

  expect(await screen.findByText("Clients see: Back at noon")).toBeVisible();
  expect(await halted[0]?.json()).toEqual({ reason: "Node upgrade", notice: "Back at noon" });
  await user.click(screen.getByRole("button", { name: "Resume" }));
  const resume = within(await screen.findByRole("dialog", { name: "Resume Ethereum (development)?" }));
  await user.click(resume.getByRole("button", { name: "Resume" }));
  expect(await screen.findByRole("button", { name: "Halt" })).toBeVisible();
});

test("after a deep reorganization it resumes from a block that staff have checked", async () => {
  const { user } = renderNetworks({ status: "halted", reason: "Reorganised deeper than 6 blocks." });
  const detail = "Enter a block that was read: at most 118.";
  const refused = serveProblem("post", "/operator/networks/{network}/resume", {
    status: 422,
    code: "VALIDATION_FAILED",
    errors: [{ field: "from_height", code: "value", message: detail }],
  });

  await user.click(await screen.findByRole("button", { name: "Resume" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Resume Ethereum (development)?" }));
  const block = dialog.getByLabelText("Last unchanged block (optional)");
  await user.type(block, "12a");
  await user.click(dialog.getByRole("button", { name: "Resume" }));
  expect(await dialog.findByText("Enter a block number, or leave it empty.")).toBeVisible();
  await user.clear(block);
  await user.type(block, "119");
  await user.click(dialog.getByRole("button", { name: "Resume" }));

  expect(await dialog.findByText(detail)).toBeVisible();
  expect(await refused[0]?.json()).toEqual({ from_height: 119 });
});

test("a sweep names the amounts, and cannot be requested twice", async () => {
  const { held, user } = renderNetworks();
  serve(
    "post",
    "/operator/networks/{network}/sweep",
    () => {
      held.network = aNetwork({ sweep_requested_at: 1_700_000_100 });
      return null;
    },
    204,
  );

  await user.click(await screen.findByRole("button", { name: "Sweep now" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sweep Ethereum (development) now?" }));
  expect(dialog.getByText(/On client addresses: 0\.5 ETH/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Sweep now" }));

  expect(await screen.findByText(/Sweep in progress/)).toBeVisible();
  await expect
    .poll(() => screen.getByRole("button", { name: "Sweep now", hidden: true }))
    .toHaveProperty("disabled", true);
});

test("what the server refuses stays in the dialog", async () => {
  const { user } = renderNetworks();
  const detail = "The network is not in the state that this needs.";
  serve("post", "/operator/networks/{network}/sweep", () =>
    problemResponse({ status: 409, code: "STATE_CONFLICT", detail }),
  );

  await user.click(await screen.findByRole("button", { name: "Sweep now" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sweep Ethereum (development) now?" }));
  await user.click(dialog.getByRole("button", { name: "Sweep now" }));

  expect(await dialog.findByText(detail)).toBeVisible();
});

test("a role that may only look is offered nothing", async () => {
  renderNetworks({}, ["ledger"]);

  expect(await screen.findByRole("heading", { name: "Ethereum (development)" })).toBeVisible();
  expect(screen.queryByRole("button", { name: /^(Halt|Sweep now)$/ })).toBeNull();
});

test("a network without a node says so", async () => {
  renderNetworks({ status: "disabled", node_problem: "not_configured", hot_address: null, balances: [] });

  expect(
    await screen.findByText(
      "No node is configured in networks.toml. Clients can’t deposit or withdraw here.",
    ),
  ).toBeVisible();
  expect(screen.queryByRole("button", { name: /^(Halt|Resume|Sweep now)$/ })).toBeNull();
});

test.each([
  ["unreachable", "The node hasn’t responded since"],
  ["other_chain", "The node has been on another chain since"],
  ["syncing", "The node has been downloading its chain since"],
] as const)("a node that is %s is named with the time since when", async (node_problem, text) => {
  renderNetworks({ node_problem, node_problem_since: 1_700_000_000 });

  expect(await screen.findByRole("alert")).toHaveTextContent(`${text} ${formatDateTime(1_700_000_000)}.`);
});

test("without networks it says where they come from", async () => {
  renderNetworks();
  serve("get", "/operator/networks", { items: [] });

  expect(await screen.findByText("No networks yet")).toBeVisible();
});

test("a list that cannot be loaded is tried again", async () => {
  const { user } = renderNetworks();
  serveProblem("get", "/operator/networks", { status: 500, code: "INTERNAL" });

  const retry = await screen.findByRole("button", { name: "Try again" });
  serve("get", "/operator/networks", { items: [aNetwork()] });
  await user.click(retry);

  expect(await screen.findByRole("heading", { name: "Ethereum (development)" })).toBeVisible();
});
