import type { Client } from "@/session/client";
import type { ChatConfig, ChatVisitor } from "./chatwoot";

/** The identity for the chat: the name, else the e-mail address. */
export async function chatVisitor(client: Client, { secret }: ChatConfig): Promise<ChatVisitor> {
  const { first_name, last_name } = client.personal_info;
  const name = [first_name, last_name].filter(Boolean).join(" ") || client.email;
  // The secret is only sent for sites that chose so; others get the hash from the server.
  const identifier_hash = secret ? await signId(client.id, secret) : client.chat_identifier_hash;
  return { id: client.id, attributes: { email: client.email, name, identifier_hash } };
}

/** HMAC-SHA-256 in hexadecimal. */
export async function signId(id: string, secret: string): Promise<string> {
  const text = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", text.encode(secret), algorithm, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, text.encode(id));
  return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
