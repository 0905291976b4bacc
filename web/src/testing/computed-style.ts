/** Elements that are opened and closed. */
const CHANGING = "dialog, details, details > *, [popover]";

/** What decides about `display` in the browser's own styles, besides the `style` attribute. */
function signatureOf(element: Element): string {
  const { namespaceURI, localName, parentElement } = element;
  return [
    namespaceURI,
    localName,
    element.hasAttribute("hidden"),
    element.getAttribute("type"),
    parentElement?.localName,
  ].join();
}

function inlineStyleOf(element: Element): CSSStyleDeclaration | undefined {
  return element.hasAttribute("style") ? (element as HTMLElement).style : undefined;
}

function visibilityOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const visibility = inlineStyleOf(at)?.visibility;
    if (visibility) return visibility;
  }
  return "visible";
}

/**
 * Makes `getComputedStyle` quick for what queries by role ask of every element and all that it is in: jsdom
 * matches each against all of its own rules. As long as the document has no styles of its own, elements of a kind
 * are displayed alike.
 */
export function speedUpComputedStyle() {
  const compute = window.getComputedStyle.bind(window);
  const displays = new Map<string, string>();

  function displayOf(element: Element): string {
    const inline = inlineStyleOf(element)?.display;
    if (inline) return inline;
    if (element.matches(CHANGING)) return compute(element).display;
    const signature = signatureOf(element);
    const known = displays.get(signature) ?? compute(element).display;
    displays.set(signature, known);
    return known;
  }

  window.getComputedStyle = (element, pseudo) => {
    if (document.styleSheets.length > 0) return compute(element, pseudo);
    const quick: Record<string, () => string> = {
      display: () => displayOf(element),
      visibility: () => visibilityOf(element),
      // Only of what styles put before and after an element.
      content: () => "",
    };
    const read = (name: string) => quick[name]?.() ?? compute(element).getPropertyValue(name);
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === "getPropertyValue") return read;
        return typeof name === "string" && name in quick ? read(name) : Reflect.get(compute(element), name);
      },
    });
  };
}
