import { cleanup, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPage } from "@/testing/render-page";
import { CameraView } from "./camera-view";

type Constraints = { video: { facingMode: { ideal: string } } };

/** Mocks the browser's cameras. */
function plugCameras(count: number, open?: () => Promise<MediaStream>) {
  const track = Object.assign(new EventTarget(), { stop: vi.fn() });
  const stream = { getTracks: () => [track] } as unknown as MediaStream;
  const getUserMedia = vi.fn<(wanted: Constraints) => Promise<MediaStream>>(open ?? (async () => stream));
  const enumerateDevices = async () => Array.from({ length: count }, () => ({ kind: "videoinput" }));
  vi.stubGlobal(
    "navigator",
    Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia, enumerateDevices } }),
  );
  return {
    getUserMedia,
    track,
    sides: () => getUserMedia.mock.calls.map(([{ video }]) => video.facingMode.ideal),
  };
}

function renderCamera(frame: "card" | "face" = "card") {
  const onCapture = vi.fn();
  const onClose = vi.fn();
  const user = renderPage(
    <CameraView label="Front" frame={frame} fileName="front.jpg" onCapture={onCapture} onClose={onClose} />,
  );
  return { user, onCapture, onClose };
}

const refuse = (name: string) => () => Promise.reject(new DOMException("No", name));

/** Fires the event of the camera's first frame. */
async function showPicture() {
  fireEvent.loadedData(await screen.findByLabelText("Front"));
}

beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue({
    drawImage: () => undefined,
  } as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((give, type) =>
    give(new Blob(["frame"], { type: type ?? "" })),
  );
});

test("a picture is taken as a JPEG once the camera shows one", async () => {
  const { sides } = plugCameras(1);
  const { user, onCapture } = renderCamera();

  const shutter = await screen.findByRole("button", { name: "Take photo" });
  expect(shutter).toBeDisabled();
  await showPicture();
  expect(shutter).toHaveFocus();
  await user.click(shutter);

  await expect.poll(() => onCapture.mock.calls.length).toBe(1);
  expect(onCapture.mock.calls[0]?.[0]).toMatchObject({ name: "front.jpg", type: "image/jpeg" });
  expect(sides()).toEqual(["environment"]);
});

test("a selfie begins with the camera that looks at the person, and can be turned", async () => {
  const { track, sides } = plugCameras(2);
  const { user } = renderCamera("face");

  await user.click(await screen.findByRole("button", { name: "Switch to the back camera" }));

  expect(await screen.findByRole("button", { name: "Switch to the front camera" })).toBeVisible();
  expect(sides()).toEqual(["user", "environment"]);
  expect(track.stop).toHaveBeenCalledTimes(1);
});

test("a single camera cannot be turned", async () => {
  plugCameras(1);
  renderCamera();
  await showPicture();

  expect(screen.queryByRole("button", { name: /^Switch/ })).toBeNull();
});

test("a camera that is blocked is explained, and asked for again", async () => {
  const { getUserMedia } = plugCameras(1, refuse("NotAllowedError"));
  const { user, onClose } = renderCamera();

  expect(await screen.findByRole("alert")).toHaveTextContent("The camera is blocked for this site");
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await expect.poll(() => getUserMedia.mock.calls.length).toBe(2);
  await user.click(await screen.findByRole("button", { name: "Upload a photo instead" }));
  expect(onClose).toHaveBeenCalledOnce();
});

test.each([
  ["NotFoundError", "No camera found"],
  ["NotReadableError", "The camera didn’t start"],
])("%s is shown in plain words", async (name, text) => {
  plugCameras(1, refuse(name));
  renderCamera();

  expect(await screen.findByRole("alert")).toHaveTextContent(text);
});

test("a page without a secure connection has no camera, and says so", async () => {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { mediaDevices: undefined }));
  renderCamera();

  expect(await screen.findByRole("alert")).toHaveTextContent("No camera access in this browser");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("the camera is switched off with the view", async () => {
  const { track } = plugCameras(1);
  renderCamera();
  await showPicture();

  cleanup();

  expect(track.stop).toHaveBeenCalledOnce();
});

test("a camera that is unplugged is noticed", async () => {
  const { track } = plugCameras(1);
  renderCamera();
  await showPicture();

  fireEvent(track as unknown as Window, new Event("ended"));

  expect(await screen.findByRole("alert")).toHaveTextContent("The camera didn’t start");
});
