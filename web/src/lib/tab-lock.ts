/** Tabs share what is stored: only one of them acts on a name at a time. */
export function exclusively<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  // Missing where the page is not served over https.
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request(name, act) : act();
}
