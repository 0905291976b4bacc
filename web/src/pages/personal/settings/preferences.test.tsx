import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { KINDS } from "@/features/notices/notice-text";
import { applyAppearance, parseAppearance } from "@/session/preferences";
import { serve, serveProblem } from "@/testing/fake-server";
import { bodiesOf, renderSettings, serveChange } from "@/testing/render-settings";

const root = document.documentElement;

beforeEach(() => {
  const each = { in_app: true, email: true, push: false };
  serve("get", "/v1/client/notice-settings", Object.fromEntries(KINDS.map((kind) => [kind, each])));
  serve("get", "/v1/push", { enabled: false, public_key: null });
});
afterEach(() => {
  applyAppearance(parseAppearance(null));
  localStorage.clear();
});

test("the look that was chosen elsewhere arrives with the client", async () => {
  renderSettings("appearance", { site_data: { appearance: { trend_colours: "blue_orange" } } });

  expect(await screen.findByRole("radio", { name: "Blue and orange" })).toBeChecked();
  expect(root.dataset.trendColours).toBe("blue_orange");
});

test("an appearance is applied immediately and saved in the account", async () => {
  const { account, user } = renderSettings("appearance");
  const requests = serveChange(account, "/v1/client/site-data", (change) => ({ site_data: change }));

  await user.click(await screen.findByRole("radio", { name: "Red and green" }));
  expect(root.dataset.trendColours).toBe("red_green");
  await user.click(screen.getByRole("radio", { name: "Compact" }));
  await user.click(screen.getByRole("radio", { name: "Large" }));

  expect({ ...root.dataset }).toEqual({ trendColours: "red_green", density: "compact", textSize: "large" });
  await expect
    .poll(async () => (await bodiesOf(requests)).at(-1))
    .toEqual({
      appearance: { trend_colours: "red_green", density: "compact", text_size: "large" },
    });
  expect(screen.getByRole("radio", { name: "Large" })).toBeChecked();
});

test("a look that could not be kept is taken back, and that is said", async () => {
  serveProblem("patch", "/v1/client/site-data", {
    status: 403,
    code: "ACCOUNT_FROZEN",
    detail: "It is frozen.",
  });
  const { user } = renderSettings("appearance");

  await user.click(await screen.findByRole("radio", { name: "Large" }));

  expect(await screen.findByText("Couldn’t save your choice")).toBeVisible();
  expect(screen.getByText("It is frozen.")).toBeVisible();
  expect(root.dataset.textSize).toBe("normal");
  expect(screen.getByRole("radio", { name: "Normal" })).toBeChecked();
});

test("mails that one can do without are switched off; those about security cannot be", async () => {
  const { account, user } = renderSettings("notifications", {
    site_data: { notifications: { support: false } },
  });
  const requests = serveChange(account, "/v1/client/site-data", (change) => ({ site_data: change }));

  expect(await screen.findByRole("switch", { name: "Replies from support" })).not.toBeChecked();
  expect(screen.getByText(/Security emails are always sent/)).toBeVisible();
  await user.click(screen.getByRole("switch", { name: "Identity verification" }));

  await expect.poll(() => bodiesOf(requests)).toEqual([{ notifications: { kyc: false, support: false } }]);
  expect(screen.getByRole("switch", { name: "Identity verification" })).not.toBeChecked();
});

test("a choice of mails that could not be kept goes back", async () => {
  serveProblem("patch", "/v1/client/site-data", {
    status: 403,
    code: "ACCOUNT_FROZEN",
    detail: "It is frozen.",
  });
  const { user } = renderSettings("notifications");

  await user.click(await screen.findByRole("switch", { name: "Identity verification" }));

  expect(await screen.findByText("Couldn’t save your choice")).toBeVisible();
  expect(screen.getByRole("switch", { name: "Identity verification" })).toBeChecked();
});
