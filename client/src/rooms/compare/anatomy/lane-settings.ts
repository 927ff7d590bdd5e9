import { planDefaults } from '../../../../../shared/plan/defaults.ts';
import type { NetworkPlan } from '../../../../../shared/contract/plan.ts';
import type { Workload } from '../../../../../shared/contract/workload.ts';
import type { SnippetWorkload } from '../../../../../shared/snippets/asked.ts';
import type { TargetDescription } from '../../../../../shared/contract/http.ts';
import type { PageSession } from '../../../connection/page-session.svelte.ts';
import type { PlanDraft } from '../../../plan/plan-draft.svelte.ts';
import type { LiveRun } from '../../../run/live-run.svelte.ts';

/** What the reader has set for a lane; of a run that is part of a series, what it was started with. */
export interface LaneSettings {
  workload: SnippetWorkload & { pipeline: number };
  network: NetworkPlan | undefined;
  inCluster: boolean;
}

/** What the lanes on the board are made of. */
export interface BoardState {
  run: LiveRun | null;
  draft: PlanDraft;
  /** The one that the next run will measure. */
  target: TargetDescription | undefined;
  session: PageSession;
}

export function laneSettings({ draft, run, target, session }: BoardState, index: number): LaneSettings {
  const ofSeries = run?.series === undefined ? undefined : run;
  const measured = ofSeries ? session.targets.find(({ id }) => id === ofSeries.plan.target) : target;
  const inCluster = measured?.isCluster ?? measured?.kind === 'cluster';
  const lane = ofSeries?.plan.lanes[index];
  if (ofSeries && lane)
    return { workload: lane.workload, network: lane.network ?? ofSeries.plan.network, inCluster };
  const { workload = {}, lanes } = draft.toInput();
  const usual = planDefaults.workload;
  const known: Partial<Workload> = Object.fromEntries(
    Object.entries({ ...workload, ...lanes[index]?.workload }).filter(([, value]) => value !== undefined),
  );
  return {
    workload: {
      ...known,
      commands: known.commands ?? usual.commands,
      clients: whole(known.clients, usual.clients),
      threads: whole(known.threads, usual.threads),
      pipeline: whole(known.pipeline, usual.pipeline),
      ttlSeconds: whole(known.ttlSeconds, usual.ttlSeconds),
      resp: known.resp ?? usual.resp,
    },
    network: draft.lanes[index]?.network ?? draft.network,
    inCluster,
  };
}

/** A field that is just being typed may hold anything. */
const whole = (value: number | undefined, otherwise: number): number =>
  value !== undefined && Number.isInteger(value) && value > 0 ? value : otherwise;
