/*
 * Passkeys speak in bytes, our API in base64url text. Newer browsers translate by themselves
 * (parseCreationOptionsFromJSON, toJSON); these few lines do it in those that do not.
 */

type Descriptor = { id: string; type: "public-key" };

export type CreationOptionsJson = {
  rp: { id: string; name: string };
  user: { id: string; name: string; displayName: string };
  challenge: string;
  pubKeyCredParams: { type: "public-key"; alg: number }[];
  timeout: number;
  excludeCredentials: Descriptor[];
  authenticatorSelection: AuthenticatorSelectionCriteria;
  attestation: AttestationConveyancePreference;
};

export type RequestOptionsJson = {
  challenge: string;
  timeout: number;
  rpId: string;
  allowCredentials: Descriptor[];
  userVerification: UserVerificationRequirement;
};

type Envelope = {
  id: string;
  rawId: string;
  type: "public-key";
  clientExtensionResults: Record<string, never>;
};

export type CreatedCredentialJson = Envelope & {
  response: { clientDataJSON: string; attestationObject: string };
};

export type ShownCredentialJson = Envelope & {
  response: {
    clientDataJSON: string;
    authenticatorData: string;
    signature: string;
    userHandle: string | null;
  };
};

/** Whether this browser, at this address, can work with passkeys. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && "credentials" in navigator;
}

/** Has the browser make a passkey. */
export async function createPasskey(options: CreationOptionsJson): Promise<CreatedCredentialJson> {
  const { user, challenge, excludeCredentials, ...rest } = options;
  const credential = await navigator.credentials.create({
    publicKey: {
      ...rest,
      user: { ...user, id: fromBase64Url(user.id) },
      challenge: fromBase64Url(challenge),
      excludeCredentials: excludeCredentials.map(describe),
    },
  });
  const made = requireCredential(credential);
  const { clientDataJSON, attestationObject } = made.response as AuthenticatorAttestationResponse;
  return {
    ...envelope(made),
    response: {
      clientDataJSON: toBase64Url(clientDataJSON),
      attestationObject: toBase64Url(attestationObject),
    },
  };
}

/** Has the person show a passkey; the signal takes the browser's question away again. */
export async function showPasskey(
  options: RequestOptionsJson,
  signal?: AbortSignal,
): Promise<ShownCredentialJson> {
  const { challenge, allowCredentials, ...rest } = options;
  const credential = await navigator.credentials.get({
    publicKey: {
      ...rest,
      challenge: fromBase64Url(challenge),
      allowCredentials: allowCredentials.map(describe),
    },
    ...(signal && { signal }),
  });
  const shown = requireCredential(credential);
  const response = shown.response as AuthenticatorAssertionResponse;
  return {
    ...envelope(shown),
    response: {
      clientDataJSON: toBase64Url(response.clientDataJSON),
      authenticatorData: toBase64Url(response.authenticatorData),
      signature: toBase64Url(response.signature),
      userHandle: response.userHandle && toBase64Url(response.userHandle),
    },
  };
}

export type PasskeyFault = "declined" | "known" | "failed";

/** Why the browser gave no passkey; null for an error that is none of the browser's. */
export function passkeyFault(error: unknown): PasskeyFault | null {
  if (!(error instanceof DOMException)) return null;
  // Browsers answer the same to a refusal, a closed window and a time that ran out, to protect the person.
  if (error.name === "NotAllowedError" || error.name === "AbortError") return "declined";
  return error.name === "InvalidStateError" ? "known" : "failed";
}

export function toBase64Url(bytes: ArrayBuffer): string {
  const characters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function fromBase64Url(text: string): ArrayBuffer {
  const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(characters, (character) => character.charCodeAt(0)).buffer;
}

function describe({ id, type }: Descriptor): PublicKeyCredentialDescriptor {
  return { id: fromBase64Url(id), type };
}

function envelope({ id, rawId }: PublicKeyCredential): Envelope {
  // No options of ours ask for an extension, so there are no results of any.
  return { id, rawId: toBase64Url(rawId), type: "public-key", clientExtensionResults: {} };
}

function requireCredential(credential: Credential | null): PublicKeyCredential {
  if (!credential) throw new DOMException("The browser gave no passkey", "NotAllowedError");
  return credential as PublicKeyCredential;
}
