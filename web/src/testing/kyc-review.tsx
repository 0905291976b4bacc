import { afterEach, beforeEach } from "vitest";
import type { components } from "@/api/generated/schema";
import { queries } from "@/api/queries";
import type { PageRoute } from "@/app/routes";
import { KycPage } from "@/pages/operator/kyc";
import { KycCasePage } from "@/pages/operator/kyc-case";
import { problemResponse, serve } from "./fake-server";
import { renderApp } from "./render-app";

type Schemas = components["schemas"];
type Case = Schemas["KycCaseView"];

const HOUR = 3600;
const now = () => Math.floor(Date.now() / 1000);
const toPage = (path: string, page: PageRoute["page"]) => ({
  path,
  layout: null,
  title: () => "Identity",
  page,
});
const PAGES: PageRoute[] = [
  toPage("/operator/kyc", async () => KycPage),
  toPage("/operator/kyc/$client", async () => KycCasePage),
];

export function aCase(id: string, name: string, parts: Partial<Case> = {}): Case {
  const photos = {
    selfie: `/api/v1/file/${id}-s`,
    document_front: `/api/v1/file/${id}-f`,
    document_back: null,
  };
  const submitted_at = now() - 2 * HOUR - 5 * 60;
  return {
    client_id: id,
    type: "passport",
    status: "pending",
    submitted_at,
    email: "ad***@example.com",
    registered_at: 1_700_000_000,
    is_frozen: false,
    personal_info: {
      first_name: name,
      last_name: "Lovelace",
      middle_name: "King",
      birth_date: "1985-12-10",
      country: "GB",
      region: null,
      city: null,
      address: null,
      postal_code: null,
    },
    message: null,
    photos,
    history: [
      {
        at: submitted_at,
        act: "submitted",
        type: "passport",
        reason: null,
        message: null,
        staff: null,
        photos,
      },
    ],
    ...parts,
  };
}

function rowOf({ client_id, type, status, submitted_at, email, personal_info }: Case): Schemas["KycCaseRow"] {
  const { first_name, last_name, country } = personal_info;
  return { client_id, type, status, submitted_at, email, first_name, last_name, country };
}

/** Serves these cases, and stores decisions. */
export function serveCases(...cases: Case[]) {
  const known = new Map(cases.map((each) => [each.client_id, each]));
  const one = (id: unknown) => known.get(String(id)) ?? problemResponse({ status: 404, code: "NOT_FOUND" });
  const decide =
    (status: Case["status"]) => async (call: { request: Request; params: { client_id?: unknown } }) => {
      const body = call.request.body ? await call.request.json() : {};
      const decided = {
        ...aCase("", ""),
        ...known.get(String(call.params.client_id)),
        status,
        message: body.message ?? null,
      };
      known.set(decided.client_id, decided);
      return decided;
    };
  serve("get", "/operator/me", { login: "ann", role: "admin", permissions: ["kyc", "clients"] });
  serve("get", "/operator/kyc", ({ request }) => {
    const status = new URL(request.url).searchParams.get("status");
    const items = [...known.values()].filter((each) => status === null || each.status === status).map(rowOf);
    return { items, next_cursor: null };
  });
  return {
    known,
    looks: serve("get", "/operator/kyc/{client_id}", ({ params }) => one(params.client_id)),
    pictures: serve(
      "get",
      "/v1/file/{file_id}",
      () => new Response("x", { headers: { "Content-Type": "image/jpeg" } }),
    ),
    approved: serve("post", "/operator/kyc/{client_id}/approve", decide("approved")),
    rejected: serve("post", "/operator/kyc/{client_id}/reject", decide("rejected")),
    revoked: serve("post", "/operator/kyc/{client_id}/revoke", decide("revoked")),
  };
}

beforeEach(() => {
  queries.clear();
  window.history.replaceState(null, "", "/operator/kyc");
  sessionStorage.setItem("operator-token", "secret");
  let count = 0;
  URL.createObjectURL = () => `blob:picture-${++count}`;
  URL.revokeObjectURL = () => undefined;
});

afterEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  window.history.replaceState(null, "", "/");
});

/** The console's KYC review: its queue and its cases. */
export const renderKycReview = (at: string) => renderApp(PAGES, { at });
