const KEYS = 36 ** 4;

/** How compiled catalogues name a text: four characters, for which the build chooses a seed without collisions. */
export function messageKey(text: string, seed: number): string {
  let hash = seed;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  }
  // The last bits of a sum are its worst: the first ones are mixed into them.
  return (((hash ^ (hash >>> 15)) >>> 0) % KEYS).toString(36).padStart(4, "0");
}
