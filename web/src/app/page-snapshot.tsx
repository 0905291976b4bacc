import { useState } from "react";
import { PAGE_ELEMENT_ID } from "./app-frame";

/**
 * A copy of the page as it was before an error: React removes it from the document when it shows this
 * instead, but during this render it is still there.
 */
export function PageSnapshot() {
  const [kept] = useState(() => {
    const page = document.getElementById(PAGE_ELEMENT_ID);
    return [...(page?.childNodes ?? [])].map((node) => node.cloneNode(true));
  });

  return <div className="contents" ref={(element) => element?.replaceChildren(...kept)} />;
}
