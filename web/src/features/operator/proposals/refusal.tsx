import { i18n } from "@lingui/core";
import { describeProblem } from "@/api/form-problems";
import { ProblemError } from "@/api/problem-error";
import { Banner } from "@/design/banner";
import { CopyButton } from "@/design/copy-button";

/** Why a proposal was rejected; without a second admin, with the shell command to use instead. */
export function Refusal({ error, text }: { error: unknown; text?: string }) {
  if (!error) return null;
  const command = error instanceof ProblemError ? error.body.command : undefined;
  if (typeof command !== "string") return <Banner severity="error">{text ?? describeProblem(error)}</Banner>;
  return (
    <Banner severity="warn">
      <p>{i18n._("There’s no second administrator to approve this. Run this on the server:")}</p>
      <ShellCommand command={command} />
    </Banner>
  );
}

export function ShellCommand({ command }: { command: string }) {
  return (
    <p className="mt-2 flex min-h-8 items-center justify-between gap-1 rounded-control border border-line bg-abyss py-1 pe-1 ps-3">
      <code className="font-mono text-13 text-ink wrap-anywhere">{command}</code>
      <CopyButton value={command} label={i18n._("Copy command")} />
    </p>
  );
}
