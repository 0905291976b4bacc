type Size = { width: number; height: number };

/** The crop of a picture: its centre, as fractions of the picture, and the zoom. */
export type Crop = { x: number; y: number; zoom: number };

type Square = { left: number; top: number; edge: number };

export const MAX_ZOOM = 4;
export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** The square in pixels of the picture. */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop): Square {
  const edge = Math.min(width, height) / zoom;
  return { left: x * width - edge / 2, top: y * height - edge / 2, edge };
}

/** Clamps a crop to the picture. */
export function keepInside(picture: Size, { x, y, zoom }: Crop): Crop {
  const nearestZoom = clamp(zoom, 1, MAX_ZOOM);
  const half = Math.min(picture.width, picture.height) / nearestZoom / 2;
  return {
    x: clamp(x, half / picture.width, 1 - half / picture.width),
    y: clamp(y, half / picture.height, 1 - half / picture.height),
    zoom: nearestZoom,
  };
}

/** The crop after dragging by fractions of the visible square. */
export function drag(picture: Size, crop: Crop, byX: number, byY: number): Crop {
  const { edge } = squareOf(picture, crop);
  return keepInside(picture, {
    ...crop,
    x: crop.x - (byX * edge) / picture.width,
    y: crop.y - (byY * edge) / picture.height,
  });
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

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
