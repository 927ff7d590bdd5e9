import { openNamedTarget } from '../redis/targets/open-named-target.ts';
import { PrivateClusterTarget } from '../redis/cluster/private-cluster-target.ts';
import { alreadyThere, type OpenedTarget } from '../redis/connection/target.ts';
import { openTarget } from '../redis/targets/open-target.ts';
import { PrivateServer } from '../redis/private/private-server.ts';
import { TargetUnusable } from '../redis/connection/target-unusable.ts';
import type { ServerOptions } from './options.ts';

export interface OpenedTargets {
  /** What the page offers; the first is the default. */
  targets: [OpenedTarget, ...OpenedTarget[]];
  stop: () => Promise<void>;
}

/**
 * Opens what may be measured: the Redis of `--url` or a private one, and those that have a name. `warn` is told
 * when a private one dies. One of these
 * whose master no Sentinel knows is left out, with a warning. Throws TargetUrlInvalid, NamedTargetsInvalid,
 * TargetUnusable, RedisServerMissing and EmbeddedServerFailed.
 */
export async function openTargets(
  { url, namedTargets }: Pick<ServerOptions, 'url' | 'namedTargets'>,
  warn: (text: string) => void,
): Promise<OpenedTargets> {
  const named: OpenedTarget[] = [];
  // The Redis of --url that has a name is offered once, under that name.
  const sameAsUrl = namedTargets.find((target) => 'url' in target && target.url === url);
  for (const target of namedTargets) {
    if (target === sameAsUrl) continue;
    try {
      named.push(await openNamedTarget(target, warn));
    } catch (error) {
      if (!(error instanceof TargetUnusable)) throw error;
      warn(`The target "${target.id}" is not offered. ${error.message}`);
    }
  }
  const first = sameAsUrl
    ? await openNamedTarget(sameAsUrl, warn)
    : url === null
      ? await PrivateServer.start({ warn })
      : alreadyThere(await openTarget(url));
  // Three processes that most never need: started when the first run wants them.
  const cluster = new PrivateClusterTarget();
  return {
    targets: [first, cluster, ...named],
    stop: async () => {
      await Promise.all([first, cluster, ...named].map((one) => one.stop()));
    },
  };
}
