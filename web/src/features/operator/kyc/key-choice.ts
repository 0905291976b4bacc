import { useState } from "react";

const KEY = "cw:console-keys";
const OFF = "off";

/** Whether single keys act; some people need them off, and keep it so in this browser. */
export function useKeyChoice(): [areOn: boolean, choose: (areOn: boolean) => void] {
  const [areOn, setOn] = useState(() => read() !== OFF);

  function choose(next: boolean) {
    setOn(next);
    try {
      if (next) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, OFF);
    } catch {
      // Without storage the choice holds until the page is left.
    }
  }

  return [areOn, choose];
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
