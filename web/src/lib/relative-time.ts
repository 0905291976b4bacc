const STEPS = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
] as const;

/** How long ago a moment was, in the words of a language: "5 minutes ago", "yesterday", "now". */
export function relativeTime(unixSeconds: number, nowSeconds: number, locale: string): string {
  const ago = Math.max(nowSeconds - unixSeconds, 0);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const step = STEPS.find(({ seconds }) => ago >= seconds);
  return step ? format.format(-Math.floor(ago / step.seconds), step.unit) : format.format(0, "second");
}
