import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { problemResponse, serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { RulesPage } from "./rules";

const aRule = (id: string, parts: object = {}) => ({
  id,
  site_id: "s1",
  position: 1,
  pattern: `/${id}`,
  redirect: "/privacy",
  app_middleware: {},
  fault: null,
  ...parts,
});

const RULES = [
  aRule("promo"),
  aRule("inside", { redirect: null, app_middleware: { "profile-redirect": true } }),
];

let asked: Request[] = [];

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serve("get", "/operator/me", { login: "edda", role: "editor", permissions: ["rules"] });
  serve("get", "/operator/rules/hosts", { items: [], next_cursor: null });
  serve("get", "/operator/rules/hosts/proposals", { items: [], next_cursor: null });
  asked = serve("get", "/operator/rules", { items: RULES, next_cursor: null });
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("an editor sees the rules of the own site in their order, moves and removes them", async () => {
  const moved = serve("patch", "/operator/rules/{rule_id}", aRule("promo"));
  const removed = serve("delete", "/operator/rules/{rule_id}", null, 204);
  const user = renderPage(<RulesPage />, { at: "/operator/rules" });

  const list = within(await screen.findByRole("list", { name: "Rules, in the order they’re checked" }));
  expect(list.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "1/promo/privacy",
    "2/insideOnly clients with a confirmed emailOn",
  ]);
  expect(new URL(asked[0]?.url ?? "").search).toBe("?site=localhost");
  expect(list.getByRole("button", { name: "Move /promo up" })).toBeDisabled();
  await user.click(list.getByRole("button", { name: "Move /promo down" }));
  await expect.poll(() => moved.length).toBe(1);
  expect(await moved[0]?.json()).toEqual({ position: 2 });

  await user.click(list.getByRole("button", { name: "Remove /inside" }));
  const question = within(await screen.findByRole("dialog", { name: "Remove the rule for /inside?" }));
  await user.click(question.getByRole("button", { name: "Remove rule" }));
  await expect
    .poll(() => removed.map(({ url }) => new URL(url).pathname))
    .toEqual(["/api/operator/rules/inside"]);
});

test("a rule is refused at the field it is about, then added", async () => {
  const answers = [
    problemResponse({
      status: 422,
      code: "VALIDATION_FAILED",
      errors: [{ field: "redirect", code: "refused", message: "Redirect to a path of this site." }],
    }),
    problemResponse({ status: 409, code: "STATE_CONFLICT", detail: "Visitors would be sent in a circle." }),
  ];
  const added = serve("post", "/operator/rules", () => answers.shift() ?? aRule("new"), 201);
  const user = renderPage(<RulesPage />, { at: "/operator/rules?site=reef.example.org" });

  await user.type(await screen.findByLabelText("Path"), "/new");
  const target = screen.getByLabelText("Redirect to");
  await user.click(screen.getByRole("button", { name: "Add rule" }));
  expect(await screen.findByText("Enter where to redirect visitors.")).toBeVisible();
  await user.type(target, "javascript:alert(1)");
  await user.click(screen.getByRole("button", { name: "Add rule" }));
  await expect.poll(() => target).toHaveAccessibleDescription("Redirect to a path of this site.");
  await user.click(screen.getByRole("button", { name: "Add rule" }));
  await expect.poll(() => target).toHaveAccessibleDescription("Visitors would be sent in a circle.");

  await user.click(screen.getByLabelText("Change who has access"));
  await user.click(screen.getByRole("button", { name: "Add rule" }));
  expect(await screen.findByText("Turn at least one guard on or off.")).toBeVisible();
  await user.click(screen.getByRole("combobox", { name: "Only visitors who aren’t signed in" }));
  await user.click(await screen.findByRole("option", { name: "Off" }));
  await user.click(screen.getByRole("button", { name: "Add rule" }));
  await expect.poll(() => screen.getByLabelText("Path")).toHaveValue("");
  expect(new URL(added[2]?.url ?? "").search).toBe("?site=reef.example.org");
  expect(await added[2]?.json()).toEqual({ pattern: "/new", app_middleware: { "auth-redirect": false } });
});

test("a rule that is not followed says why, and only administrators keep the outside hosts", async () => {
  const fault = "shop.example is not on the list of allowed hosts. An administrator can add it.";
  const items = [aRule("sale", { redirect: "https://shop.example/", fault })];
  serve("get", "/operator/rules", { items, next_cursor: null });
  const hosts = [{ hostname: "help.example.org", added_by: "ann", added_at: 1_700_000_000 }];
  serve("get", "/operator/rules/hosts", { items: hosts, next_cursor: null });
  renderPage(<RulesPage />, { at: "/operator/rules" });

  expect(await screen.findByText("Inactive")).toBeVisible();
  expect(screen.getByText(fault)).toBeVisible();
  expect(await screen.findByText("help.example.org")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Propose host" })).toBeNull();
});

test("why a host could not be removed is forgotten once the question is closed", async () => {
  serve("get", "/operator/me", { login: "ann", role: "admin", permissions: ["rules", "redirect_hosts"] });
  const hosts = [{ hostname: "help.example.org", added_by: "ann", added_at: 1_700_000_000 }];
  serve("get", "/operator/rules/hosts", { items: hosts, next_cursor: null });
  serveProblem("delete", "/operator/rules/hosts/{hostname}", {
    status: 409,
    code: "CONFLICT",
    title: "In use.",
  });
  const user = renderPage(<RulesPage />, { at: "/operator/rules" });
  const ask = async () => {
    await user.click(await screen.findByRole("button", { name: "Remove help.example.org" }));
    return within(await screen.findByRole("dialog", { name: "Remove help.example.org?" }));
  };

  const dialog = await ask();
  await user.click(dialog.getByRole("button", { name: "Remove host" }));
  expect(await dialog.findByRole("alert")).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Cancel" }));

  expect((await ask()).queryByRole("alert")).toBeNull();
});
