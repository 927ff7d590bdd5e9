import { types } from 'node:util';
import { ownData } from './own-data.ts';

const kinds = [TypeError, RangeError, ReferenceError, SyntaxError];

/** Names the kind of a fault by a word of Node or of the language: `ENOSPC`, `TypeError`. Code of the program may have thrown it. */
export function kindOfFault(fault: unknown): string {
  if (!types.isNativeError(fault)) return 'other';
  const code = ownData(fault, 'code');
  if (typeof code === 'string' && /^E[A-Z0-9_]{2,40}$/.test(code)) return code;
  return kinds.find((kind) => Object.getPrototypeOf(fault) === kind.prototype)?.name ?? 'Error';
}
