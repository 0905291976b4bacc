import { i18n } from "@lingui/core";
import { useQueryClient } from "@tanstack/react-query";
import { Navigate, useRouter } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { ProblemError } from "@/api/problem-error";
import { Button } from "@/design/button";
import { CodeInput } from "@/design/code-input";
import { Field } from "@/design/field";
import { RichText } from "@/design/rich-text";
import { toast } from "@/design/toast";
import { formatCountdown } from "@/lib/format-countdown";
import { maskEmail } from "@/lib/mask-email";
import { pageExists } from "@/lib/page-paths";
import { type Client, currentClientQuery, signOut, useCurrentClient } from "@/session/client";
import { DASHBOARD_PATH } from "@/session/destination";
import { useConfirmEmail, useResendConfirmation } from "./api";
import { AuthFrame } from "./auth-frame";
import { ProblemBanner } from "./problem-banner";
import { useWait } from "./use-wait";

const MAIL_INTERVAL_MS = 60_000;

/** Requests another email once the rate limit allows it; the email of the registration counts. */
function ResendCode({ registeredAt }: { registeredAt: number }) {
  const cache = useQueryClient();
  const resend = useResendConfirmation();
  const { wait, waitFor, waitAfter } = useWait(() => registeredAt * 1000 + MAIL_INTERVAL_MS);

  function ask() {
    resend.mutate(undefined, {
      onSuccess({ retry_after }) {
        waitFor(retry_after);
        const detail = i18n._("The previous code no longer works.");
        toast.success(i18n._("New code sent"), detail);
      },
      onError(error) {
        waitAfter(error);
        // The address was confirmed elsewhere meanwhile.
        if (isCode(error, "STATE_CONFLICT")) void cache.invalidateQueries(currentClientQuery);
      },
    });
  }

  return (
    <div className="flex flex-col items-center gap-3 text-center text-13 text-ink-2">
      {wait > 0 ? (
        <p>
          <RichText
            text={i18n._("Didn’t get it? Request a new code in <time>{time}</time>", {
              time: formatCountdown(wait),
            })}
            tags={{ time: (time) => <span className="tabular-nums">{time}</span> }}
          />
        </p>
      ) : (
        <Button severity="link" size="small" pending={resend.isPending} onClick={ask}>
          {i18n._("Send new code")}
        </Button>
      )}
      {resend.error && !isCode(resend.error, "STATE_CONFLICT", "CODE_RESEND_TOO_SOON") && (
        <ProblemBanner error={resend.error} wait={wait} />
      )}
    </div>
  );
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof ProblemError && codes.includes(error.code);
}

const CODE_LENGTH = 6;

// A constant element: the router would navigate again for each new one.
const TO_DASHBOARD = <Navigate to={DASHBOARD_PATH} replace />;

/** Confirms the address with the six digits of the registration email. */
export function VerificationForm() {
  const client = useCurrentClient();
  return (
    client && (
      <>
        <Verification client={client} />
        {/* Confirmed here, or in another tab by the link. */}
        {client.email_is_confirmed && TO_DASHBOARD}
      </>
    )
  );
}

function Verification({ client }: { client: Client }) {
  return (
    <AuthFrame
      title={i18n._("Confirm your email address")}
      intro={
        <p>
          <RichText
            text={i18n._(
              "Enter the 6-digit code sent to <strong>{address}</strong>. It expires in 10 minutes.",
              {
                address: maskEmail(client.email),
              },
            )}
            tags={{
              strong: (address) => <strong className="font-medium text-ink wrap-anywhere">{address}</strong>,
            }}
          />
        </p>
      }
      footer={<OtherAddress />}
    >
      <CodeForm />
      <ResendCode registeredAt={client.created_at} />
    </AuthFrame>
  );
}

function CodeForm() {
  const [code, setCode] = useState("");
  const confirmation = useConfirmEmail();
  const refusal = describeRefusal(confirmation.error);

  function confirm(digits: string) {
    if (confirmation.isPending) return;
    confirmation.mutate(digits, {
      onSuccess: () => toast.success(i18n._("Email address confirmed")),
      onError: () => setCode(""),
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code.length === CODE_LENGTH) confirm(code);
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      <Field label={i18n._("Code from the email")} error={refusal}>
        <CodeInput
          autoFocus
          value={code}
          onValueChange={(next) => {
            setCode(next);
            if (confirmation.isError) confirmation.reset();
          }}
          onComplete={confirm}
        />
      </Field>
      {refusal === null && <ProblemBanner error={confirmation.error} />}
      <Button type="submit" size="large" fullWidth pending={confirmation.isPending}>
        {i18n._("Confirm")}
      </Button>
    </form>
  );
}

/** The error message of the code; null if the error is not about it. */
function describeRefusal(error: unknown): string | null {
  if (!(error instanceof ProblemError)) return null;
  const left = Number(error.body.attempts_left ?? 0);
  if (error.code === "CODE_INVALID" && left > 0) {
    return i18n._(
      "{left, plural, one {Incorrect code. # attempt left.} other {Incorrect code. # attempts left.}}",
      {
        left,
      },
    );
  }
  if (error.code === "CODE_INVALID" || error.code === "CODE_EXPIRED") {
    return i18n._("This code has expired. Request a new one.");
  }
  return null;
}

function OtherAddress(): ReactNode {
  const router = useRouter();

  async function startAgain() {
    void signOut();
    await router.navigate({ to: pageExists("/register") ? "/register" : "/login" });
  }

  return (
    <p>
      {i18n._("Not your email?")}{" "}
      <Button severity="link" onClick={startAgain} className="-mx-4 -my-2 underline">
        {i18n._("Sign out and start again")}
      </Button>
    </p>
  );
}
