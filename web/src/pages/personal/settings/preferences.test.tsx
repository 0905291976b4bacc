import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { applyAppearance, parseAppearance } from "@/session/preferences";
import { serveProblem } from "@/testing/fake-server";
import { bodiesOf, renderSettings, serveChange } from "@/testing/render-settings";

const root = document.documentElement;

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
