/** Navigations that load a new document, in one place so that tests can replace them. */
export const documentNavigation = {
  /** Reloads the current URL, which the router has already set to the pending one. */
  reload: (): void => window.location.reload(),
  /** Navigates without a history entry, so that "back" skips a URL that only redirects. */
  replace: (href: string): void => window.location.replace(href),
};
