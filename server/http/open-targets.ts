import { startEmbedded } from '../redis/embedded.ts';
import { openNamedTarget, type OpenedTarget } from '../redis/open-named-target.ts';
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
  const named: OpenedTarget[] = [];
  for (const target of namedTargets) {
    try {
      named.push(await openNamedTarget(target));
    } catch (error) {
      if (!(error instanceof TargetUnusable)) throw error;
      warn(`The target "${target.id}" is not offered. ${error.message}`);
    }
  }
  const first = url === null ? await startEmbedded() : { target: await openTarget(url), stop: nothing };
  return {
    targets: [first.target, ...named.map(({ target }) => target)],
    stop: async () => {
      await Promise.all([first, ...named].map((one) => one.stop()));
    },
  };
}

const nothing = () => Promise.resolve();
