export type QualityHint = "small" | "dark" | "blurred";

export interface GreyPicture {
  width: number;
  height: number;
  /** One brightness from 0 to 255 per pixel, row by row. */
  brightness: Uint8ClampedArray;
}

const MIN_SIDE_PIXELS = 600;
const DARKEST_MEAN = 55;
const MIN_SHARPNESS = 25;
/** Pictures are scaled to this size, so that sharpness is comparable between cameras. */
const JUDGED_SIDE = 640;

/** Quality problems of a picture. Hints only, never a reason to reject. */
export function findHints(size: { width: number; height: number }, judged: GreyPicture): QualityHint[] {
  const hints: QualityHint[] = [];
  if (Math.min(size.width, size.height) < MIN_SIDE_PIXELS) hints.push("small");
  if (meanOf(judged.brightness) < DARKEST_MEAN) hints.push("dark");
  if (sharpnessOf(judged) < MIN_SHARPNESS) hints.push("blurred");
  return hints;
}

/** Analyses a picture in the browser; no hints where that is not possible. */
export async function inspectPicture(file: Blob): Promise<QualityHint[]> {
  try {
    const bitmap = await createImageBitmap(file);
    try {
      return findHints(bitmap, drawSmall(bitmap));
    } finally {
      bitmap.close();
    }
  } catch {
    return [];
  }
}

function drawSmall(bitmap: ImageBitmap): GreyPicture {
  const scale = Math.min(1, JUDGED_SIDE / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("There is no canvas to draw on");
  context.drawImage(bitmap, 0, 0, width, height);
  return { width, height, brightness: brightnessOf(context.getImageData(0, 0, width, height).data) };
}

function brightnessOf(rgba: Uint8ClampedArray): Uint8ClampedArray {
  const brightness = new Uint8ClampedArray(rgba.length / 4);
  for (let pixel = 0; pixel < brightness.length; pixel++) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(pixel * 4, pixel * 4 + 3);
    brightness[pixel] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return brightness;
}

function meanOf(brightness: Uint8ClampedArray): number {
  let sum = 0;
  for (const value of brightness) sum += value;
  return brightness.length === 0 ? 0 : sum / brightness.length;
}

/** The variance of the Laplacian: high for sharp edges, low for blurred ones. */
function sharpnessOf({ width, height, brightness }: GreyPicture): number {
  let count = 0;
  let sum = 0;
  let squares = 0;
  const at = (x: number, y: number) => brightness[y * width + x] ?? 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const edge = at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1) - 4 * at(x, y);
      count += 1;
      sum += edge;
      squares += edge * edge;
    }
  }
  if (count === 0) return 0;
  const mean = sum / count;
  return squares / count - mean * mean;
}
