import type { UserEvent } from "@testing-library/user-event";
import { LazyToaster } from "@/design/lazy-toaster";
import { LazyStepUp } from "@/features/security/lazy-step-up";
import { SettingsPage } from "@/pages/personal/settings";
import type { Client } from "@/session/client";
import { startSession } from "@/session/session";
import { aClient } from "./builders";
import { serve } from "./fake-server";
import { renderPage } from "./render-page";

/**
 * The settings of a signed-in client, with what the app keeps around every page.
 * `account.client` is what the server knows: change it where a call changes it.
 */
export function renderSettings(section: string, parts: Partial<Client> = {}) {
  const account = { client: aClient(parts) };
  serve("get", "/bff/auth/user", () => ({ client: account.client, transactions: [] }));
  startSession("secret");
  const user = renderPage(
    <>
      <SettingsPage />
      <LazyStepUp />
      <LazyToaster />
    </>,
    { at: `/personal/settings#${section}` },
  );
  return { account, user };
}

/** Answers a change of the client with the client as changed. */
export function serveChange(
  account: { client: Client },
  path: string,
  change: (body: Record<string, unknown>) => Partial<Client>,
) {
  return serve("patch", path, async ({ request }) => {
    account.client = { ...account.client, ...change((await request.json()) as Record<string, unknown>) };
    return { client: account.client };
  });
}

export const bodiesOf = (requests: readonly Request[]) =>
  Promise.all(requests.map((request) => request.json()));

/** Puts a text into a field at once: key by key a long form would take seconds. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}
