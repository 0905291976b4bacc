import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { CheckOutcome } from "@/design/check-outcome";
import { CopyButton } from "@/design/copy-button";
import { formatDateTime } from "@/lib/dates";
import { type ChainReport, useVerifyAudit } from "./api";

/** Verifies every hash on the server and shows the result. */
export function VerifyChain() {
  const verify = useVerifyAudit();
  return (
    <section
      aria-label={i18n._("Verification")}
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-deep px-4 py-3"
    >
      <div role="status" className="min-w-0 grow basis-64 text-13">
        {verify.data ? (
          <Outcome report={verify.data} />
        ) : (
          <p className="text-ink-2">
            {i18n._("Each entry’s hash covers all entries before it, so later changes are detected.")}
          </p>
        )}
      </div>
      <Button
        severity="secondary"
        size="small"
        icon="shield-check"
        pending={verify.isPending}
        onClick={() => verify.mutate()}
      >
        {i18n._("Verify")}
      </Button>
      {verify.error && (
        <div className="basis-full">
          <Banner severity="error">{describeProblem(verify.error)}</Banner>
        </div>
      )}
    </section>
  );
}

function Outcome({ report }: { report: ChainReport & { at: number } }) {
  const { ok, entries, head, broken_at } = report;
  const time = formatDateTime(report.at);
  return (
    <CheckOutcome
      ok={ok}
      title={
        ok
          ? i18n._(
              "{entries, plural, one {Log intact: # entry verified {time}} other {Log intact: # entries verified {time}}}",
              { entries, time },
            )
          : i18n._("Log broken at entry {seq}, verified {time}", { seq: broken_at ?? "?", time })
      }
    >
      {!ok && (
        <p className="text-ink-2">
          {i18n._(
            "{entries, plural, one {The # entry before it is valid.} other {The # entries before it are valid.}} Don’t trust anything after that.",
            {
              entries,
            },
          )}
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-1 text-ink-3">
        {i18n._("Head")}
        <code className="font-mono text-12" title={head}>
          {head.slice(0, 16)}
        </code>
        <CopyButton value={head} label={i18n._("Copy head")} />
        {ok && i18n._("Store it elsewhere to detect a truncated log later.")}
      </p>
    </CheckOutcome>
  );
}
