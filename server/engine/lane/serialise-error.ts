import type { SerialisedError } from '../../../shared/contract/figures.ts';

/** An error as plain JSON, so that it crosses threads and sockets whole. */
export function serialiseError(error: unknown): SerialisedError {
  if (!(error instanceof Error)) return { name: 'Error', code: null, message: String(error), stack: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return {
    name: error.name,
    code,
    message: error.message || (code ?? error.name),
    stack: error.stack ?? null,
  };
}
