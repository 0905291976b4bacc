import type { components } from "@/api/generated/schema";
import { subscribe } from "./connection";

type SocketMessage = components["schemas"]["SocketMessage"];
export type MessageType = SocketMessage["type"];
export type Message<Type extends MessageType> = Extract<SocketMessage, { type: Type }>;

type KindOf<Value> = Value extends readonly unknown[]
  ? "array"
  : Value extends string
    ? "string"
    : Value extends number
      ? "number"
      : Value extends boolean
        ? "boolean"
        : "object";
type Fields<Type extends MessageType> = Omit<Message<Type>, "channel" | "type">;

/**
 * The type of each field of a message, except nullable ones. Contents of lists and objects are not validated:
 * book updates are too frequent, and have a checksum.
 */
export type Shapes<Type extends MessageType> = {
  [Each in Type]: {
    [Field in keyof Fields<Each> as null extends Fields<Each>[Field]
      ? never
      : undefined extends Fields<Each>[Field]
        ? never
        : Field]: KindOf<Fields<Each>[Field]>;
  };
};

const unreadable = new Set<string>();

/**
 * Subscribes to the messages of a channel that match `shapes`. Any other message is dropped and logged once;
 * `onUnreadable` may then resync.
 */
export function subscribeTo<Type extends MessageType>(
  channel: string,
  shapes: Shapes<Type>,
  listener: (message: Message<Type>) => void,
  onUnreadable: (message: unknown) => void = () => undefined,
): () => void {
  return subscribe(channel, (message) => {
    if (isReadable(message, shapes)) return listener(message);
    if (!unreadable.has(channel)) console.warn("Unreadable message", message);
    unreadable.add(channel);
    onUnreadable(message);
  });
}

function isReadable<Type extends MessageType>(
  message: unknown,
  shapes: Shapes<Type>,
): message is Message<Type> {
  const fields = Object(message);
  const { type } = fields;
  if (!Object.hasOwn(shapes, type)) return false;
  const shape: Record<string, string> = shapes[type as Type];
  for (const field in shape) if (kindOf(fields[field]) !== shape[field]) return false;
  return true;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
