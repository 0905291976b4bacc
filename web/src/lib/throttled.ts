/** Throttles a function: the first call runs immediately, the last one always runs. */
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
