/** Calls at once, and from then on at most once in so long; the last call always counts. */
export function throttled(act: () => void, pause: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  function run(): void {
    isDue = false;
    act();
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) run();
    }, pause);
  }
  return () => {
    if (timer === undefined) run();
    else isDue = true;
  };
}
