import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ProblemError } from "@/api/problem-error";
import { writeCookie } from "@/testing/cookies";
import { serve, serveNothing, serveProblem } from "@/testing/fake-server";
import { uploadFile } from "./upload";

const STORED = { id: "f1", url: "/api/v1/file/f1", mime: "image/jpeg", size: 1234 };
const aPhoto = () => new File(["x".repeat(2000)], "front.jpg", { type: "image/jpeg" });
const stays = () => new AbortController().signal;

const clearToken = () => writeCookie("token=; Max-Age=0");
beforeEach(clearToken);
afterEach(clearToken);
afterEach(() => vi.useRealTimers());

async function failure(call: Promise<unknown>): Promise<ProblemError> {
  const error: unknown = await call.then(
    () => expect.unreachable("The upload should fail"),
    (cause: unknown) => cause,
  );
  if (!(error instanceof ProblemError)) throw error;
  return error;
}

test("a picture goes as a form to the file service, with its kind, the site and the token", async () => {
  const requests = serve("post", "/v1/file", STORED, 201);
  writeCookie("token=secret");

  expect(await uploadFile("kyc_document")(aPhoto(), () => {}, stays())).toEqual(STORED);

  const [request] = requests;
  expect(request && new URL(request.url).search).toBe("?type=kyc_document");
  expect(request?.headers.get("X-Site")).toBe("localhost");
  expect(request?.headers.get("X-Token")).toBe("secret");
  expect(request?.headers.get("Content-Type")).toMatch(/^multipart\/form-data; boundary=/);
  expect(await request?.text()).toContain('Content-Disposition: form-data; name="file"');
});

test("the progress is reported to the end", async () => {
  serve("post", "/v1/file", STORED, 201);
  const fractions: number[] = [];

  await uploadFile("feedback")(aPhoto(), (fraction) => fractions.push(fraction), stays());

  expect(fractions.at(-1)).toBe(1);
});

test("a refusal is the server's problem, with when to try again", async () => {
  serveProblem(
    "post",
    "/v1/file",
    { status: 429, code: "RATE_LIMITED", detail: "Too many uploads." },
    { "Retry-After": "60" },
  );

  const problem = await failure(uploadFile("avatar")(aPhoto(), () => {}, stays()));

  expect(problem).toMatchObject({
    status: 429,
    code: "RATE_LIMITED",
    message: "Too many uploads.",
    retryAfter: 60,
  });
});

test("an answer that makes no sense is a problem of its own", async () => {
  serve("post", "/v1/file", () => new Response("<html>", { status: 502 }));

  expect(await failure(uploadFile("avatar")(aPhoto(), () => {}, stays()))).toMatchObject({
    status: 502,
    code: "BAD_RESPONSE",
  });
});

test("a broken connection is reported as such", async () => {
  serveNothing("post", "/v1/file");

  expect(await failure(uploadFile("avatar")(aPhoto(), () => {}, stays()))).toMatchObject({
    status: 0,
    code: "NETWORK",
  });
});

test("a cancelled upload ends with the reason of whoever cancelled it", async () => {
  serve("post", "/v1/file", () => new Promise<Response>(() => undefined));
  const controller = new AbortController();
  const upload = uploadFile("avatar")(aPhoto(), () => {}, controller.signal);

  controller.abort(new Error("Not wanted any more"));

  await expect(upload).rejects.toThrow("Not wanted any more");
});

test("an unauthorized upload leaves a warning and still fails", async () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  serveProblem("post", "/v1/file", { status: 401, code: "TOKEN_INVALID" });

  expect(await failure(uploadFile("avatar")(aPhoto(), () => {}, stays()))).toMatchObject({
    code: "TOKEN_INVALID",
  });

  expect(warned).toHaveBeenCalledExactlyOnceWith("Unauthorized");
});
