/** A terminal's Ctrl-C reaches us, and npm may pass it on: within this time it is the same one. */
const sameWishMs = 500;

/**
 * The first Ctrl-C aborts the signal, so that what is in progress ends and keeps what was measured; the second ends
 * the process at once. `forget` leaves the terminal's signals to Node again.
 */
export function stopOnSignal(say: (text: string) => void): { signal: AbortSignal; forget: () => void } {
  const stopping = new AbortController();
  let askedAt: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (askedAt !== null && performance.now() - askedAt < sameWishMs) return;
    if (askedAt !== null) process.exit(signal === 'SIGINT' ? 130 : 143);
    askedAt = performance.now();
    say('\nStopping; what was measured is kept. Once more to end at once.\n');
    stopping.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  const forget = () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  };
  return { signal: stopping.signal, forget };
}
