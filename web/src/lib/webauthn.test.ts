import { afterEach, expect, test, vi } from "vitest";
import {
  canUsePasskeys,
  createPasskey,
  fromBase64Url,
  passkeyFault,
  showPasskey,
  toBase64Url,
} from "./webauthn";

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;
const valuesOf = (buffer: unknown) => [...new Uint8Array(buffer as ArrayBuffer)];

function stubCredentials(parts: Partial<CredentialsContainer>) {
  vi.stubGlobal("navigator", { credentials: parts });
}

afterEach(() => vi.unstubAllGlobals());

test("bytes survive the way through base64url, which has neither plus, slash nor padding", () => {
  const buffer = bytes(251, 255, 190, 0, 1);

  expect(toBase64Url(buffer)).toBe("-_--AAE");
  expect(valuesOf(fromBase64Url("-_--AAE"))).toEqual([251, 255, 190, 0, 1]);
});

test("a passkey is made from the server's text and comes back as text", async () => {
  const create = vi.fn(async () => ({
    id: "AQI",
    rawId: bytes(1, 2),
    response: { clientDataJSON: bytes(3), attestationObject: bytes(4, 5) },
  }));
  stubCredentials({ create } as unknown as CredentialsContainer);

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
  const [{ publicKey }] = create.mock.calls[0] as unknown as [CredentialCreationOptions];
  expect(valuesOf(publicKey?.challenge)).toEqual([10, 11, 12]);
  expect(valuesOf(publicKey?.user.id)).toEqual([7, 8, 9]);
  expect(valuesOf(publicKey?.excludeCredentials?.[0]?.id)).toEqual([13, 14]);
  expect(publicKey?.authenticatorSelection?.residentKey).toBe("required");
});

test("a shown passkey comes back as text, with or without its owner's handle", async () => {
  const response = {
    clientDataJSON: bytes(3),
    authenticatorData: bytes(4),
    signature: bytes(5),
    userHandle: null as ArrayBuffer | null,
  };
  const get = vi.fn(async () => ({ id: "AQI", rawId: bytes(1, 2), response }));
  stubCredentials({ get } as unknown as CredentialsContainer);
  const options = {
    challenge: "CgsM",
    timeout: 300_000,
    rpId: "localhost",
    allowCredentials: [],
    userVerification: "required" as const,
  };

  expect(await showPasskey(options)).toEqual({
    id: "AQI",
    rawId: "AQI",
    type: "public-key",
    clientExtensionResults: {},
    response: { clientDataJSON: "Aw", authenticatorData: "BA", signature: "BQ", userHandle: null },
  });
  response.userHandle = bytes(9);
  expect((await showPasskey(options)).response.userHandle).toBe("CQ");
});

test("what the browser says becomes what happened", async () => {
  expect(passkeyFault(new DOMException("", "NotAllowedError"))).toBe("declined");
  expect(passkeyFault(new DOMException("", "AbortError"))).toBe("declined");
  expect(passkeyFault(new DOMException("", "InvalidStateError"))).toBe("known");
  expect(passkeyFault(new DOMException("", "SecurityError"))).toBe("failed");
  expect(passkeyFault(new Error("server"))).toBeNull();
});

test("a browser without passkeys says so", () => {
  stubCredentials({});
  expect(canUsePasskeys()).toBe(false);

  vi.stubGlobal("PublicKeyCredential", class {});
  expect(canUsePasskeys()).toBe(true);
});
