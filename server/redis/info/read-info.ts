import type { Redis } from 'ioredis';
import { parseInfo } from './info.ts';

/**
 * Asks for INFO, of these sections or of the usual ones; resolves with its fields by name. Throws when the answer is
 * no text, or an error of the server's.
 */
export async function readInfo(redis: Redis, ...sections: readonly string[]): Promise<Map<string, string>> {
  const answer: unknown = await redis.call('INFO', ...sections);
  if (typeof answer === 'string') return parseInfo(answer);
  const came = JSON.stringify(answer).slice(0, 60);
  throw new Error(`INFO was answered by ${came}, where a text belongs`);
}
