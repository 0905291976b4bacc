export type Size = { width: number; height: number };

/** Which square of a picture is wanted: its middle, as fractions of the picture, and how far it is zoomed in. */
export type Crop = { x: number; y: number; zoom: number };

export type Square = { left: number; top: number; edge: number };

export const MAX_ZOOM = 4;
export const WHOLE: Crop = { x: 0.5, y: 0.5, zoom: 1 };

/** The square in the picture's own pixels. */
export function squareOf({ width, height }: Size, { x, y, zoom }: Crop): Square {
  const edge = Math.min(width, height) / zoom;
  return { left: x * width - edge / 2, top: y * height - edge / 2, edge };
}

/** The nearest crop that lies wholly inside the picture. */
export function keepInside(picture: Size, { x, y, zoom }: Crop): Crop {
  const nearestZoom = clamp(zoom, 1, MAX_ZOOM);
  const half = Math.min(picture.width, picture.height) / nearestZoom / 2;
  return {
    x: clamp(x, half / picture.width, 1 - half / picture.width),
    y: clamp(y, half / picture.height, 1 - half / picture.height),
    zoom: nearestZoom,
  };
}

/** The crop after the picture was dragged, given in fractions of the visible square: the picture follows the hand. */
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
