import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { clearSession, startSession } from "@/session/session";
import { serve, serveProblem } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { ContactPage } from "./contact";

type Ticket = components["schemas"]["TicketView"];

function aTicket(parts: Partial<Ticket> = {}): Ticket {
  return {
    id: "t1",
    ticket: "CW-000123",
    topic: "deposit",
    subject: "My deposit is late",
    reference: null,
    status: "open",
    created_at: 1_700_000_000,
    updated_at: 1_700_000_000,
    messages: [
      { id: "m1", author: "client", message: "Where is it?", attachments: [], created_at: 1_700_000_000 },
    ],
    ...parts,
  };
}

const serveTickets = (items: Ticket[]) => serve("get", "/v1/feedback", { items, next_cursor: null });
const RECEIPT = { id: "t1", ticket: "CW-000123", created_at: 1_700_000_000 };

type User = ReturnType<typeof renderPage>;

async function fill(user: User, { message = "It has not arrived since noon." } = {}) {
  await user.click(await screen.findByRole("combobox", { name: "Topic" }));
  await user.click(await screen.findByRole("option", { name: "Deposit" }));
  await user.type(screen.getByLabelText("Subject"), "My deposit is late");
  await user.type(screen.getByLabelText("Message"), message);
}

const send = (user: User) => user.click(screen.getByRole("button", { name: "Send" }));

beforeEach(() => startSession("token"));
afterEach(clearSession);

test("a message is sent and its ticket number shown, and the list is reloaded", async () => {
  const listed = serveTickets([]);
  const sent = serve("post", "/v1/feedback", RECEIPT, 201);
  const user = renderPage(<ContactPage />);
  expect(await screen.findByText("Your tickets appear here.")).toBeVisible();

  await fill(user);
  await user.type(screen.getByLabelText("Reference"), "D-77");
  await send(user);

  expect(await screen.findByText("CW-000123")).toBeVisible();
  expect(await sent[0]?.json()).toEqual({
    topic: "deposit",
    subject: "My deposit is late",
    message: "It has not arrived since noon.",
    reference: "D-77",
    attachments: [],
  });
  await expect.poll(() => listed.length).toBe(2);
  await user.click(screen.getByRole("button", { name: "Write another message" }));
  expect(screen.getByLabelText("Subject")).toHaveValue("");
});

