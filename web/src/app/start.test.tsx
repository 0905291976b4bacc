import { i18n } from "@lingui/core";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { site } from "@/session/site";
import { aSite } from "@/testing/builders";
import { serve, serveNothing, serveProblem } from "@/testing/fake-server";
import { documentNavigation } from "./document-navigation";
import { start } from "./start";

const CHECKED = '<meta name="route-checked" content="/">';

/** The document as rendered by the server. */
function writeDocument(config: string) {
  document.head.innerHTML = `<title>Loading</title>${CHECKED}<script type="application/json" id="site-config">${config}</script>`;
  document.body.innerHTML = '<div id="root"></div>';
}

let started: Promise<Root>;

function startApp() {
  act(() => {
    started = start(document.querySelector("#root") ?? expect.unreachable());
  });
}

const findLanding = () => screen.findByRole("main");

const logged = vi.fn();

beforeEach(() => {
  logged.mockClear();
  vi.spyOn(console, "error").mockImplementation(logged);
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  document.documentElement.style.removeProperty("--accent");
});

// What it polls would go on in a document that is gone.
afterEach(async () => {
  const root = await started;
  act(() => root.unmount());
});

test("the configuration in the document is enough to start", async () => {
  const asked = vi.spyOn(globalThis, "fetch");
  writeDocument(
    JSON.stringify(aSite({ sitename: "Lagoon \\u003c3", accent: "#ff8800" })).replaceAll("\\\\u", "\\u"),
  );

  startApp();

  expect(await findLanding()).toBeVisible();
  expect(document.title).toBe("Lagoon <3");
  expect(document.documentElement.style.getPropertyValue("--accent")).toBe("#ff8800");
  expect(asked).not.toHaveBeenCalled();
});

test("without it the configuration is fetched, and nothing is shown before it is there", async () => {
  writeDocument("");
  let answer: (config: object) => void = () => undefined;
  const requests = serve(
    "get",
    "/bff/config",
    () => new Promise((resolve) => (answer = resolve as typeof answer)),
  );

  startApp();
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(document.querySelector("#root")).toBeEmptyDOMElement();
  answer(aSite({ sitename: "Lagoon" }));

  expect(await findLanding()).toBeVisible();
  expect(site().sitename).toBe("Lagoon");
});

test("an accent too dark to be read on the site's grounds is lightened", async () => {
  document.documentElement.style.setProperty("--shelf", "#151d27");
  writeDocument(JSON.stringify(aSite({ accent: "#0000ff" })));

  startApp();

  expect(await findLanding()).toBeVisible();
  expect(document.documentElement.style.getPropertyValue("--accent")).toBe("#7373ff");
  document.documentElement.style.removeProperty("--shelf");
});

test.each(["red", "#fff", "#35d0ba;background:url(//evil.example)", ""])(
  "the accent %j is left out",
  async (accent) => {
    writeDocument(JSON.stringify(aSite({ accent })));

    startApp();

    expect(await findLanding()).toBeVisible();
    expect(document.documentElement.style.getPropertyValue("--accent")).toBe("");
  },
);

test("a configuration that cannot be loaded stops the start and says why", async () => {
  writeDocument("");
  const requests = serveProblem("get", "/bff/config", {
    status: 421,
    code: "SITE_UNKNOWN",
    title: "Unknown site",
    detail: "No site of this installation has the hostname localhost.",
  });
  const reload = vi.spyOn(documentNavigation, "reload").mockImplementation(() => undefined);

  startApp();

  expect(await screen.findByRole("heading", { name: "421 Error" })).toBeVisible();
  expect(screen.getByText("Unknown site")).toBeVisible();
  expect(screen.getByText("No site of this installation has the hostname localhost.")).toBeVisible();
  expect(screen.queryByRole("link")).toBeNull();
  expect(requests).toHaveLength(1);

  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  expect(reload).toHaveBeenCalledOnce();
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ code: "SITE_UNKNOWN" }));
});

/** As when the document has just been loaded: no language is active yet. */
function withoutLanguage() {
  Object.assign(i18n, { _locale: "" });
}

test("a failure that something before the server answered with is shown and logged", async () => {
  withoutLanguage();
  writeDocument("");
  serve("get", "/bff/config", () => new Response("<h1>Bad gateway</h1>", { status: 502 }));

  startApp();

  expect(await screen.findByRole("heading", { name: "502 Error" })).toBeVisible();
  expect(screen.getByText("Unexpected response")).toBeVisible();
  expect(logged).toHaveBeenCalledWith(expect.objectContaining({ status: 502, code: "BAD_RESPONSE" }));
});

test("a server that cannot be reached stops the start too", async () => {
  withoutLanguage();
  writeDocument("");
  serveNothing("get", "/bff/config");

  startApp();

  expect(await screen.findByText("No connection")).toBeVisible();
  expect(screen.queryByText(/500/)).toBeNull();
  expect(screen.getByText("Couldn’t reach the server. Check your connection and try again.")).toBeVisible();
});

test.each([{}, { sitename: "Lagoon" }, { ...aSite(), sitename: "" }, { ...aSite(), contacts: null }, []])(
  "an answer that is no configuration (%j) stops the start",
  async (answer) => {
    writeDocument("");
    serve("get", "/bff/config", answer);

    startApp();

    expect(await screen.findByRole("heading", { name: "500 Error" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Try again" })).toBeVisible();
    expect(screen.getByText("Error: No site configuration")).toBeVisible();
    expect(logged).toHaveBeenCalledWith(expect.any(Error));
    expect(document.title).toBe("Loading");
  },
);

test("a damaged configuration stops the start", async () => {
  writeDocument('{"sitename":');

  startApp();

  expect(await screen.findByRole("heading", { name: "500 Error" })).toBeVisible();
  expect(screen.getByText(/JSON/)).toBeVisible();
  expect(logged).toHaveBeenCalledWith(expect.any(SyntaxError));
});
