import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { queries } from "@/api/queries";
import { aStaffSite } from "@/testing/builders";
import { invalidFields, problemResponse, serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { fill } from "@/testing/render-settings";
import { SitesPage } from "./sites";

const SITE = aStaffSite({ hosts: ["localhost", "trade.example.org"], chat_secret_is_set: true });

const PAIRS = ["BTC-USDT", "ETH-USDT"].map((symbol) => ({ symbol }));

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  serve("get", "/operator/me", { login: "ann", role: "admin", permissions: ["sites"] });
  serve("get", "/operator/sites", { items: [SITE], next_cursor: null });
  serve("get", "/operator/sites/proposals", { items: [], next_cursor: null });
  serve("get", "/operator/pairs", { items: PAIRS, next_cursor: null });
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("only what was changed is sent, the secret is never shown, and a refusal goes to its field", async () => {
  let isRefused = true;
  const changed = serve("patch", "/operator/sites/{site_id}", () => {
    if (!isRefused) return { ...SITE, sitename: "Lagoon" };
    isRefused = false;
    const message = "Another site answers at reef.example.org.";
    return invalidFields({ field: "hosts", code: "hostname", message });
  });
  const user = renderPage(<SitesPage />, { at: "/operator/sites" });

  await user.click(await screen.findByRole("link", { name: /Clearwater/ }));
  expect(user.location()).toBe("/operator/sites?site=s1");
  expect(await screen.findByText("A secret is set. Enter a new one to replace it.")).toBeVisible();
  expect(screen.getByLabelText("Secret")).toHaveValue("");
  await fill(user, screen.getByLabelText("Name"), "Lagoon");
  await fill(user, screen.getByLabelText("Hostnames"), "localhost\nReef.example.org");
  await fill(user, screen.getByLabelText("Secret"), "hush");
  await user.click(screen.getByRole("button", { name: "Save" }));

  expect(await screen.findByText("Another site answers at reef.example.org.")).toBeVisible();
  await fill(user, screen.getByLabelText("Hostnames"), "trade.example.org localhost");
  await user.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => screen.getByLabelText("Secret")).toHaveValue("");
  expect(await Promise.all(changed.map((request) => request.json()))).toEqual([
    {
      sitename: "Lagoon",
      hosts: ["localhost", "reef.example.org"],
      chat_secret: "hush",
      expected_version: 1,
    },
    { sitename: "Lagoon", chat_secret: "hush", expected_version: 1 },
  ]);
});

