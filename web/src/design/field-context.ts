import { createContext, use, useId } from "react";

export interface FieldContextValue {
  controlId: string;
  labelId: string;
  describedBy: string | undefined;
  isInvalid: boolean;
}

export const FieldContext = createContext<FieldContextValue | null>(null);

interface NativeNaming {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | "true" | "false" | "grammar" | "spelling" | undefined;
}

/** Connects a control to label, hint and error of the field around it; its own attributes take precedence. */
export function useFieldControl(own: NativeNaming) {
  const field = use(FieldContext);
  const ownId = useId();
  const described = [own["aria-describedby"], field?.describedBy].filter(Boolean).join(" ");
  return {
    id: own.id ?? field?.controlId ?? ownId,
    "aria-describedby": described === "" ? undefined : described,
    "aria-invalid": own["aria-invalid"] ?? (field?.isInvalid ? true : undefined),
  };
}

/** For controls of several parts, which a label element cannot reference. */
export function useFieldGroup(ownLabel: string | undefined) {
  const field = use(FieldContext);
  return {
    "aria-label": ownLabel,
    "aria-labelledby": ownLabel === undefined ? field?.labelId : undefined,
    "aria-describedby": field?.describedBy,
    isInvalid: field?.isInvalid ?? false,
  };
}
