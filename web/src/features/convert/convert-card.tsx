import { i18n } from "@lingui/core";
import { Link, useLocation } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { Banner } from "@/design/banner";
import { Button, buttonClass } from "@/design/button";
import { Card } from "@/design/card";
import { Icon } from "@/design/icon";
import { LostNotice } from "@/design/lost-notice";
import { loginHref } from "@/session/destination";
import { useIsSignedIn } from "@/session/session";
import { ConversionDone } from "./conversion-done";
import { quoteDraftOf } from "./convert-draft";
import { ConvertFields } from "./convert-fields";
import { convertRequest } from "./convert-request";
import { ConvertTerms } from "./convert-terms";
import { QuoteView } from "./quote-view";
import { type ConvertForm, pathWithDraft, useConvertForm } from "./use-convert-form";
import { useQuote } from "./use-quote";

/** Amounts, then a quote, then the conversion. Visitors see rates and are led to the sign-in. */
export function ConvertCard() {
  const form = useConvertForm();
  const quote = useQuote();
  const [hasReturned, setReturned] = useState(false);
  const { stage, conversion } = quote;

  function returnToForm() {
    setReturned(true);
    quote.close();
  }

  function convertAgain() {
    form.clear();
    returnToForm();
  }

  return (
    <Card>
      {conversion ? (
        <ConversionDone conversion={conversion} onAgain={convertAgain} />
      ) : stage ? (
        <QuoteView stage={stage} onAccept={quote.accept} onRenew={quote.renew} onBack={returnToForm} />
      ) : (
        <DraftForm form={form} quote={quote} autoFocus={hasReturned} />
      )}
    </Card>
  );
}

interface DraftFormProps {
  form: ConvertForm;
  quote: ReturnType<typeof useQuote>;
  autoFocus: boolean;
}

function DraftForm({ form, quote, autoFocus }: DraftFormProps) {
  const isSignedIn = useIsSignedIn();
  const { from, to, typed } = form;
  const draft = from !== null && to !== null ? quoteDraftOf(from, to, typed) : null;
  const refusal = quote.refusalOf(draft);
  const { lost, isPending } = quote.acceptance;
  // Another conversion before the last one is known could be the same one twice.
  const isBlocked = lost !== null || isPending;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isSignedIn && draft && form.isReady && !quote.isAsking && !isBlocked) quote.ask(draft);
  }

  return (
    <form aria-label={i18n._("Convert")} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <ConvertFields form={form} refusal={refusal.amount} autoFocus={autoFocus} />
      <ConvertTerms form={form} />
      {refusal.form && <Banner severity="error">{refusal.form}</Banner>}
      {quote.lostRefusal && <Banner severity="error">{quote.lostRefusal}</Banner>}
      {lost && (
        <LostNotice
          request={quote.acceptance}
          message={convertRequest.describeUnknown(lost)}
          onCheck={quote.check}
        />
      )}
      {isSignedIn ? (
        <Button
          type="submit"
          size="large"
          fullWidth
          pending={quote.isAsking}
          disabled={!form.isReady || isBlocked}
        >
          {i18n._("Get a quote")}
        </Button>
      ) : (
        <SignInLink form={form} />
      )}
    </form>
  );
}

function SignInLink({ form }: { form: ConvertForm }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={loginHref(pathWithDraft(pathname, form))}
      className={buttonClass({ size: "large", fullWidth: true })}
    >
      <Icon name="log-in" />
      {i18n._("Sign in to convert")}
    </Link>
  );
}
