const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const actions = new Set<() => void>();

function carryOut(): void {
  for (const action of actions) action();
  actions.clear();
}

/**
 * A signal ends the process only while nobody else listens for it: a program that ends in its own way, and then
 * exits, is left to do so.
 */
function onSignal(signal: NodeJS.Signals): void {
  if (isListenedFor(signal)) return;
  carryOut();
  stopListening();
  process.kill(process.pid, signal);
}

/** True where anything but this module listens for a signal. */
export const isListenedFor = (signal: NodeJS.Signals): boolean =>
  process.listeners(signal).some((listener) => listener !== onSignal);

function startListening(): void {
  process.on('exit', carryOut);
  for (const signal of signals) process.on(signal, onSignal);
}

function stopListening(): void {
  process.off('exit', carryOut);
  for (const signal of signals) process.off(signal, onSignal);
}

/**
 * Carries a synchronous action out when this process ends, by whatever can still be noticed: its own exit, an
 * uncaught error, or a signal. Returns what takes that back.
 */
export function endWithProcess(action: () => void): () => void {
  if (actions.size === 0) startListening();
  actions.add(action);
  return () => {
    if (actions.delete(action) && actions.size === 0) stopListening();
  };
}