test("a picture goes with the message, unless it is removed again", async () => {
  serveTickets([]);
  const sent = serve("post", "/v1/feedback", RECEIPT, 201);
  let count = 0;
  const files = serve(
    "post",
    "/v1/file",
    () => ({ id: "f", url: `/api/v1/file/${++count}`, mime: "image/png", size: 1 }),
    201,
  );
  const user = renderPage(<ContactPage />);
  await fill(user);

  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  const pictures = ["kept.png", "removed.png"].map((name) => new File(["x"], name, { type: "image/png" }));
  await user.upload(input ?? expect.unreachable("no input"), pictures);
  await waitFor(() => expect(files).toHaveLength(2));
  expect(await screen.findByText("removed.png uploaded")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Remove removed.png" }));
  await send(user);

  await screen.findByText("CW-000123");
  expect(files.map(({ url }) => new URL(url).search)).toEqual(["?type=feedback", "?type=feedback"]);
  expect(await sent[0]?.json()).toMatchObject({ attachments: ["/api/v1/file/1"] });
});

test("what is missing is said at its field, and nothing is sent", async () => {
  serveTickets([]);
  const sent = serve("post", "/v1/feedback", RECEIPT, 201);
  const user = renderPage(<ContactPage />);
  await screen.findByLabelText("Subject");

  await send(user);

  expect(await screen.findByText("Choose a topic.")).toBeVisible();
  expect(screen.getByText("Enter at least 3 characters.")).toBeVisible();
  expect(screen.getByText("Enter at least 10 characters.")).toBeVisible();
  expect(sent).toHaveLength(0);
});

test("the room left is counted in characters as people see them", async () => {
  serveTickets([]);
  const user = renderPage(<ContactPage />);

  await user.type(await screen.findByLabelText("Subject"), " Fish 🐟 ");

  expect(screen.getByText("6 of 120 characters")).toBeInTheDocument();
});

test("what the server refuses goes to its field, the rest to a banner", async () => {
  serveTickets([]);
  serveProblem("post", "/v1/feedback", {
    status: 422,
    code: "VALIDATION_FAILED",
    errors: [
      { field: "subject", code: "pattern", message: "Use one line." },
      { field: "attachments", code: "file", message: "One of the pictures is not yours." },
    ],
  });
  const user = renderPage(<ContactPage />);
  await fill(user);
  await send(user);

  expect(await screen.findByText("Use one line.")).toBeVisible();
  expect(screen.getByRole("alert")).toHaveTextContent("One of the pictures is not yours.");
});

test("too many messages are refused with the server's words, and the text stays", async () => {
  serveTickets([]);
  serveProblem("post", "/v1/feedback", {
    status: 429,
    code: "RATE_LIMITED",
    detail: "Try again in an hour.",
  });
  const user = renderPage(<ContactPage />);
  await fill(user);
  await send(user);

  expect(await screen.findByRole("alert")).toHaveTextContent("Try again in an hour.");
  expect(screen.getByLabelText("Message")).toHaveValue("It has not arrived since noon.");
});

test("own tickets show their state, the answers, and take another message", async () => {
  const aMessage = (author: "client" | "staff", message: string) => ({
    id: message,
    author,
    message,
    attachments: [],
    created_at: 1_700_000_060,
  });
  const ticket = aTicket({ status: "answered", reference: "D-77" });
  let messages: Ticket["messages"] = [...ticket.messages, aMessage("staff", "It is here now.")];
  serve("get", "/v1/feedback", () => ({ items: [{ ...ticket, messages }], next_cursor: null }));
  const replies = serve(
    "post",
    "/v1/feedback/{ticket_id}/messages",
    () => {
      messages = [...messages, aMessage("client", "Thank you.")];
      return { ...ticket, messages };
    },
    201,
  );
  const user = renderPage(<ContactPage />);

  expect(await screen.findByText("Replied")).toBeVisible();
  await user.click(screen.getByText("My deposit is late"));
  expect(screen.getByText("Reference: D-77")).toBeVisible();
  const list = screen.getByRole("list", { name: "Messages" });
  expect(within(list).getByText("It is here now.")).toBeVisible();
  expect(within(list).getByText("Clearwater support")).toBeVisible();
  await user.type(screen.getByLabelText("Your message"), "Thank you.");
  await user.click(screen.getByRole("button", { name: "Send message" }));

  expect(await within(list).findByText("Thank you.")).toBeVisible();
  expect(screen.getByLabelText("Your message")).toHaveValue("");
  expect(replies.map(({ url }) => new URL(url).pathname)).toEqual(["/api/v1/feedback/t1/messages"]);
  expect(await replies[0]?.json()).toEqual({ message: "Thank you." });
});

test("a reply that is refused keeps its text", async () => {
  serveTickets([aTicket({ status: "closed" })]);
  serveProblem("post", "/v1/feedback/{ticket_id}/messages", {
    status: 409,
    code: "STATE_CONFLICT",
    detail: "This conversation has become too long.",
  });
  const user = renderPage(<ContactPage />);

  expect(await screen.findByText("Closed")).toBeVisible();
  await user.click(screen.getByText("My deposit is late"));
  await user.type(screen.getByLabelText("Reply to reopen this ticket"), "Hello?");
  await user.click(screen.getByRole("button", { name: "Send message" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("This conversation has become too long.");
  expect(screen.getByLabelText("Reply to reopen this ticket")).toHaveValue("Hello?");
});

test("tickets that cannot be loaded are asked for again", async () => {
  serveProblem("get", "/v1/feedback", { status: 500, code: "INTERNAL" });
  const user = renderPage(<ContactPage />);
  const retry = await screen.findByRole("button", { name: "Try again" });

  serveTickets([aTicket()]);
  await user.click(retry);

  expect(await screen.findByText("Awaiting reply")).toBeVisible();
});
