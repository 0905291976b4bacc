import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { queries } from "@/api/queries";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderApp } from "@/testing/render-app";
import { FeedbackPage } from "./feedback";

type Ticket = components["schemas"]["TicketForStaff"];

const PAGES = ["/operator/feedback", "/operator/feedback/$ticket"].map((path) => ({
  path,
  layout: null,
  title: () => "Feedback",
  page: async () => FeedbackPage,
}));

function aTicket(parts: Partial<Ticket> = {}): Ticket {
  return {
    id: "t1",
    ticket: "CW-000001",
    site_id: "s1",
    client_id: "c1",
    email: "ines@example.org",
    topic: "deposit",
    subject: "My deposit is late",
    reference: "D-77",
    status: "open",
    created_at: 1_700_000_000,
    updated_at: 1_700_000_000,
    messages: [
      {
        id: "m1",
        author: "client",
        message: "Where is it?",
        attachments: [],
        created_at: 1_700_000_000,
        staff_login: null,
      },
    ],
    ...parts,
  };
}

const OTHER = aTicket({ id: "t2", ticket: "CW-000002", subject: "Suggestion", client_id: null });

function serveDesk(permissions: string[] = ["feedback", "clients"]) {
  serve("get", "/operator/me", { login: "ann", role: "support", permissions });
  const listed = serve("get", "/operator/feedback", { items: [aTicket(), OTHER], next_cursor: null });
  const shown = serve("get", "/operator/feedback/{ticket_id}", ({ params }) =>
    params.ticket_id === "t1" ? aTicket() : OTHER,
  );
  return { listed, shown };
}

beforeEach(() => {
  window.history.replaceState(null, "", "/operator");
  queries.clear();
});
afterEach(() => window.history.replaceState(null, "", "/"));

test("an answer is sent and shown in the conversation, and the inbox is reloaded", async () => {
  const { listed, shown } = serveDesk();
  const sent = serve(
    "post",
    "/operator/feedback/{ticket_id}/messages",
    async ({ request }) => {
      const { message } = (await request.json()) as { message: string };
      const [first] = aTicket().messages;
      const answer = {
        id: "m2",
        author: "staff",
        message,
        attachments: [],
        created_at: 1,
        staff_login: "ann",
      };
      return { ...aTicket({ status: "answered" }), messages: [first, answer] };
    },
    201,
  );
  const { user } = renderApp(PAGES, { at: "/operator/feedback" });

  await user.click(await screen.findByRole("link", { name: /My deposit is late/ }));
  const messages = await screen.findByRole("list", { name: "Messages" });
  expect(within(messages).getByText("Where is it?")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open client" })).toHaveAttribute("href", "/operator/clients/c1");
  await user.click(screen.getByRole("button", { name: "Send reply" }));
  expect(await screen.findByText("Enter a reply.")).toBeVisible();
  await user.click(screen.getByLabelText("Your reply"));
  await user.paste(" It is here. ");
  await user.keyboard("{Control>}{Enter}{/Control}");

  expect(await within(messages).findByText("It is here.")).toBeVisible();
  expect(screen.getByLabelText("Your reply")).toHaveValue("");
  expect(await sent[0]?.json()).toEqual({ message: "It is here." });
  await expect.poll(() => listed.length).toBe(2);
  // Every access is audited, so the ticket is not refetched: the response has it.
  expect(shown).toHaveLength(1);
  expect(new URL(listed[0]?.url ?? "").searchParams.get("status")).toBe("open");
});

test("a draft waits while another ticket is read, and a refusal keeps it", async () => {
  serveDesk(["feedback"]);
  serveProblem("post", "/operator/feedback/{ticket_id}/messages", {
    status: 409,
    code: "STATE_CONFLICT",
    detail: "This conversation has become too long.",
  });
  const { user } = renderApp(PAGES, { at: "/operator/feedback/t1" });

  await user.click(await screen.findByLabelText("Your reply"));
  await user.paste("Half an answer");
  expect(screen.queryByRole("link", { name: "Open client" })).toBeNull();
  await user.click(screen.getByRole("link", { name: /Suggestion/ }));
  expect(await screen.findByText("Sent by a visitor who wasn’t signed in.")).toBeVisible();
  expect(screen.getByLabelText("Your reply")).toHaveValue("");
  await user.click(screen.getByRole("link", { name: /My deposit is late/ }));
  expect(await screen.findByText("D-77")).toBeVisible();
  expect(screen.getByLabelText("Your reply")).toHaveValue("Half an answer");

  await user.click(screen.getByRole("button", { name: "Send reply" }));
  expect(await screen.findByText("This conversation has become too long.")).toBeVisible();
  expect(screen.getByLabelText("Your reply")).toHaveValue("Half an answer");
});

test("without the permission for feedback a message is shown and nothing is requested", async () => {
  const { listed } = serveDesk(["health"]);
  renderApp(PAGES, { at: "/operator/feedback/t1" });

  expect(await screen.findByText("Your role doesn’t include this page")).toBeVisible();
  expect(listed).toHaveLength(0);
});