test("an accent is shown as it will look, and one that is hard to read says so", async () => {
  const user = renderPage(<SitesPage />, { at: "/operator/sites?site=s1" });

  expect(await screen.findByText("Contrast 8.7:1, easy to read.")).toBeVisible();
  await fill(user, screen.getByLabelText("Accent"), "#1133aa");
  expect(screen.getByText("Contrast 1.6:1 is too low. Choose a lighter color.")).toBeVisible();
  await fill(user, screen.getByLabelText("Accent"), "#4f6bd9");
  expect(screen.getByText(/^Contrast 3\.\d:1\. Text uses a lighter shade, #[0-9a-f]{6}\.$/)).toBeVisible();
  await fill(user, screen.getByLabelText("Accent"), "teal");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Enter a color such as #35d0ba.")).toBeVisible();
});

test("features, pairs, languages and texts are sent as they were chosen", async () => {
  const changed = serve("patch", "/operator/sites/{site_id}", () => ({ ...SITE, version: 2 }));
  const user = renderPage(<SitesPage />, { at: "/operator/sites?site=s1" });

  await user.click(await screen.findByLabelText("Earn"));
  await user.click(screen.getByLabelText("List all pairs, including future ones"));
  await fill(user, screen.getByLabelText("Search pairs"), "eth");
  await user.click(screen.getByLabelText("ETH-USDT"));
  expect(screen.getByText("1 of 2 pairs")).toBeVisible();
  await user.click(screen.getByLabelText("Spanish"));
  await fill(user, screen.getByLabelText("Headline"), "Trade the sea");
  await fill(user, screen.getByLabelText("Description"), "A calm exchange.");
  expect(screen.getByRole("region", { name: "Search result preview" })).toHaveTextContent("A calm exchange.");
  expect(screen.getByText("Unsaved changes")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save" }));

  await expect.poll(() => changed.length).toBe(1);
  expect(await changed[0]?.json()).toEqual({
    features: { ...SITE.features, earn: false },
    listed_pairs: ["BTC-USDT"],
    languages: ["en"],
    texts: {
      en: { headline: "Trade the sea", lead: "", description: "A calm exchange." },
      es: { headline: "", lead: "", description: "" },
    },
    expected_version: 1,
  });
});

test("the second of two editors sees what the first one has saved, and keeps own changes", async () => {
  const answers = [problemResponse({ status: 409, code: "STATE_CONFLICT" })];
  const theirs = { ...SITE, version: 2, sitename: "Reef", features: { ...SITE.features, apps: false } };
  const changed = serve(
    "patch",
    "/operator/sites/{site_id}",
    () => answers.shift() ?? { ...theirs, version: 3 },
  );
  const user = renderPage(<SitesPage />, { at: "/operator/sites?site=s1" });

  await fill(user, await screen.findByLabelText("Email"), "help@reef.example");
  await user.click(screen.getByLabelText("Earn"));
  serve("get", "/operator/sites", { items: [theirs], next_cursor: null });
  await user.click(screen.getByRole("button", { name: "Save" }));
  const conflict = within(await screen.findByRole("region", { name: "Conflict" }));
  expect(conflict.getByText("Reef")).toBeVisible();
  expect(screen.getByLabelText("Email")).toHaveValue("help@reef.example");
  await user.click(conflict.getByRole("button", { name: "Load theirs and keep your changes" }));

  await expect.poll(() => screen.queryByRole("region", { name: "Conflict" })).toBeNull();
  expect(screen.getByLabelText("Name")).toHaveValue("Reef");
  expect(screen.getByLabelText("Apps")).not.toBeChecked();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => changed.length).toBe(2);
  expect(await changed[1]?.json()).toEqual({
    contact_email: "help@reef.example",
    features: { ...SITE.features, apps: false, earn: false },
    expected_version: 2,
  });
});

test("what somebody else saved while the form was open is never overwritten", async () => {
  const changed = serve("patch", "/operator/sites/{site_id}", () =>
    problemResponse({ status: 409, code: "STATE_CONFLICT" }),
  );
  const user = renderPage(<SitesPage />, { at: "/operator/sites?site=s1" });
  await fill(user, await screen.findByLabelText("Email"), "help@reef.example");
  serve("get", "/operator/sites", { items: [{ ...SITE, version: 2, sitename: "Reef" }], next_cursor: null });
  await queries.invalidateQueries();

  expect(await screen.findByText("Reef", { selector: "ins" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save" }));
  await expect.poll(() => changed.length).toBe(1);
  expect(await changed[0]?.json()).toEqual({ contact_email: "help@reef.example", expected_version: 1 });
  await user.click(screen.getByRole("button", { name: "Discard yours and continue with theirs" }));
  await expect.poll(() => screen.getByLabelText("Name")).toHaveValue("Reef");
  expect(screen.getByLabelText("Email")).toHaveValue("");
});

test("the default language is the first one, and can be another", async () => {
  const changed = serve("patch", "/operator/sites/{site_id}", () => ({ ...SITE, version: 2 }));
  const user = renderPage(<SitesPage />, { at: "/operator/sites?site=s1" });

  await user.click(await screen.findByRole("button", { name: "Move Spanish up" }));
  expect(screen.getByRole("button", { name: "Move English up" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Save" }));

  await expect.poll(() => changed.length).toBe(1);
  expect(await changed[0]?.json()).toEqual({ languages: ["es", "en"], expected_version: 1 });
});

test("a site with unsaved changes is left only after a question", async () => {
  const user = renderPage(<SitesPage />, { at: "/operator/sites?site=s1" });

  await fill(user, await screen.findByLabelText("Name"), "Lagoon");
  await user.click(await screen.findByRole("link", { name: "Back to the queue" }));
  await user.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(user.location()).toBe("/operator/sites?site=s1");
  expect(screen.getByLabelText("Name")).toHaveValue("Lagoon");
});
