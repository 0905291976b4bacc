import { WebAuthnError } from "@simplewebauthn/browser";
import { afterEach, expect, test, vi } from "vitest";
import { canUsePasskeys, createPasskey, passkeyFault, showPasskey } from "./webauthn";

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
const valuesOf = (buffer: unknown) => [...new Uint8Array(buffer as ArrayBuffer)];

const REQUEST_OPTIONS = {
  challenge: "CgsM",
  timeout: 300_000,
  rpId: "localhost",
  allowCredentials: [],
  userVerification: "required" as const,
};

function stubCredentials(parts: object) {
  vi.stubGlobal("navigator", { credentials: parts });
  vi.stubGlobal("PublicKeyCredential", class {});
}

function aCredential(response: object) {
  return {
    id: "AQI",
    rawId: bytes(1, 2),
    type: "public-key",
    response,
    getClientExtensionResults: () => ({}),
  };
}

afterEach(() => vi.unstubAllGlobals());

test("a passkey is made from the server's text and comes back as text", async () => {
  const response = { clientDataJSON: bytes(3), attestationObject: bytes(4, 5) };
  const create = vi.fn(async (_options: CredentialCreationOptions) => aCredential(response));
  stubCredentials({ create });

  const made = await createPasskey({
    rp: { id: "localhost", name: "Clearwater" },
    user: { id: "BwgJ", name: "ann@example.org", displayName: "ann@example.org" },
    challenge: "CgsM",
    pubKeyCredParams: [{ type: "public-key", alg: -7 }],
    timeout: 300_000,
    excludeCredentials: [{ id: "DQ4", type: "public-key" }],
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
  });

  expect(made).toEqual({
    id: "AQI",
    rawId: "AQI",
    type: "public-key",
    clientExtensionResults: {},
    response: { clientDataJSON: "Aw", attestationObject: "BAU" },
  });
  const asked = create.mock.calls[0]?.[0].publicKey;
  expect(valuesOf(asked?.challenge)).toEqual([10, 11, 12]);
  expect(valuesOf(asked?.excludeCredentials?.[0]?.id)).toEqual([13, 14]);
  expect(asked?.authenticatorSelection?.residentKey).toBe("required");
});

test("a shown passkey comes back as text, with or without its owner's handle", async () => {
  const response = {
    clientDataJSON: bytes(3),
    authenticatorData: bytes(4),
    signature: bytes(5),
    userHandle: null as ArrayBuffer | null,
  };
  stubCredentials({ get: async () => aCredential(response) });

  expect(await showPasskey(REQUEST_OPTIONS)).toEqual({
    id: "AQI",
    rawId: "AQI",
    type: "public-key",
    clientExtensionResults: {},
    response: { clientDataJSON: "Aw", authenticatorData: "BA", signature: "BQ", userHandle: null },
  });
  response.userHandle = bytes(9);
  expect((await showPasskey(REQUEST_OPTIONS)).response.userHandle).toBe("CQ");
});

test("the browser's question is closed by the signal, as if the person had", async () => {
  stubCredentials({
    get: ({ signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  });
  const controller = new AbortController();
  const shown = showPasskey(REQUEST_OPTIONS, controller.signal).catch((error: unknown) => error);

  controller.abort();

  expect(passkeyFault(await shown)).toBe("declined");
});

test.each([
  ["NotAllowedError", "declined"],
  ["AbortError", "declined"],
  ["InvalidStateError", "known"],
  ["SecurityError", "failed"],
] as const)("a %s of the browser means %s", (name, fault) => {
  const cause = new DOMException("", name);
  expect(passkeyFault(cause)).toBe(fault);
  const code = "ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY";
  expect(passkeyFault(new WebAuthnError({ message: "", code, cause }))).toBe(fault);
});

test("an error of the server is none of the browser's", () => {
  expect(passkeyFault(new Error("server"))).toBeNull();
});

test("a browser without passkeys says so", () => {
  expect(canUsePasskeys()).toBe(false);

  vi.stubGlobal("PublicKeyCredential", class {});
  expect(canUsePasskeys()).toBe(true);
});
