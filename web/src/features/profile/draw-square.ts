import { type Crop, squareOf } from "./crop";

/** Twice the largest display size, for high-density screens. */
const EDGE = 512;
const QUALITY = 0.9;

/** The cropped square as a file. */
export async function drawSquare(picture: ImageBitmap, crop: Crop): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = EDGE;
  canvas.height = EDGE;
  paint(canvas, picture, crop);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  if (!blob) throw new Error("The browser could not draw the picture");
  return new File([blob], "avatar.jpg", { type: blob.type });
}

/** Draws the cropped square on a canvas. */
export function paint(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { left, top, edge } = squareOf(picture, crop);
  // A JPEG has no transparency, which would become black.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, edge, edge, 0, 0, canvas.width, canvas.height);
}
