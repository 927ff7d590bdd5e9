import type { Plan } from '../../../shared/contract/plan.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import type { Target } from './target.ts';

/** What a run wants of its server. */
export interface ServerWish extends Partial<Pick<Plan, 'server' | 'network'>> {
  /** Other servers of the same run: where no plan says how much memory each may take, this one takes a share. */
  besides?: number;
}

/** A target that can be measured. */
export interface OpenedTarget {
  /** As it is now: a private server listens elsewhere after each start. */
  readonly target: Target;
  /**
   * Makes it ready for a run; only between two runs. Resolves with what the reader of the
   * result should know.
   */
  prepare(wish?: ServerWish): Promise<Warning[]>;
  /** Ends what was started for it. */
  stop(): Promise<void>;
}

/**
 * Makes a target ready for a run that wants such a server; a bare one is ready as it is. Throws as its `prepare`.
 */
export async function prepareTarget(
  target: Target | OpenedTarget,
  wish: ServerWish,
): Promise<{ target: Target; warnings: Warning[] }> {
  if (!('prepare' in target)) return { target, warnings: [] };
  const warnings = await target.prepare(wish);
  return { target: target.target, warnings };
}

/** A server that is not ours to start. */
export const alreadyThere = (target: Target): OpenedTarget => ({
  target,
  prepare: () => Promise.resolve([]),
  stop: () => Promise.resolve(),
});
