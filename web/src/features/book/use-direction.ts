import { useState } from "react";
import { compare } from "@/lib/decimal";

export type Direction = "up" | "down" | "none";

/** Whether a price rose or fell with its last change. */
export function useDirection(price: string | null): Direction {
  const [known, setKnown] = useState<{ price: string | null; direction: Direction }>({
    price,
    direction: "none",
  });
  if (price === known.price) return known.direction;
  const direction = directionOf(known.price, price);
  setKnown({ price, direction });
  return direction;
}

function directionOf(before: string | null, now: string | null): Direction {
  if (before === null || now === null) return "none";
  const order = compare(now, before);
  if (order === 0) return "none";
  return order > 0 ? "up" : "down";
}
