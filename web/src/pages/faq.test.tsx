import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { clearSession, startSession } from "@/session/session";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { FaqPage } from "./faq";

afterEach(clearSession);

test("a visitor writes to support and gets a ticket", async () => {
  const receipt = { id: "0198", ticket: "CW-000007", created_at: 1_700_000_000 };
  const sent = serve("post", "/v1/feedback", receipt, 201);
  const user = renderPage(<FaqPage />, { at: "/faq" });

  await user.click(await screen.findByRole("button", { name: "Send" }));
  expect(screen.getByText("Enter your email to get a reply.")).toBeVisible();
  expect(screen.queryByText("Images")).toBeNull();
  expect(sent).toEqual([]);

  await user.type(screen.getByLabelText("Email"), "pia@example.org");
  await user.click(screen.getByRole("combobox", { name: "Topic" }));
  await user.click(await screen.findByRole("option", { name: "Account and security" }));
  await user.type(screen.getByLabelText("Subject"), "No code");
  await user.type(screen.getByLabelText("Message"), "The code never arrives.");
  await user.click(screen.getByRole("button", { name: "Send" }));

  expect(await screen.findByText("CW-000007")).toBeVisible();
  expect(screen.getByText("The reply arrives by email.")).toBeVisible();
  expect(await sent[0]?.json()).toEqual({
    topic: "account",
    subject: "No code",
    message: "The code never arrives.",
    email: "pia@example.org",
    attachments: [],
  });
});

test("a client is led to the tickets", async () => {
  startSession("secret");
  renderPage(<FaqPage />, { at: "/faq" });

  expect(await screen.findByRole("link", { name: "Open your tickets" })).toHaveAttribute(
    "href",
    "/personal/contact",
  );
  expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
});
