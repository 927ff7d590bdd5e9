/** A terminal's Ctrl-C reaches us, and npm may pass it on: within this time it is the same one. */
const sameWishMs = 500;

/** The first Ctrl-C ends what goes on and keeps what was measured; the second ends at once. Returns what undoes it. */
export function stopOnSignal(stop: () => void, say: (text: string) => void): () => void {
  let askedAt: number | null = null;
  const onSignal = (signal: NodeJS.Signals) => {
    if (askedAt !== null && performance.now() - askedAt < sameWishMs) return;
    if (askedAt !== null) process.exit(signal === 'SIGINT' ? 130 : 143);
    askedAt = performance.now();
    say('\nStopping; what was measured is kept. Once more to end at once.\n');
    stop();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  };
}
