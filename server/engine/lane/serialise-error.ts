import { documentLimits } from '../../../shared/limits.ts';
import type { SerialisedError } from '../../../shared/contract/figures.ts';

/** An error as plain JSON, so that it crosses threads and sockets. A server may answer with any amount of text. */
export function serialiseError(error: unknown): SerialisedError {
  if (!(error instanceof Error))
    return { name: 'Error', code: null, message: cut(String(error)), stack: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return {
    name: cut(error.name),
    code: code && cut(code),
    message: cut(error.message || (code ?? error.name)),
    stack: error.stack === undefined ? null : cut(error.stack),
  };
}

const cut = (text: string): string => text.slice(0, documentLimits.text);
