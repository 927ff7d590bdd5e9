import { startEmbedded } from '../redis/embedded.ts';
import { openNamedTarget } from '../redis/named-targets.ts';
import { openTarget } from '../redis/open-target.ts';
import { TargetUnusable } from '../redis/target-unusable.ts';
import type { Target } from '../redis/target.ts';
import type { ServerOptions } from './options.ts';

export interface OpenedTargets {
  /** What the page offers; the first is the default. */
  targets: [Target, ...Target[]];
  /** Ends what was started for them. */
  stop: () => Promise<void>;
}

/**
 * Opens what may be measured: the Redis of `--url` or a private one, and those that have a name. One of these
 * whose master no Sentinel knows is left out, with a warning. Throws TargetUrlInvalid, NamedTargetsInvalid,
 * TargetUnusable, RedisServerMissing and EmbeddedServerFailed.
 */
export async function openTargets(
  { url, namedTargets }: Pick<ServerOptions, 'url' | 'namedTargets'>,
  warn: (text: string) => void,
): Promise<OpenedTargets> {
  const named: Target[] = [];
  for (const target of namedTargets) {
    try {
      named.push(await openNamedTarget(target));
    } catch (error) {
      if (!(error instanceof TargetUnusable)) throw error;
      warn(`The target "${target.id}" is not offered. ${error.message}`);
    }
  }
  if (url !== null) return { targets: [await openTarget(url), ...named], stop: () => Promise.resolve() };
  const server = await startEmbedded();
  return { targets: [server.target, ...named], stop: () => server.stop() };
}
