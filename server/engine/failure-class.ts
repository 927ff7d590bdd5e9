/** Failures that no further command on the same connection can survive. */
export const connectionLost = 'connection lost';
export const timedOut = 'timeout';

const lostCodes = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNREFUSED',
  'ECONNABORTED',
  'ENOTCONN',
  'ERR_STREAM_DESTROYED',
]);
const lostMessages =
  /connection is closed|stream isn't writeable|connection lost|socket closed|write after end/i;

/**
 * The class under which a failure is counted: the first word of an error that Redis sent (`WRONGTYPE`, `OOM`,
 * `MOVED`), `connection lost`, `timeout`, or else the error's code or name.
 */
export function failureClass(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (lostCodes.has(code) || lostMessages.test(error.message)) return connectionLost;
  if (/timed out|timeout/i.test(error.message)) return timedOut;
  const word = /^-?([A-Z][A-Z0-9_]+)(?= |$)/.exec(error.message)?.[1];
  return word ?? (code || error.name);
}

export const isFatal = (failure: string): boolean => failure === connectionLost || failure === timedOut;
