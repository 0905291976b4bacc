import { i18n } from "@lingui/core";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { ProblemError } from "@/api/problem-error";
import { Button, buttonClass } from "@/design/button";
import { isBot } from "@/lib/is-bot";
import { telegramUrl } from "@/lib/telegram-url";
import { isSignedIn } from "@/session/session";
import { documentTitle, site } from "@/session/site";
import { PAGE_ELEMENT_ID } from "./app-frame";
import { isChunkError, reloadForChunk } from "./chunk-errors";
import { documentNavigation } from "./document-navigation";

/**
 * A copy of the page as it was before an error: React removes it from the document when it shows this
 * instead, but during this render it is still there.
 */
function PageSnapshot() {
  const [kept] = useState(() => {
    const page = document.getElementById(PAGE_ELEMENT_ID);
    return [...(page?.childNodes ?? [])].map((node) => node.cloneNode(true));
  });

  return <div className="contents" ref={(element) => element?.replaceChildren(...kept)} />;
}

/** A path without a route. */
class PageNotFoundError extends Error {
  override readonly name = "PageNotFoundError";

  constructor(path: string) {
    super(i18n._("Page not found: {path}", { path }));
  }
}

/** Replaces everything when a page is unknown or cannot be shown. */
function ErrorPage({ error }: { error: unknown }) {
  const isUnknown =
    error instanceof PageNotFoundError || (error instanceof ProblemError && error.status === 404);
  const description = isUnknown ? i18n._("Page not found") : i18n._("Internal Server Error");

  useLayoutEffect(() => {
    document.title = documentTitle(description);
  }, [description]);

  return (
    <ErrorFrame status={isUnknown ? 404 : 500} description={description} detail={detailOf(error)}>
      {/* Plain links: a new document resets whatever failed in this one. */}
      <a href="/" className={buttonClass()}>
        {i18n._("Homepage")}
      </a>
      <a href={supportAddress()} className={buttonClass({ severity: "secondary" })}>
        {i18n._("Contact support")}
      </a>
    </ErrorFrame>
  );
}

export function NotFoundPage() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  return <ErrorPage error={new PageNotFoundError(path)} />;
}

/** For errors thrown while a page is loaded or rendered. */
export function CaughtErrorPage({ error }: { error: unknown }) {
  if (isChunkError(error)) return <ChunkErrorPage error={error} />;
  if (isBot(navigator.userAgent)) return <PageSnapshot />;
  // A request that the page depends on got no response.
  if (error instanceof ProblemError && error.status === 0) return <StartErrorPage error={error} />;
  return <ErrorPage error={error} />;
}

function ChunkErrorPage({ error }: { error: unknown }) {
  const [hasGivenUp, setHasGivenUp] = useState(false);

  useEffect(() => {
    if (!reloadForChunk()) setHasGivenUp(true);
  }, []);

  return hasGivenUp ? <ErrorPage error={error} /> : null;
}

/** The start failed: without the site or the client only a retry is possible. */
export function StartErrorPage({ error }: { error: unknown }) {
  const problem = error instanceof ProblemError ? error : null;
  // Nobody answered, so there is no status.
  const isOffline = problem?.status === 0;
  const status = problem?.status || 500;
  const description =
    problem && (isOffline || status !== 500) ? problem.title : i18n._("Internal Server Error");

  return (
    <ErrorFrame
      status={isOffline ? null : status}
      description={description}
      detail={problem?.detail || String(error)}
    >
      <Button onClick={documentNavigation.reload}>{i18n._("Try again")}</Button>
    </ErrorFrame>
  );
}

type ErrorFrameProps = { status: number | null; description: string; detail: string; children: ReactNode };

function ErrorFrame({ status, description, detail, children }: ErrorFrameProps) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="flex min-h-(--page-height) flex-col items-center justify-center gap-8 px-4 py-16 text-center outline-none"
    >
      <h1 className="flex flex-col items-center gap-3 font-semibold text-16 text-ink-2">
        {/* The digits with their reflection, which is hidden from screen readers. */}
        {status !== null && (
          <span
            data-digits={status}
            className="text-56 text-ink after:-mx-8 after:block after:-scale-y-100 after:border-line-strong after:border-b after:text-raised after:content-[attr(data-digits)_/_'']"
          >
            {status}
          </span>
        )}{" "}
        {i18n._("Error")}
      </h1>
      <div className="flex max-w-prose flex-col gap-2">
        <p className="text-20">{description}</p>
        {detail && <p className="break-words text-ink-2">{detail}</p>}
      </div>
      <div className="flex flex-wrap justify-center gap-3">{children}</div>
    </main>
  );
}

function detailOf(error: unknown): string {
  if (error instanceof PageNotFoundError) return error.message;
  if (error instanceof ProblemError) return error.detail;
  return "";
}

function supportAddress(): string {
  const { telegram, email } = site().contacts;
  if (isSignedIn()) return "/personal/contact";
  if (telegram) return telegramUrl(telegram);
  return email ? `mailto:${email}` : "/faq";
}
