import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ProblemError } from "@/api/problem-error";
import { aClient } from "@/testing/builders";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { KycWizard } from "./kyc-wizard";
import type { UploadPicture } from "./use-pictures";

const FRONT = "Photo page of the passport";
const aPhoto = (name = "photo.jpg", type = "image/jpeg") => new File(["x"], name, { type });
const stored = (url: string) => ({ id: "1", url, mime: "image/jpeg", size: 1 });

/** Uploads that the test resolves or rejects. */
function heldUploads() {
  type StoredFile = ReturnType<typeof stored>;
  const calls: {
    progress: (fraction: number) => void;
    signal: AbortSignal;
    resolve: (file: StoredFile) => void;
    reject: (error: Error) => void;
  }[] = [];
  const upload: UploadPicture = (_file, progress, signal) =>
    new Promise((resolve, reject) => calls.push({ progress, signal, resolve, reject }));
  return { upload, call: (index: number) => calls[index] ?? expect.unreachable(`no upload ${index}`), calls };
}

function atOnce() {
  let count = 0;
  return vi.fn<UploadPicture>(async () => stored(`/api/v1/file/${++count}`));
}

function renderWizard(upload: UploadPicture, options: Parameters<typeof renderPage>[1] = {}) {
  return renderPage(<KycWizard uploads={{ document: upload, selfie: upload }} />, options);
}

type User = ReturnType<typeof renderPage>;

async function begin(user: User, document: string) {
  await user.click(await screen.findByRole("radio", { name: document }));
  await proceed(user);
}

const proceed = (user: User) => user.click(screen.getByRole("button", { name: "Continue" }));

async function choose(user: User, picture: string, file = aPhoto()) {
  await user.upload(await screen.findByLabelText(picture, { selector: "input" }), file);
}

async function fillPassport(user: User) {
  await begin(user, "Passport");
  await choose(user, FRONT);
  await proceed(user);
  await choose(user, "Selfie");
  await proceed(user);
  await screen.findByRole("heading", { name: "Is everything readable?" });
}

const submitButton = () => screen.getByRole("button", { name: "Submit for verification" });

beforeEach(() => {
  let count = 0;
  URL.createObjectURL = () => `blob:picture-${++count}`;
  URL.revokeObjectURL = () => undefined;
});

test("documents with two sides are asked for both", async () => {
  const submissions = serve("patch", "/v1/client/kyc", { client: aClient() });
  const user = renderWizard(atOnce());

  await begin(user, "Identity card");
  for (const picture of ["Front of the document", "Back of the document", "Selfie"]) {
    await choose(user, picture);
    await proceed(user);
  }
  await waitFor(() => expect(submitButton()).toBeEnabled());
  await user.click(submitButton());

  await expect.poll(() => submissions.length).toBe(1);
  expect(await submissions[0]?.json()).toEqual({
    type: "id_card",
    document_front: "/api/v1/file/1",
    document_back: "/api/v1/file/2",
    selfie: "/api/v1/file/3",
  });
});

test("a dropped picture is shown, and makes way for another", async () => {
  const { upload, call, calls } = heldUploads();
  const user = renderWizard(upload);
  await begin(user, "Passport");

  fireEvent.drop(screen.getByRole("group", { name: FRONT }), { dataTransfer: { files: [aPhoto()] } });
  expect(await screen.findByRole("img", { name: FRONT })).toHaveAttribute("src", "blob:picture-1");
  await user.click(screen.getByRole("button", { name: "Retake photo" }));
  expect(call(0).signal.aborted).toBe(true);
  await choose(user, FRONT);

  expect(await screen.findByRole("img", { name: FRONT })).toHaveAttribute("src", "blob:picture-2");
  await act(async () => call(1).resolve(stored("/api/v1/file/2")));
  expect(screen.getByText("Uploaded")).toBeVisible();
  expect(calls).toHaveLength(2);
});

