import { readTargetUrl } from '../../server/redis/connection/target-url.ts';
import type { Target } from '../../server/redis/connection/target.ts';
import { targetAt } from '../../server/redis/targets/open-target.ts';

/** The target of a URL that names no Sentinel. */
export function targetFromUrl(url: string): Target {
  const read = readTargetUrl(url);
  if (read.type === 'sentinel') throw new Error(`${url} has to be asked for its master`);
  return targetAt(read);
}
