import { type ComponentProps, useState } from "react";
import { TextInput } from "./text-input";

interface SearchInputProps extends Omit<ComponentProps<typeof TextInput>, "value" | "onChange"> {
  /** Also the placeholder, unless there is another. */
  "aria-label": string;
  value: string;
  onValueChange: (value: string) => void;
}

/**
 * A search field that filters while typing. It shows what was typed until `value` has caught up: one that is kept
 * in the URL comes later than the next letter of somebody who types fast.
 */
export function SearchInput({ value, onValueChange, ...native }: SearchInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === value) setTyped(null);

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
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.target.value);
        onValueChange(event.target.value);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
