import { HttpResponse, http, type JsonBodyType, type PathParams } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll } from "vitest";

type Method = "get" | "post" | "put" | "patch" | "delete";
type Call = { request: Request; params: PathParams };
type Answer = JsonBodyType | ((call: Call) => JsonBodyType | Response | Promise<JsonBodyType | Response>);

const server = setupServer();

// Importing this file starts the fake server; a request without a handler fails the test.
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

/**
 * Handles requests to a path of the API (`/v1/order/{id}`) and returns the list of received requests.
 * A function is called for each request; if it returns a `Response`, that is sent unchanged.
 */
export function serve(method: Method, path: string, answer: Answer, status = 200): Request[] {
  return serveAt(method, `/api${path}`, answer, status);
}

/** The same for a URL outside the API, such as `/builds/latest.json`. */
export function serveAt(method: Method, path: string, answer: Answer, status = 200): Request[] {
  const requests: Request[] = [];
  const url = `${location.origin}${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
  server.use(
    http[method](url, async ({ request, params }) => {
      requests.push(request.clone());
      const body = typeof answer === "function" ? await answer({ request, params }) : answer;
      if (body instanceof Response) return body;
      return status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json(body, { status });
    }),
  );
  return requests;
}

type Problem = { status: number; code: string; detail?: string } & Record<string, JsonBodyType>;

/** Responds to requests to a path of the API with problem+json. */
export function serveProblem(
  method: Method,
  path: string,
  problem: Problem,
  headers: HeadersInit = {},
): Request[] {
  return serve(method, path, () => problemResponse(problem, headers));
}

export function problemResponse(problem: Problem, headers: HeadersInit = {}): Response {
  const body = {
    type: "about:blank",
    title: "Refused",
    detail: "",
    errors: [],
    request_id: "request-1",
    ...problem,
  };
  const type = { "Content-Type": "application/problem+json" };
  return new HttpResponse(JSON.stringify(body), { status: problem.status, headers: { ...type, ...headers } });
}

type FieldError = { field: string; code: string; message: string };

/** The response to a form with invalid fields. */
export const invalidFields = (...errors: FieldError[]): Response =>
  problemResponse({ status: 422, code: "VALIDATION_FAILED", errors });

/** Fails requests to a path of the API with a network error. */
export function serveNothing(method: Method, path: string): Request[] {
  return serve(method, path, () => HttpResponse.error());
}
