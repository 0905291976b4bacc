/** The ways out of the running document, in one place so that tests can stand in for the browser. */
export const documentNavigation = {
  /** Loads the address shown; the router has put the pending one there before anything is loaded. */
  reload: (): void => window.location.reload(),
  /** Goes elsewhere; nobody comes back to an address that only redirects. */
  replace: (href: string): void => window.location.replace(href),
};
