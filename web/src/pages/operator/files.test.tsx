import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { components } from "@/api/generated/schema";
import { serve } from "@/testing/fake-server";
import { renderPage } from "@/testing/render-page";
import { FileViewsPage } from "./files";

type Look = components["schemas"]["AuditView"];

const CLIENT = "0199a2f4-0000-7000-8000-00000000abcd";

function aLook(seq: number, parts: Partial<Look> = {}): Look {
  return {
    seq,
    at: 1_700_000_000,
    staff_login: "ann",
    act: "file.viewed",
    subject: `file:0199a2f4-0000-7000-8000-0000000000${seq}`,
    detail: { kind: "kyc_document", client_id: CLIENT },
    hash: "00",
    ...parts,
  };
}

function serveLooks(permissions: string[]) {
  serve("get", "/operator/me", { login: "ann", role: "compliance", permissions });
  return serve("get", "/operator/files/audit", ({ request }) => {
    const { searchParams } = new URL(request.url);
    const looks = [
      aLook(12),
      aLook(11, { staff_login: "bea", detail: { kind: "kyc_selfie", client_id: CLIENT } }),
    ];
    const staff = searchParams.get("staff");
    return { items: looks.filter((look) => staff === null || look.staff_login === staff), next_cursor: null };
  });
}

const asked = (requests: Request[]) =>
  requests.map(({ url }) => {
    const { searchParams } = new URL(url);
    return [searchParams.get("staff"), searchParams.get("client_id"), searchParams.get("subject")];
  });

test("each look says who saw what of whom, with the way to the client", async () => {
  serveLooks(["files_audit", "clients"]);
  renderPage(<FileViewsPage />, { at: "/operator/files" });

  const row = (await screen.findByText("Identity document")).closest("tr") ?? expect.unreachable("no row");
  expect(within(row).getByRole("link", { name: "ann" })).toBeVisible();
  expect(within(row).getByText("…0000abcd")).toBeVisible();
  expect(within(row).getByRole("link", { name: "Open file" })).toHaveAttribute(
    "href",
    `/operator/clients/${CLIENT}`,
  );
});

test("the looks are filtered by login, client and file, which the address keeps", async () => {
  const requests = serveLooks(["files_audit"]);
  const user = renderPage(<FileViewsPage />, { at: "/operator/files" });
  await screen.findByText("Identity document");
  expect(screen.queryByRole("link", { name: "Open file" })).toBeNull();

  await user.type(screen.getByLabelText("Staff"), "bea");
  await user.type(screen.getByLabelText("Client"), CLIENT);
  await user.type(screen.getByLabelText("File"), "0199a2f4-1{Enter}");

  await expect.poll(user.location).toBe(`/operator/files?staff=bea&client=${CLIENT}&subject=0199a2f4-1`);
  await expect.poll(() => screen.queryByText("Identity document")).toBeNull();
  expect(await screen.findByText("Selfie")).toBeVisible();
  expect(asked(requests)).toEqual([
    [null, null, null],
    ["bea", CLIENT, "file:0199a2f4-1"],
  ]);

  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(await screen.findByText("Identity document")).toBeVisible();
});

test("without the permission a message is shown and nothing is requested", async () => {
  const requests = serveLooks(["kyc"]);
  renderPage(<FileViewsPage />, { at: "/operator/files" });

  expect(await screen.findByText("Your role doesn’t include this page")).toBeVisible();
  expect(requests).toHaveLength(0);
});
