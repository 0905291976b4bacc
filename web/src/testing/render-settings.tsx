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
 * Renders the settings of a signed-in client, with the providers of the app.
 * `account.client` is the server's state: update it in handlers of calls that change it.
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

/** Handles an update of the client and responds with the updated client. */
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

/** Sets a field's value like autofill: typing a long form would take seconds. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}
