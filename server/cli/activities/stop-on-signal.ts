/** A terminal's Ctrl-C reaches us, and npm may pass it on: within this time it is the same request. */
const sameRequestMs = 500;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The first Ctrl-C aborts the signal, so that what is in progress ends and keeps what was measured; the second ends
 * the process at once. A closed terminal (SIGHUP) is always a first: it comes once from the kernel and once from the
 * shell, and nobody is there to ask again. `forget` leaves the terminal's signals to Node again.
 */
export function stopOnSignal(say: (text: string) => void): { signal: AbortSignal; forget: () => void } {
  const stopping = new AbortController();
  let askedAt: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (askedAt !== null) {
      if (signal === 'SIGHUP' || performance.now() - askedAt < sameRequestMs) return;
      process.exit(signal === 'SIGINT' ? 130 : 143);
    }
    askedAt = performance.now();
    say('\nStopping; what was measured is kept. Once more to end at once.\n');
    stopping.abort();
  };
  for (const signal of signals) process.on(signal, onSignal);
  const forget = () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
  return { signal: stopping.signal, forget };
}
