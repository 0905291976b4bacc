import { type Crop, squareOf } from "./crop";

/** Twice the largest size it is shown at, for dense screens. */
const EDGE = 512;
const QUALITY = 0.9;

/** The chosen square as a file of its own. */
export async function drawSquare(picture: ImageBitmap, crop: Crop): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = EDGE;
  canvas.height = EDGE;
  paint(canvas, picture, crop);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (!blob) throw new Error("The browser could not draw the picture");
  return new File([blob], "avatar.jpg", { type: blob.type });
}

/** Fills a canvas with the chosen square. */
export function paint(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { left, top, edge } = squareOf(picture, crop);
  // A JPEG has no transparency: what shines through would turn black.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, edge, edge, 0, 0, canvas.width, canvas.height);
}
