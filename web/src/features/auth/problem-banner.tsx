import { i18n } from "@lingui/core";
import type { ReactNode } from "react";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { formatCountdown } from "@/lib/format-countdown";

type ProblemBannerProps = {
  /** Messages by error code. */
  texts?: Readonly<Record<string, ReactNode>>;
  error: unknown;
  /** Seconds until a retry is accepted. */
  wait?: number;
};

/** Why a form was rejected; errors of a field are shown at the field. */
export function ProblemBanner({ error, texts = {}, wait = 0 }: ProblemBannerProps) {
  if (!error) return null;
  return <Banner severity="error">{describe(error, texts, wait)}</Banner>;
}

function describe(error: unknown, texts: Readonly<Record<string, ReactNode>>, wait: number): ReactNode {
  if (!(error instanceof ProblemError)) return i18n._("Something went wrong. Try again in a moment.");
  if (error.status === 429 && wait > 0) return <TooMany wait={wait} />;
  if (error.status === 429) return i18n._("You can try again now.");
  return texts[error.code] ?? error.message;
}

function TooMany({ wait }: { wait: number }) {
  return (
    <>
      {/* An alert that changes every second would be announced every second. */}
      <span className="sr-only">{i18n._("Too many attempts. Wait until the button is enabled.")}</span>
      <span aria-hidden="true" className="tabular-nums">
        {i18n._("Too many attempts. Try again in {time}.", { time: formatCountdown(wait) })}
      </span>
    </>
  );
}
