import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { formatDateTime } from "@/lib/dates";
import { setCurrentClient } from "@/session/client";
import { clearSession, startSession } from "@/session/session";
import { aClient } from "@/testing/builders";
import { problemResponse, serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { KycPage } from "./kyc";

type Kyc = ReturnType<typeof aClient>["kyc"];

const PHOTOS = { selfie: "/api/v1/file/s1", document_front: "/api/v1/file/f1", document_back: null };

function serveClient(kyc: Partial<Kyc> = {}) {
  const client = aClient();
  return serve("get", "/bff/auth/user", { client: aClientWith(kyc, client), transactions: [] });
}

function aClientWith(kyc: Partial<Kyc>, client = aClient()) {
  return { ...client, kyc: { ...client.kyc, ...kyc } };
}

/** Stores every picture under the kind it was sent as and a number. */
function serveFiles() {
  let count = 0;
  return serve(
    "post",
    "/v1/file",
    ({ request }) => {
      count += 1;
      const kind = new URL(request.url).searchParams.get("type");
      return { id: `${count}`, url: `/api/v1/file/${kind}-${count}`, mime: "image/jpeg", size: 1000 };
    },
    201,
  );
}

const aPhoto = () => new File(["x"], "photo.jpg", { type: "image/jpeg" });

type User = ReturnType<typeof renderPage>;

async function choose(user: User, picture: string) {
  await screen.findByRole("heading", { name: picture });
  await user.upload(screen.getByLabelText(picture, { selector: "input" }), aPhoto());
}

const proceed = (user: User) => user.click(screen.getByRole("button", { name: "Continue" }));

async function begin(user: User, document: string) {
  await user.click(await screen.findByRole("radio", { name: document }));
  await proceed(user);
}

async function uploadPassport(user: User) {
  await begin(user, "Passport");
  await choose(user, "Photo page of the passport");
  await proceed(user);
  await choose(user, "Selfie");
  await proceed(user);
}

async function submit(user: User) {
  await waitFor(() => expect(screen.getAllByText("Uploaded")).toHaveLength(2));
  await user.click(screen.getByRole("button", { name: "Submit for verification" }));
}

beforeEach(() => {
  startSession("token");
  let count = 0;
  URL.createObjectURL = () => `blob:picture-${++count}`;
  URL.revokeObjectURL = () => undefined;
});
afterEach(clearSession);

test("a passport is sent with its photo page and a selfie, and is then being checked", async () => {
  serveClient();
  const files = serveFiles();
  const submissions = serve("patch", "/v1/client/kyc", () => ({
    client: aClientWith({ status: "pending", type: "passport" }),
  }));
  const user = renderPage(<KycPage />);

  await uploadPassport(user);
  expect(await screen.findByRole("heading", { name: "Is everything readable?" })).toHaveFocus();
  expect(screen.getByRole("img", { name: "Photo page of the passport" })).toHaveAttribute(
    "src",
    "blob:picture-1",
  );
  expect(screen.getByRole("img", { name: "Selfie" })).toHaveAttribute("src", "blob:picture-2");
  await submit(user);

  expect(await screen.findByRole("heading", { name: "Your documents are under review" })).toBeVisible();
  expect(files.map(({ url }) => new URL(url).search)).toEqual(["?type=kyc_document", "?type=kyc_selfie"]);
  expect(await submissions[0]?.json()).toEqual({
    type: "passport",
    document_front: "/api/v1/file/kyc_document-1",
    selfie: "/api/v1/file/kyc_selfie-2",
  });
});

test("a check that another tab has begun is shown instead of the refusal", async () => {
  let isPending = false;
  serve("get", "/bff/auth/user", () => ({
    client: aClientWith(isPending ? { status: "pending", type: "passport" } : {}),
    transactions: [],
  }));
  serveFiles();
  serve("patch", "/v1/client/kyc", () => {
    isPending = true;
    return problemResponse({ status: 409, code: "KYC_PENDING", detail: "Your documents are being checked." });
  });
  const user = renderPage(<KycPage />);
  await uploadPassport(user);
  await submit(user);

  expect(await screen.findByRole("heading", { name: "Your documents are under review" })).toBeVisible();
});

test("the answer is shown as soon as it is known", async () => {
  serveClient({ status: "pending", type: "passport" });
  renderPage(<KycPage />);
  await screen.findByRole("heading", { name: "Your documents are under review" });

  act(() => setCurrentClient(aClientWith({ status: "approved", type: "passport" })));

  expect(await screen.findByRole("heading", { name: "Your identity is verified" })).toBeVisible();
  expect(screen.getByText("Status: verified")).toHaveRole("status");
});

test("what was sent is shown to its owner while it is being checked", async () => {
  serveClient({ status: "pending", type: "passport", photos: PHOTOS, submitted_at: 1_700_000_000 });
  const opened = serve(
    "get",
    "/v1/file/{file_id}",
    () => new Response("x", { headers: { "Content-Type": "image/jpeg" } }),
  );
  renderPage(<KycPage />);

  const sent = await screen.findByRole("region", { name: "Your documents" });
  expect(within(sent).getByRole("heading")).toHaveTextContent("Your documents: Passport");
  expect(within(sent).getByText(`Submitted ${formatDateTime(1_700_000_000)}`)).toBeVisible();
  expect(
    await within(sent).findByRole("img", { name: "Submitted: Photo page of the passport" }),
  ).toBeVisible();
  expect(await within(sent).findByRole("img", { name: "Submitted: Selfie" })).toBeVisible();
  expect(opened.map((request) => request.headers.get("X-Token"))).toEqual(["token", "token"]);
});

test("a picture that cannot be loaded is asked for again", async () => {
  serveClient({ status: "pending", type: "passport", photos: { ...PHOTOS, selfie: null } });
  let calls = 0;
  serve("get", "/v1/file/{file_id}", () =>
    ++calls === 1
      ? problemResponse({ status: 404, code: "NOT_FOUND" })
      : new Response("x", { headers: { "Content-Type": "image/jpeg" } }),
  );
  const user = renderPage(<KycPage />);

  await user.click(
    await screen.findByRole("button", { name: "Reload: Submitted: Photo page of the passport" }),
  );

  expect(await screen.findByRole("img", { name: "Submitted: Photo page of the passport" })).toBeVisible();
});

test.each([
  ["rejected", "These photos couldn’t be verified"],
  ["revoked", "Your verification was revoked"],
] as const)("after %s the reason stays in sight while new pictures are sent", async (status, title) => {
  serveClient({ status, type: "passport", message: "The photo page is cut off." });
  const user = renderPage(<KycPage />);

  expect(await screen.findByRole("heading", { name: title })).toBeVisible();
  expect(screen.getByText("The photo page is cut off.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Upload new photos" }));

  expect(screen.getByText("Reviewer’s note: The photo page is cut off.")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Choose a document" })).toBeVisible();
});

test.each([
  ["cropped", "Part of the document is missing."],
  ["other", null],
] as const)("a rejection for %s says why in words", async (reason, sentence) => {
  serveClient({ status: "rejected", reason, type: "passport", message: "Please take it again." });
  renderPage(<KycPage />);

  const message = await screen.findByText("Please take it again.");
  expect(message.previousElementSibling).toHaveTextContent(sentence ?? "These photos couldn’t be verified");
});

test("a client without a name is asked for it first", async () => {
  serveClient();
  renderPage(<KycPage />);

  expect(await screen.findByText(/which has no name yet/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Enter your name" })).toHaveAttribute(
    "href",
    "/personal/settings#personal-info",
  );
});

test("who has given a name is not", async () => {
  const client = aClient();
  const personal_info = { ...client.personal_info, first_name: "Ada", last_name: "Byron" };
  serve("get", "/bff/auth/user", { client: { ...client, personal_info }, transactions: [] });
  renderPage(<KycPage />);

  await screen.findByRole("heading", { name: "Taking a good photo" });
  expect(screen.queryByText(/which has no name yet/)).toBeNull();
});
