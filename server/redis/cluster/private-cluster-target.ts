import type { OpenedTarget, Target } from '../connection/target.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import {
  describeCluster,
  startPrivateCluster,
  type PrivateCluster,
  type PrivateClusterOptions,
} from './private-cluster.ts';

interface PrivateClusterTargetOptions extends PrivateClusterOptions {
  /** A name of its own. */
  id?: string;
  label?: string | undefined;
}

/**
 * The private cluster as a target: it costs nothing until the first run wants it, is there for every run after that,
 * and is started again when one of its nodes has ended.
 */
export class PrivateClusterTarget implements OpenedTarget {
  readonly #options: PrivateClusterTargetOptions;
  #cluster: PrivateCluster | null = null;
  #starting: Promise<PrivateCluster> | null = null;
  #stopped = false;

  constructor(options: PrivateClusterTargetOptions = {}) {
    this.#options = options;
  }

  /** Started at once. Throws as `startPrivateCluster`. */
  static async start(options: PrivateClusterTargetOptions = {}): Promise<PrivateClusterTarget> {
    const target = new PrivateClusterTarget(options);
    await target.prepare();
    return target;
  }

  get target(): Target {
    const { id = 'cluster', replicas, label = describeCluster(replicas) } = this.#options;
    const description = { id, label, kind: 'cluster', isCluster: true } as const;
    const unstarted = { endpoint: { db: 0, cluster: { nodes: [] } }, isPrivate: true };
    return { ...unstarted, ...this.#cluster?.target, description };
  }

  /** Throws as `startPrivateCluster`. */
  async prepare(): Promise<Warning[]> {
    const ended = this.#cluster?.servers.find((server) => server.end !== null);
    if (this.#cluster && !ended) return [];
    await this.#cluster?.stop();
    this.#starting = startPrivateCluster(this.#options);
    this.#starting.catch(() => undefined);
    const cluster = await this.#starting;
    if (this.#stopped) {
      await cluster.stop();
      throw new Error('the private cluster is needed no longer');
    }
    this.#cluster = cluster;
    return ended ? [{ code: 'node-restarted', ended: ended.end ?? '' }] : [];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const cluster = (await this.#starting?.catch(() => null)) ?? this.#cluster;
    await cluster?.stop();
  }
}
