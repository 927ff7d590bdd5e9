const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ctrl-C under npm arrives twice: from the terminal, and passed on by npm. That is one wish, not two. */
const sameWishMs = 500;

/** Ends the process in good order at the first signal, and at once at the second. */
export function closeOnSignal(close: () => Promise<void>): void {
  let firstAt: number | null = null;
  const onSignal = () => {
    if (firstAt !== null) {
      if (performance.now() - firstAt > sameWishMs) process.exit(1);
      return;
    }
    firstAt = performance.now();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.on(signal, onSignal);
}
