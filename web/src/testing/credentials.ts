import { onTestFinished, vi } from "vitest";

/** Stubs WebAuthn with the given functions until the test ends. */
export function stubCredentials(container: Partial<Record<"create" | "get", () => Promise<unknown>>>): void {
  vi.stubGlobal("PublicKeyCredential", class {});
  Object.defineProperty(navigator, "credentials", { configurable: true, value: container });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, "credentials");
  });
}

const bytes = (...values: number[]) => Uint8Array.from(values).buffer;

/** The options with which the server asks for a passkey. */
export const PASSKEY_OPTIONS = {
  challenge: "CgsM",
  timeout: 300_000,
  rpId: "localhost",
  allowCredentials: [],
  userVerification: "required",
};

/** A passkey as the browser returns it: its id is "AQI" on the wire, its signature "BQ". */
export function aPasskey() {
  return {
    id: "AQI",
    rawId: bytes(1, 2),
    type: "public-key",
    getClientExtensionResults: () => ({}),
    response: {
      clientDataJSON: bytes(3),
      authenticatorData: bytes(4),
      signature: bytes(5),
      userHandle: bytes(6),
    },
  };
}
