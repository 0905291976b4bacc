import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Field } from "./field";
import { FileDrop } from "./file-drop";
import type { UploadFile } from "./use-uploads";

const aPhoto = (name = "front.png", bytes = 2000) =>
  new File(["x".repeat(bytes)], name, { type: "image/png" });

/** An upload that the test resolves or rejects. */
function aHeldUpload() {
  const calls: {
    file: File;
    progress: (fraction: number) => void;
    succeed: (url: string) => void;
    fail: (error: Error) => void;
    signal: AbortSignal;
  }[] = [];
  const upload: UploadFile<string> = (file, progress, signal) =>
    new Promise((succeed, fail) => calls.push({ file, progress, succeed, fail, signal }));
  return { upload, call: (index: number) => calls[index] ?? expect.unreachable(`no upload ${index}`), calls };
}

function renderDrop(multiple = false) {
  const held = aHeldUpload();
  const onUploaded = vi.fn();
  const onRemoved = vi.fn();
  const { container, unmount } = render(
    <Field label="Front of the document" kind="group">
      <FileDrop
        upload={held.upload}
        accept={["image/jpeg", "image/png"]}
        maxBytes={10_000}
        multiple={multiple}
        onUploaded={onUploaded}
        onRemoved={onRemoved}
        explainError={(error) => (error instanceof Error ? error.message : "Unknown")}
      />
    </Field>,
  );
  const input =
    container.querySelector<HTMLInputElement>("input[type=file]") ?? expect.unreachable("no input");
  return { ...held, input, onUploaded, onRemoved, unmount };
}

test("a chosen file is uploaded, with its progress, and handed over", async () => {
  const { input, call, onUploaded } = renderDrop();
  const photo = aPhoto();

  await userEvent.upload(input, photo);
  act(() => call(0).progress(0.4));
  expect(screen.getByRole("progressbar", { name: "Uploading front.png" })).toHaveAttribute(
    "aria-valuenow",
    "40",
  );

  await act(async () => call(0).succeed("/files/1"));
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.getByRole("status")).toHaveTextContent("front.png uploaded");
  expect(onUploaded.mock.calls).toEqual([["/files/1", photo]]);
});

test("a dropped file is uploaded like a chosen one", () => {
  const { calls } = renderDrop();
  const photo = aPhoto();

  fireEvent.drop(screen.getByRole("group", { name: "Front of the document" }), {
    dataTransfer: { files: [photo] },
  });

  expect(calls.map((call) => call.file)).toEqual([photo]);
});

test("a file of another kind or too large is refused before it is sent", () => {
  const { calls } = renderDrop(true);
  const files = [new File(["x"], "notes.pdf", { type: "application/pdf" }), aPhoto("huge.png", 25_000)];

  fireEvent.drop(screen.getByRole("group"), { dataTransfer: { files } });

  expect(screen.getByText("This file type isn’t supported. Use JPG or PNG.")).toBeVisible();
  expect(screen.getByText("This file is 25 kB. Maximum: 10 kB.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Retry huge.png" })).toBeNull();
  expect(calls).toEqual([]);
});

test("a failed upload says why and can be tried again", async () => {
  const { input, call, onUploaded } = renderDrop();

  await userEvent.upload(input, aPhoto());
  await act(async () => call(0).fail(new Error("The server is busy.")));
  expect(screen.getByText("The server is busy.")).toBeVisible();

  await userEvent.click(screen.getByRole("button", { name: "Retry front.png" }));
  await act(async () => call(1).succeed("/files/2"));
  expect(screen.queryByText("The server is busy.")).toBeNull();
  expect(onUploaded).toHaveBeenCalledTimes(1);
});

test("removing a file on its way stops the upload", async () => {
  const { input, call, onUploaded } = renderDrop();

  await userEvent.upload(input, aPhoto());
  await userEvent.click(screen.getByRole("button", { name: "Remove front.png" }));
  await act(async () => call(0).succeed("/files/1"));

  expect(call(0).signal.aborted).toBe(true);
  expect(screen.queryByText("front.png")).toBeNull();
  expect(onUploaded).not.toHaveBeenCalled();
});

test("a second file takes the place of the first where only one is wanted", async () => {
  const { input, call, onRemoved } = renderDrop();
  const first = aPhoto("first.png");

  await userEvent.upload(input, first);
  await act(async () => call(0).succeed("/files/1"));
  await userEvent.upload(input, aPhoto("second.png"));

  expect(screen.queryByText("first.png")).toBeNull();
  expect(screen.getByText("second.png")).toBeVisible();
  expect(onRemoved.mock.calls).toEqual([["/files/1", first]]);
});

test("leaving the page stops what is still on its way", async () => {
  const { input, call, unmount } = renderDrop();

  await userEvent.upload(input, aPhoto());
  unmount();

  expect(call(0).signal.aborted).toBe(true);
});
