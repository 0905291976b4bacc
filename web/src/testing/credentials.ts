import { onTestFinished, vi } from "vitest";

/** Stubs WebAuthn with the given functions until the test ends. */
export function stubCredentials(container: Partial<Record<"create" | "get", () => Promise<unknown>>>): void {
  vi.stubGlobal("PublicKeyCredential", class {});
  Object.defineProperty(navigator, "credentials", { configurable: true, value: container });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, "credentials");
  });
}
