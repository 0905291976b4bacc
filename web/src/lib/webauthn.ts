import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";

/** Whether this browser supports passkeys at this origin. */
export function canUsePasskeys(): boolean {
  return browserSupportsWebAuthn();
}

// Our options request no extensions, so there are no results.
const clientExtensionResults = {};

/** Registers a passkey with the browser. */
export async function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject } = response;
  return { id, rawId, type, clientExtensionResults, response: { clientDataJSON, attestationObject } };
}

export type ShownCredential = Awaited<ReturnType<typeof showPasskey>>;

/** Authenticates with a passkey; aborting the signal closes the browser's prompt. */
export async function showPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON, signal?: AbortSignal) {
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  signal?.addEventListener("abort", cancel);
  try {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON });
    const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
    return {
      id,
      rawId,
      type,
      clientExtensionResults,
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    };
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}

export type PasskeyFault = "declined" | "known" | "failed";

/** Why the browser returned no passkey; null for other errors. */
export function passkeyFault(error: unknown): PasskeyFault | null {
  if (!(error instanceof WebAuthnError || error instanceof DOMException)) return null;
  // For privacy, browsers report rejection, a closed window and a timeout as the same error.
  if (error.name === "NotAllowedError" || error.name === "AbortError") return "declined";
  return error.name === "InvalidStateError" ? "known" : "failed";
}
