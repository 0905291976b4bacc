import type { ComponentProps } from "react";
import { TextInput } from "./text-input";

interface SearchInputProps extends Omit<ComponentProps<typeof TextInput>, "value" | "onChange"> {
  /** Also the placeholder, unless there is another. */
  "aria-label": string;
  value: string;
  onValueChange: (value: string) => void;
}

/** A search field that filters while typing. */
export function SearchInput({ onValueChange, ...native }: SearchInputProps) {
  return (
    <TextInput
      type="search"
      size="small"
      icon="search"
      autoComplete="off"
      spellCheck={false}
      maxLength={41}
      placeholder={native["aria-label"]}
      {...native}
      onChange={(event) => onValueChange(event.target.value)}
    />
  );
}