test("a file that is no picture is refused before it is sent", async () => {
  const upload = atOnce();
  const user = renderWizard(upload, { userEvents: { applyAccept: false } });
  await begin(user, "Passport");

  await choose(user, FRONT, aPhoto("letter.pdf", "application/pdf"));

  expect(screen.getByRole("alert")).toHaveTextContent("This isn’t a JPG, PNG or WebP photo.");
  expect(screen.getByRole("button", { name: "Continue" })).toBeDisabled();
  expect(upload).not.toHaveBeenCalled();
});

test("an upload shows its way, what the server does with it, and why it failed", async () => {
  const { upload, call } = heldUploads();
  const user = renderWizard(upload);
  await begin(user, "Passport");
  await choose(user, FRONT);

  act(() => call(0).progress(0.4));
  expect(screen.getByRole("progressbar", { name: `Uploading: ${FRONT}` })).toHaveAttribute(
    "aria-valuenow",
    "40",
  );
  act(() => call(0).progress(1));
  expect(screen.getByRole("progressbar", { name: `Checking: ${FRONT}` })).toBeVisible();
  const refusal = { code: "FILE_TOO_LARGE", title: "This file is too large.", detail: "Send at most 10 MB." };
  await act(async () => call(0).reject(new ProblemError(413, refusal)));
  expect(screen.getByRole("alert")).toHaveTextContent("Send at most 10 MB.");
  await user.click(screen.getByRole("button", { name: "Upload again" }));
  await act(async () => call(1).resolve(stored("/api/v1/file/1")));

  expect(screen.getByText("Uploaded")).toBeVisible();
});

test("nothing is sent before every picture has arrived", async () => {
  const { upload, call } = heldUploads();
  const user = renderWizard(upload);
  await fillPassport(user);

  await act(async () => call(0).resolve(stored("/api/v1/file/1")));
  expect(submitButton()).toBeDisabled();
  await act(async () => call(1).resolve(stored("/api/v1/file/2")));
  expect(submitButton()).toBeEnabled();
});

test("a refused picture is named, and leads to its step and back to the review", async () => {
  const message = "Name a file of the right kind that you have uploaded.";
  serveProblem("patch", "/v1/client/kyc", {
    status: 422,
    code: "VALIDATION_FAILED",
    detail: "Some fields were refused.",
    errors: [{ field: "selfie", code: "file", message }],
  });
  const user = renderWizard(atOnce());
  await fillPassport(user);
  await user.click(submitButton());

  expect(await screen.findByText(message)).toBeVisible();
  expect(screen.getByText("Some fields were refused.")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Change: Selfie" }));
  expect(await screen.findByRole("heading", { name: "Selfie" })).toHaveFocus();
  await proceed(user);
  expect(await screen.findByRole("heading", { name: "Is everything readable?" })).toHaveFocus();
  expect(screen.queryByText(message)).toBeNull();
});

test("pictures of one document are not kept for another", async () => {
  const user = renderWizard(atOnce());
  await begin(user, "Identity card");
  await choose(user, "Front of the document");
  await user.click(screen.getByRole("button", { name: "Back" }));
  await begin(user, "Driver’s license");

  expect(await screen.findByRole("group", { name: "Front of the document" })).toBeVisible();
  expect(screen.queryByRole("img", { name: "Front of the document" })).toBeNull();
});

test("a picture that may be hard to read is hinted at, and may go on all the same", async () => {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 300, height: 200, close: () => undefined }));
  const dark = { data: new Uint8ClampedArray(300 * 200 * 4) };
  const context = { drawImage: () => undefined, getImageData: () => dark };
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
  const user = renderWizard(atOnce());
  await begin(user, "Passport");
  await choose(user, FRONT);

  expect(await screen.findByText("This photo is small. Small print may be unreadable.")).toBeVisible();
  expect(screen.getByText("This photo is dark. Use more light.")).toBeVisible();
  expect(screen.getByText(/looks blurry/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Continue" })).toBeEnabled();
});
