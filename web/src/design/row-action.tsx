import type { ComponentProps } from "react";
import { Button } from "./button";

interface RowActionProps
  extends Omit<ComponentProps<typeof Button>, "children" | "name" | "severity" | "size"> {
  label: string;
  /** The accessible name, which also says what the action is for: "Edit BTC". */
  name: string;
}

/** The small button of a row in a list. */
export function RowAction({ label, name, ...props }: RowActionProps) {
  return (
    <Button {...props} severity="secondary" size="small" aria-label={name}>
      {label}
    </Button>
  );
}
