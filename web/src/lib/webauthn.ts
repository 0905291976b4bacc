import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from "@simplewebauthn/browser";

/** Whether this browser, at this address, can work with passkeys. */
export function canUsePasskeys(): boolean {
  return browserSupportsWebAuthn();
}

// Our options ask for no extension, so there are no results of any.
const clientExtensionResults = {};

/** Has the browser make a passkey. */
export async function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject } = response;
  return { id, rawId, type, clientExtensionResults, response: { clientDataJSON, attestationObject } };
}

export type ShownCredential = Awaited<ReturnType<typeof showPasskey>>;

/** Has the person show a passkey; the signal closes the browser's question. */
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

/** Why the browser gave no passkey; null for an error that is none of the browser's. */
export function passkeyFault(error: unknown): PasskeyFault | null {
  if (!(error instanceof WebAuthnError || error instanceof DOMException)) return null;
  // Browsers answer the same to a refusal, a closed window and a time that ran out, to protect the person.
  if (error.name === "NotAllowedError" || error.name === "AbortError") return "declined";
  return error.name === "InvalidStateError" ? "known" : "failed";
}
