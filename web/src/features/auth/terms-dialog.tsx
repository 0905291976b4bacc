import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { describeProblem } from "@/api/form-problems";
import { QueryProvider } from "@/api/query-provider";
import { Banner } from "@/design/banner";
import { Button } from "@/design/button";
import { Modal } from "@/design/modal";
import { NewTabLink } from "@/design/new-tab-link";
import { RichText } from "@/design/rich-text";
import { useAskedTerms } from "@/session/asked-terms";
import { signOut } from "@/session/client";
import { termsQuery, useAcceptTerms } from "./api";

/** What has to be readable before it is accepted. */
const TEXTS = ["/terms", "/privacy"];

/** Asks for the acceptance of new terms, wherever the client is after signing in. */
export function TermsDialog() {
  return (
    <QueryProvider>
      <Question />
    </QueryProvider>
  );
}

function Question() {
  const isAsked = useAskedTerms();
  const isReading = useLocation({ select: ({ pathname }) => TEXTS.includes(pathname) });
  const isOpen = isAsked && !isReading;
  const terms = useQuery({ ...termsQuery, enabled: isOpen });
  const accept = useAcceptTerms();
  const version = terms.data?.items[0]?.version;
  const error = accept.error ?? terms.error;

  return (
    <Modal
      open={isOpen}
      onClose={() => undefined}
      closable={false}
      closeOnEscape={false}
      closeOnMask={false}
      title={i18n._("Our terms have changed")}
      footer={
        <>
          <Button severity="secondary" disabled={accept.isPending} onClick={() => void signOut()}>
            {i18n._("Sign out")}
          </Button>
          <Button
            pending={accept.isPending}
            disabled={version === undefined}
            onClick={() => version !== undefined && accept.mutate(version)}
          >
            {i18n._("Accept")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error && <Banner severity="error">{describeProblem(error)}</Banner>}
        <p>
          <RichText
            text={i18n._("Read the <terms>new terms</terms> and accept them to continue.")}
            tags={{ terms: (words) => <NewTabLink href="/terms">{words}</NewTabLink> }}
          />
        </p>
      </div>
    </Modal>
  );
}
