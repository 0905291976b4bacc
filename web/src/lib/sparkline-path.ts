/** An SVG path through the values, scaled to width and height; empty for fewer than two values. */
export function sparklinePath(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return "";
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  const step = width / (values.length - 1);
  return values
    .map((value, index) => {
      const share = span === 0 ? 0.5 : (value - least) / span;
      return `${index === 0 ? "M" : "L"}${round(index * step)} ${round(height - share * height)}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
